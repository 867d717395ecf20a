import { type MinorUnits, sum } from '../../../src/core/minor-units.ts';
import type { LineKind, SaleLine, ShippingCharge, TaxAmount } from '../../../src/mapping/sale.ts';
import type { Agreement, LedgerSale } from '../records/agreement.ts';
import type { AmountReader } from './amount-reader.ts';
import { deliveryOf, isShipped } from './delivery.ts';
import { idOfGid } from '../records/gid.ts';
import { isGiven } from '../records/is-given.ts';
import type { LineItem } from '../records/line-item.ts';
import type { Order } from '../records/order.ts';
import { saleKind } from './sale-kind.ts';
import type { Sold } from './sold.ts';
import { liabilityOf, totalTax } from './taxes.ts';

/** The sales of one line item, shipping line, duty or fee. */
interface Entry {
  readonly quantity: number;
  /** After discounts; it contains the tax when the order's prices do. */
  readonly price: MinorUnits;
  readonly taxes: readonly TaxAmount[];
}

const keyOf = (sale: LedgerSale, index: number): string => {
  const { lineItem, shippingLine, duty, additionalFee } = sale;
  return (lineItem ?? shippingLine ?? duty ?? additionalFee)?.id ?? sale.id ?? `sale-${index + 1}`;
};

const taxesOfSale = (reader: AmountReader, sale: LedgerSale): readonly TaxAmount[] => {
  const taxes = (sale.taxes?.nodes ?? []).map(({ amount, taxLine }) => ({
    amount: reader.read(amount, 'agreements.sales.taxes.amount'),
    liable: liabilityOf(taxLine ?? {}),
    title: taxLine?.title ?? 'Tax',
  }));
  if (!isGiven(sale.totalTaxAmount)) {
    const isTold = isGiven(sale.taxes) && sale.taxes.nodes.every(({ amount }) => isGiven(amount));
    if (!isTold) reader.lacks('agreements.sales.totalTaxAmount');
    return taxes;
  }
  const rest = reader.read(sale.totalTaxAmount, 'agreements.sales.totalTaxAmount') - totalTax(taxes);
  return rest === 0n ? taxes : [...taxes, { amount: rest, liable: 'unknown', title: 'Tax' }];
};

const quantityOf = (reader: AmountReader, sales: readonly LedgerSale[]): number => {
  const units = sales.reduce((total, { quantity }) => total + (quantity ?? 0), 0);
  if (Number.isSafeInteger(units)) return Math.max(1, units);
  reader.lacks('agreements.sales.quantity');
  return 1;
};

const entryOf = (reader: AmountReader, sales: readonly LedgerSale[], pricesIncludeTax: boolean): Entry => {
  const taxes = sales.flatMap((sale) => taxesOfSale(reader, sale));
  if (!sales.every(({ totalAmount }) => isGiven(totalAmount))) reader.lacks('agreements.sales.totalAmount');
  const gross = sum(sales.map((sale) => reader.read(sale.totalAmount, 'agreements.sales.totalAmount')));
  return {
    quantity: quantityOf(reader, sales),
    price: pricesIncludeTax ? gross : gross - totalTax(taxes),
    taxes,
  };
};

const listedOf = (reader: AmountReader, order: Order, item: LineItem | undefined, entry: Entry): MinorUnits => {
  // Where nobody says whether prices contain tax, the price of the line cannot be compared with what was paid for it.
  if (item === undefined || typeof order.taxesIncluded !== 'boolean') return entry.price;
  const unit = reader.read(item.originalUnitPriceSet, 'lineItems.originalUnitPriceSet');
  const duties =
    order.dutiesIncluded === true
      ? sum((item.duties?.nodes ?? []).map(({ price }) => reader.read(price, 'lineItems.duties.price')))
      : 0n;
  const listed = unit * BigInt(entry.quantity) - duties;
  return listed > entry.price ? listed : entry.price;
};

const names: Readonly<Record<LineKind, string>> = {
  goods: 'Item',
  'gift card': 'Gift card',
  tip: 'Tip',
  fee: 'Fee',
  duty: 'Import duty',
};

const idPrefixes: Readonly<Record<LineKind, string>> = {
  goods: '',
  'gift card': '',
  tip: '',
  fee: 'fee-',
  duty: 'duty-',
};

const groupByKey = (sales: readonly LedgerSale[]): ReadonlyMap<string, readonly LedgerSale[]> => {
  const groups = new Map<string, LedgerSale[]>();
  sales.forEach((sale, index) => {
    const key = `${saleKind(sale)} ${keyOf(sale, index)}`;
    groups.set(key, [...(groups.get(key) ?? []), sale]);
  });
  return groups;
};

/**
 * The amounts under the agreement by which the order was placed. Later agreements (edits, returns, refunds) are movements
 * of their own, so the same order gives the same amounts for ever.
 */
export const soldByLedger = (reader: AmountReader, order: Order, agreement: Agreement): Sold => {
  const pricesIncludeTax = order.taxesIncluded === true;
  const delivery = deliveryOf(order);
  const items = new Map((order.lineItems?.nodes ?? []).map((item) => [item.id ?? '', item]));
  const charges = new Map((order.shippingLines?.nodes ?? []).map((line) => [line.id ?? '', line]));
  const lines: SaleLine[] = [];
  const shipping: ShippingCharge[] = [];

  for (const [key, sales] of groupByKey(agreement.sales?.nodes ?? [])) {
    const first = sales[0] ?? {};
    const kind = saleKind(first);
    const entry = entryOf(reader, sales, pricesIncludeTax);
    const id = key.slice(kind.length + 1);
    if (kind === 'shipping') {
      const listed = reader.read(charges.get(id)?.originalPriceSet, 'shippingLines.originalPriceSet');
      const price = listed > entry.price ? listed : entry.price;
      const name = first.shippingLine?.title ?? charges.get(id)?.title ?? 'Shipping';
      shipping.push({ name, price, discount: price - entry.price, taxes: entry.taxes });
    } else if (kind === 'unknown') {
      if (entry.price !== 0n || totalTax(entry.taxes) !== 0n) reader.lacks('agreements.sales of a kind that is known');
    } else {
      const item = items.get(id);
      const isGiftCard = kind === 'goods' && item?.isGiftCard === true;
      const listed = listedOf(reader, order, item, entry);
      lines.push({
        id: `${idPrefixes[kind]}${idOfGid(id)}`,
        kind: isGiftCard ? 'gift card' : kind,
        name: item?.name ?? item?.title ?? first.additionalFee?.name ?? names[kind],
        sku: item?.sku ?? null,
        quantity: entry.quantity,
        listed,
        discount: listed - entry.price,
        taxes: entry.taxes,
        isShipped: kind === 'goods' && !isGiftCard && isShipped(delivery, item),
      });
    }
  }

  return {
    lines,
    shipping,
    orderDiscount: 0n,
    orderTaxes: [],
    pricesIncludeTax,
    unread: [],
    decision: {
      about: 'amounts',
      value: 'from the ledger',
      reason: 'the agreement by which the order was placed; edits, refunds and cancellations leave it as it is',
      fields: ['agreements.sales'],
    },
  };
};
