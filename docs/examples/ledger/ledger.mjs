// @ts-check
import * as t from 'io-ts';
import { defineConnector, sale } from 'tax-nexus-sync/connector';

/** What is read of an order, and nothing more: the buyer's name is not in it. */
const Order = t.type({
  id: t.number,
  number: t.string,
  placedAt: t.string,
  isPaid: t.boolean,
  currency: t.string,
  lines: t.array(t.type({ id: t.number, title: t.string, quantity: t.number, price: t.string, tax: t.string })),
  shipping: t.type({ price: t.string, tax: t.string }),
  total: t.string,
  shipTo: t.type({ street: t.string, city: t.string, state: t.string, zip: t.string, country: t.string }),
  refunds: t.array(
    t.type({ id: t.number, at: t.string, total: t.string, lineId: t.number, amount: t.string, tax: t.string }),
  ),
});

/** The connector: `orders` is how the orders are reached, here `orders.mjs`. @param {import('./orders.mjs').Orders} orders */
export const ledger = (orders) => {
  const pageSize = 20;
  /** @param {'placedAt' | 'changedAt'} by @returns {(part: import('tax-nexus-sync/connector').Part) => Promise<any>} */
  const list =
    (by) =>
    async ({ start, end, cursor }) => {
      const records = await orders.list({ by, start, end, after: Number(cursor ?? 0), limit: pageSize });
      return { records, next: records.length < pageSize ? undefined : String(records.at(-1)?.id) };
    };

  return defineConnector({
    platform: 'ledger',
    platformName: 'Ledger',
    account: () => orders.shop(),
    sold: list('placedAt'),
    changed: list('changedAt'),
    find: (id) => orders.find(Number(id)),
    findByNumber: (number) => orders.findByNumber(number),
    record: Order,
    toSale: (order) =>
      sale({
        id: order.id,
        number: order.number,
        at: order.placedAt,
        payment: order.isPaid ? 'paid' : 'not paid',
        currency: order.currency,
        total: order.total, // what the ledger states itself: it catches mistakes of this file
        lines: order.lines.map(({ id, title, quantity, price, tax }) => ({
          ...{ id, name: title, quantity, unitPrice: price, tax },
        })),
        shipping: [order.shipping],
        shipTo: { ...order.shipTo, line1: order.shipTo.street },
        refunds: order.refunds.map(({ lineId, amount, tax, ...refund }) => ({
          ...refund,
          lines: [{ lineId, amount, tax }],
        })),
      }),
    webhook: 'sends no webhooks',
  });
};
