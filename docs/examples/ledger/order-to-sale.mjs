// @ts-check
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as O from 'fp-ts/lib/Option.js';
import * as t from 'io-ts';
import { findCurrency, held, parseInstant, parseMinorUnits } from 'tax-nexus-sync/connector';

/** What is read of an order, and nothing more: the buyer's name is not in it. */
const Order = t.type({
  id: t.Int,
  number: t.string,
  placedAt: t.string,
  isPaid: t.boolean,
  currency: t.string,
  lines: t.array(t.type({ id: t.Int, title: t.string, quantity: t.Int, price: t.string, tax: t.string })),
  shipping: t.type({ price: t.string, tax: t.string }),
  total: t.string,
  shipTo: t.type({ street: t.string, city: t.string, state: t.string, zip: t.string, country: t.string }),
});

/**
 * The facts of an order, amounts in minor units, and no opinion: whether it is told is the policy's business.
 *
 * @param {string} account
 * @param {t.TypeOf<typeof Order>} order
 * @returns {import('tax-nexus-sync/connector').SourceResult}
 */
const toResult = (account, order) => {
  const record = { sourceId: String(order.id), name: order.number };
  const currency = findCurrency(order.currency);
  const occurredAt = parseInstant(order.placedAt);
  if (O.isNone(currency)) return E.left(held(record, 'unknown currency', 'its currency is not one of ISO 4217'));
  if (O.isNone(occurredAt)) return E.left(held(record, 'undecodable record', 'placedAt is no time stamp'));

  /** @type {string[]} */
  const wrong = [];
  /** @param {string} field @param {string} text */
  const money = (field, text) =>
    pipe(
      parseMinorUnits(currency.value)(text),
      E.getOrElse((why) => (wrong.push(`${field}: ${why}`), 0n)),
    );
  /** @param {string} field @param {string} text */
  const taxes = (field, text) => [
    { amount: money(field, text), liable: /** @type {const} */ ('seller'), title: 'tax' },
  ];

  /** @type {import('tax-nexus-sync/connector').Sale} */
  const sale = {
    identity: {
      platform: 'ledger',
      platformName: 'Ledger',
      account,
      recordId: record.sourceId,
      number: order.number,
      url: null,
    },
    occurredAt: occurredAt.value,
    payment: order.isPaid ? 'paid' : 'not paid',
    isTest: false,
    taxIsEstimated: false,
    isCanceled: false,
    currency: currency.value,
    pricesIncludeTax: false,
    lines: order.lines.map(({ id, title, quantity, price, tax }) => ({
      id: String(id),
      kind: 'goods',
      name: title,
      sku: null,
      quantity,
      listed: money('price', price) * BigInt(quantity),
      discount: 0n,
      taxes: taxes('tax', tax),
      isShipped: true,
    })),
    shipping: [
      {
        name: 'shipping',
        price: money('shipping', order.shipping.price),
        discount: 0n,
        taxes: taxes('shipping tax', order.shipping.tax),
      },
    ],
    orderDiscount: 0n,
    orderTaxes: [],
    statedTotal: money('total', order.total), // what the ledger says itself: it catches mistakes of this file
    destinations: [
      {
        basis: 'shipping',
        address: {
          line1: order.shipTo.street,
          line2: null,
          city: order.shipTo.city,
          state: order.shipTo.state,
          zip: order.shipTo.zip,
          country: order.shipTo.country,
        },
      },
    ],
    exemptions: [],
    marketplaces: [],
    references: [],
    refunds: [],
    adjustments: [],
    decisions: [
      { about: 'amounts', value: 'as stated', reason: 'the ledger never changes an order', fields: ['lines', 'total'] },
    ],
  };
  return wrong.length === 0 ? E.right(sale) : E.left(held(record, 'amount not exact', wrong.join('; ')));
};

/**
 * Blank without an id: such an order is called after the place where it stood, and none of them hides another one.
 *
 * @param {unknown} row
 */
const idOf = (row) => String((typeof row === 'object' && row !== null && 'id' in row && row.id) || '');

/**
 * An order of the ledger as an entry of a page. What has another shape is held, never dropped; its values stay out of the
 * message, because some of them are a buyer's.
 *
 * @param {string} account
 * @param {unknown} row
 * @returns {import('tax-nexus-sync/connector').SourceResult}
 */
export const orderToResult = (account, row) =>
  pipe(
    Order.decode(row),
    E.matchW(
      (errors) => {
        const paths = errors.map(({ context }) =>
          context
            .map(({ key }) => key)
            .join('.')
            .slice(1),
        );
        const record = { sourceId: idOf(row), name: idOf(row) };
        return E.left(held(record, 'undecodable record', `unexpected: ${[...new Set(paths)].join(', ')}`));
      },
      (order) => toResult(account, order),
    ),
  );
