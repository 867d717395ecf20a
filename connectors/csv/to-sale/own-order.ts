/** Maps an order of a merchant's own CSV file, with the columns of docs/import.md, to a sale. */
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import {
  hold,
  negated,
  type RecordMeaning,
  type RefundFacts,
  sale,
  type TaxFacts,
} from '../../../src/connector-kit/sale-facts.ts';
import { resultOf } from '../../../src/connector-kit/to-result.ts';
import { type Currency, findCurrency, formatMinorUnits, parseMinorUnits } from '../../../src/domain/money.ts';
import type { ExemptionEvidence, MarketplaceEvidence, PaymentState } from '../../../src/mapping/sale.ts';
import type { SourceResult } from '../../../src/mapping/source-connector.ts';
import { instantIn } from '../shapes/local-time.ts';
import type { Fields, FileContext, Shape } from '../shapes/shape.ts';

const amountOr = (text: string, otherwise: string): string => (text === '' ? otherwise : text);

/** The exact sum of decimals with signs; null if one is not an amount, which `sale` then names. */
const total = (currency: Currency, amounts: readonly string[]): string | null => {
  let all = 0n;
  for (const text of amounts) {
    const amount = parseMinorUnits(currency)(text);
    if (E.isLeft(amount)) return null;
    all += amount.right;
  }
  return formatMinorUnits(currency)(all);
};

const states: ReadonlyMap<string, PaymentState> = new Map<string, PaymentState>([
  ...['', 'paid', 'refunded', 'canceled'].map((one): [string, PaymentState] => [one, 'paid']),
  ['unpaid', 'not paid'],
  ['partially paid', 'partially paid'],
  ['authorized', 'only authorized'],
  ['voided', 'voided'],
  ['failed', 'payment failed'],
]);

const kinds = ['goods', 'gift card', 'tip', 'fee', 'duty'] as const;

const exemptionOf = (text: string): readonly ExemptionEvidence[] => {
  const field = 'exemption';
  if (text === '') return [];
  if (text.toLowerCase() === 'resale') return [{ kind: 'resale', field }];
  return text.toLowerCase() === 'exempt' ? [{ kind: 'exempt', field }] : [{ kind: 'entity', entity: text, field }];
};

const marketplaceOf = (value: string): readonly MarketplaceEvidence[] =>
  value === '' ? [] : [{ kind: 'stated', value, field: 'marketplace' }];

/** A refund needs its own tax: without it, the amount to send is not known. */
const refundOf =
  (timeZone: string, currency: Currency) =>
  (row: Fields): RefundFacts => {
    const [tax, whole] = [row('refund_tax'), row('refund_total')];
    const net = tax === '' ? null : total(currency, [amountOr(whole, '0'), negated(tax)]);
    const at = instantIn(timeZone, row('refund_date'));
    return {
      id: row('refund_id'),
      at: O.isSome(at) ? at.value : '',
      total: whole,
      ...(net !== null && { adjustment: { amount: net, tax } }),
    };
  };

const orderColumns = [
  ...['number', 'date', 'status', 'currency', 'total', 'tax', 'shipping', 'shipping_tax', 'discount', 'payment_id'],
  ...['line1', 'line2', 'city', 'state', 'zip', 'country', 'marketplace', 'exemption'],
];

const pricedColumns = ['quantity', 'line_discount', 'line_tax', 'kind'];

const refundColumns = ['refund_id', 'refund_date', 'refund_total', 'refund_tax'];

const amountColumns = [
  ...['total', 'tax', 'shipping', 'shipping_tax', 'discount', 'unit_price', 'line_discount', 'line_tax'],
  ...['refund_total', 'refund_tax'],
];

const lineColumns = ['line_id', 'item', 'sku', 'unit_price', ...pricedColumns];

const isAnyOf = (columns: readonly string[], row: Fields): boolean => columns.some((column) => row(column) !== '');

