import { formatMinorUnits, sum } from '../../src/domain/money.ts';
import type { Destination, Sale, SaleLine } from '../../src/mapping/sale.ts';

const columns = [
  ...'Name|Email|Financial Status|Currency|Subtotal|Shipping|Taxes|Total|Discount Amount|Created at'.split('|'),
  ...'Lineitem quantity|Lineitem name|Lineitem price|Lineitem sku|Lineitem requires shipping|Lineitem taxable'.split(
    '|',
  ),
  ...'Billing City|Billing Zip|Billing Province|Billing Country'.split('|'),
  ...'Shipping City|Shipping Zip|Shipping Province|Shipping Country'.split('|'),
  ...'Refunded Amount|Id|Tags|Source|Lineitem discount'.split('|'),
];

const escaped = (text: string): string => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

const addressOf = (sale: Sale, of: 'Billing' | 'Shipping'): Readonly<Record<string, string>> => {
  const found = sale.destinations.find(({ basis }: Destination) => basis === of.toLowerCase());
  const { city, zip, state, country } = found?.address ?? { city: '', zip: '', state: '', country: '' };
  return {
    [`${of} City`]: city ?? '',
    [`${of} Zip`]: zip === null || zip === '' ? '' : `'${zip}`,
    [`${of} Province`]: state ?? '',
    [`${of} Country`]: country ?? '',
  };
};

const isExported = ({ kind }: SaleLine): boolean => kind === 'goods' || kind === 'gift card';

const rowsOf = (sale: Sale): readonly Readonly<Record<string, string>>[] => {
  const money = formatMinorUnits(sale.currency);
  const lines = sale.lines.filter(isExported);
  const discount = sum(lines.map((line) => line.discount)) + sale.orderDiscount;
  const taxes = [...lines, ...sale.shipping].flatMap((part) => part.taxes).concat(sale.orderTaxes);
  const order = {
    'Financial Status': sale.payment === 'paid' ? 'paid' : 'pending',
    Currency: sale.currency.code,
    Subtotal: money(sum(lines.map(({ listed }) => listed)) - discount),
    Shipping: money(sum(sale.shipping.map((charge) => charge.price - charge.discount))),
    Taxes: money(sum(taxes.map(({ amount }) => amount))),
    Total: money(sale.statedTotal ?? 0n),
    'Discount Amount': money(discount),
    ...addressOf(sale, 'Billing'),
    ...addressOf(sale, 'Shipping'),
    'Refunded Amount': money(sum(sale.refunds.map(({ total }) => total))),
    Id: sale.identity.recordId,
    Tags: (sale.optional?.tags ?? []).join(', '),
    Source: 'web',
  };
  return lines.map((line, index) => ({
    Name: sale.identity.number ?? '',
    Email: 'CANARY_NAME@example.com',
    'Created at': sale.occurredAt.replace('T', ' ').replace('Z', ' +0000'),
    'Lineitem quantity': String(line.quantity),
    'Lineitem name': line.name,
    'Lineitem price': money(line.listed / BigInt(line.quantity)),
    'Lineitem sku': line.sku ?? '',
    'Lineitem requires shipping': String(line.isShipped),
    'Lineitem taxable': 'true',
    'Lineitem discount': money(line.discount),
    ...(index === 0 ? order : {}),
  }));
};

/** What Shopify's admin would export of these orders, as far as its columns are read. */
export const shopifyExport = (sales: readonly Sale[]): string =>
  [columns, ...sales.flatMap(rowsOf).map((row) => columns.map((column) => escaped(row[column] ?? '')))]
    .map((fields) => `${fields.join(',')}\n`)
    .join('');