/** Finds rows that would lose or double money if they were read as parts of one order. */
const problemInRows = ([first = (): string => '', ...more]: readonly Fields[]): string | null => {
  for (const row of more) {
    const other = orderColumns.find((column) => row(column) !== '' && row(column) !== first(column));
    if (other !== undefined) {
      return `Its rows differ in ${other}. Give each order its own id, or leave the columns of the order blank in further rows.`;
    }
    if (row('unit_price') === '' && row('refund_id') === '') {
      return 'A further row has neither unit_price nor refund_id. Remove it, or give it its own id.';
    }
  }
  const rows = [first, ...more];
  if (rows.some((row) => row('unit_price') === '' && isAnyOf(pricedColumns, row))) {
    return `A row has ${pricedColumns.join(' or ')}, and no unit_price.`;
  }
  if (rows.some((row) => row('refund_id') === '' && isAnyOf(refundColumns, row))) return 'A refund has no refund_id.';
  const refunds = rows.map((row) => row('refund_id')).filter((id) => id !== '');
  if (new Set(refunds).size < refunds.length) return 'A refund_id is used twice. Leave it blank in further rows.';
  return refunds.length === 0 && first('status').toLowerCase() === 'refunded'
    ? 'Its status is refunded, and it has no refund. Add refund_id, refund_date and refund_total.'
    : null;
};

const problemIn = (rows: readonly Fields[], first: Fields): string | null => {
  if (!states.has(first('status').toLowerCase())) return 'status is not one of docs/import.md.';
  const kind = rows.find((row) => row('kind') !== '' && !kinds.some((one) => one === row('kind').toLowerCase()));
  if (kind !== undefined) return `kind is not one of ${kinds.join(', ')}.`;
  const quantity = rows.find((row) => row('quantity') !== '' && !/^\d+$/.test(row('quantity')));
  if (quantity !== undefined) return 'quantity is not a whole number.';
  const negative = amountColumns.find((column) => rows.some((row) => row(column).startsWith('-')));
  if (negative !== undefined) return `${negative} is negative. Write amounts without a sign, also those of refunds.`;
  return problemInRows(rows);
};

/** The part of the order's tax that its lines and shipping do not state. */
const restOf = (currency: Currency, whole: string, parts: readonly string[]): string =>
  total(currency, [whole, ...parts.filter((part) => part !== '').map(negated)]) ?? whole;

/** The ids that the platforms' own connectors give: any other, such as `#1001`, would send the sale a second time. */
const platformIds: Readonly<Record<string, RegExp>> = { shopify: /^\d+$/, stripe: /^(ch|py|in|cs)_\w+$/ };

/** Rejects an id that a spreadsheet wrote as a large number (`4.5E+12`), because its digits are lost. */
const isUsable = (platform: string, id: string): boolean =>
  id !== '' && !/^[\d.]+E\+?\d+$/i.test(id) && (platformIds[platform]?.test(id) ?? true);

/** References by which other storefronts recognize the sale: the id of the platform, and the id of the payment. */
const referencesOf = (platform: string, first: Fields): readonly string[] => [
  ...(platform === 'shopify' ? [`shopify:order:${first('id')}`] : []),
  ...(platform === 'stripe' ? [`stripe:${first('id')}`] : []),
  ...(first('payment_id') === '' ? [] : [`stripe:${first('payment_id')}`]),
];

const meaningOf = (
  { account, platform, platformName }: FileContext,
  rows: readonly Fields[],
  first: Fields,
): RecordMeaning => {
  const problem = problemIn(rows, first);
  if (problem !== null) return hold('unreadable record', problem);
  if (!isUsable(platform, first('id'))) {
    return hold(
      'incomplete record',
      `Its id is missing, was changed by a spreadsheet, or is not that of ${platformName}: Shopify's is a number, not the order's name; Stripe's begins with ch_, py_, in_ or cs_.`,
    );
  }
  if (first('tax') === '') return hold('incomplete record', 'It has no tax. Write 0 where none was collected.');
  const currency = findCurrency(first('currency'));
  if (O.isNone(currency)) return hold('unknown currency', 'Its currency is not one of ISO 4217.');
  const at = instantIn(account.timeZone, first('date'));
  if (O.isNone(at)) return hold('unreadable record', 'date is not a date such as 2026-03-08 07:00:00 -0500.');

  const marketplaces = marketplaceOf(first('marketplace'));
  const liable = marketplaces.length > 0 ? ('unknown' as const) : ('seller' as const);
  const taxOf = (amount: string): TaxFacts => (amount === '' ? [] : [{ amount, liable }]);
  const lines = rows.filter((row) => row('unit_price') !== '');
  const [tax, shipping, discount] = [first('tax'), amountOr(first('shipping'), '0'), amountOr(first('discount'), '0')];
  const orderTax = restOf(currency.value, tax, [...lines.map((row) => row('line_tax')), first('shipping_tax')]);
  const whole = total(currency.value, [first('total'), negated(tax), negated(shipping), discount]);
  const address = Object.fromEntries(
    (['line1', 'line2', 'city', 'state', 'zip', 'country'] as const).map((part) => [
      part,
      part === 'zip' ? first(part).replace(/^'/, '') : first(part),
    ]),
  );
  return sale({
    id: first('id'),
    ...(first('number') !== '' && { number: first('number') }),
    at: at.value,
    payment: states.get(first('status').toLowerCase()) ?? 'not paid',
    isCanceled: first('status').toLowerCase() === 'canceled',
    currency: currency.value.code,
    total: first('total'),
    lines:
      lines.length === 0
        ? [{ id: '1', name: first('item') || 'Sale', price: whole ?? first('total') }]
        : lines.map((row, index) => ({
            id: row('line_id') || `line-${index + 1}`,
            name: row('item') || 'Item',
            sku: row('sku') || null,
            quantity: row('quantity') === '' ? 1 : Number(row('quantity')),
            unitPrice: row('unit_price'),
            discount: amountOr(row('line_discount'), '0'),
            tax: taxOf(row('line_tax')),
            kind: kinds.find((one) => one === row('kind').toLowerCase()) ?? 'goods',
          })),
    shipping: shipping === '0' ? [] : [{ price: shipping, tax: taxOf(first('shipping_tax')) }],
    discount,
    tax: taxOf(orderTax),
    shipTo: address,
    refunds: rows.filter((row) => row('refund_id') !== '').map(refundOf(account.timeZone, currency.value)),
    also: {
      exemptions: exemptionOf(first('exemption')),
      marketplaces,
      references: referencesOf(platform, first),
    },
  });
};

const toResult = (context: FileContext, rows: readonly Fields[]): SourceResult => {
  const [first = (): string => ''] = rows;
  const { platform, platformName, account } = context;
  const record = { sourceId: first('id'), name: first('number') || first('id') };
  // Ids of Shopify and Stripe are unique, and their names are those of their own connectors.
  const owner = {
    platform,
    platformName,
    account: account.id,
    ...(!(platform in platformIds) && { idsRepeat: true as const }),
  };
  return resultOf(owner, record, () => meaningOf(context, rows, first));
};

/** A further row of an order may repeat the order's columns or leave them blank. */
export const ownOrders: Shape = {
  name: 'a file of your own',
  platform: null,
  platformName: 'CSV',
  required: ['id', 'date', 'currency', 'total', 'tax', 'state', 'zip', 'country'].map((column) => [column]),
  idOf: (first) => first('id'),
  nameOf: (first) => first('number') || first('id'),
  all: ['id', ...orderColumns, ...lineColumns, ...refundColumns],
  continues: (first, row) => row('id') !== '' && row('id') === first('id'),
  isPart: () => false,
  occurredAt: (first, timeZone) => instantIn(timeZone, first('date')),
  toResult,
};
