/** Works out an order's amounts as it was placed: from its ledger, or from fields that later changes leave alone. */
import { type MinorUnits, sum } from '../../../src/domain/money.ts';
import type { ValueReason, SaleLine, ShippingCharge, TaxAmount } from '../../../src/mapping/sale.ts';
import { type AmountReader, statesDiscount, statesTax } from './amounts.ts';
import { dutyLines, feeLines, goodsLines, includedDuties, taxLineFees } from './lines.ts';
import { isGiven } from '../../../src/domain/fields.ts';
import type { Money } from '../records/money.ts';
import type { Order } from '../records/order.ts';
import { shippingCharges } from './shipping.ts';
import { totalTax } from '../../../src/mapping/amounts.ts';
import { withTips } from './tips.ts';
import type { Agreement } from '../records/agreement.ts';
import type { LineItem } from '../records/line-item.ts';
import { isAboutLine, ledgerLines, saleLineFrom } from './ledger.ts';

interface OrderAmounts {
  readonly lines: readonly SaleLine[];
  readonly shipping: readonly ShippingCharge[];
  readonly orderDiscount: MinorUnits;
  readonly orderTaxes: readonly TaxAmount[];
  /** Whether listed prices and shipping include tax. */
  readonly pricesIncludeTax: boolean;
  /** Missing fields: the amounts are only valid if they add up to the stated total without them. */
  readonly unread: readonly string[];
  readonly decision: ValueReason;
}

/**
 * The amounts from order fields that never change: prices, quantities, discounts and taxes as sold. For orders without a
 * ledger, such as imported ones, and for REST.
 *
 * Old responses only have discounts and taxes of the whole order, or lines without their amounts. The part that no line has stays
 * with the order.
 */
export const amountsFromFields = (reader: AmountReader, order: Order): OrderAmounts => {
  const items = order.lineItems?.nodes ?? [];
  const shipping = shippingCharges(reader, order);
  const discountsAreKnown = items.every(statesDiscount);
  const lineTaxesAreKnown = items.every(statesTax);
  const shippingTaxIsKnown = shippingStatesTax(order, shipping ?? []);
  const taxFees = taxLineFees(reader, order);
  const lines = [
    ...withTips(reader, order, goodsLines(reader, order)),
    ...dutyLines(reader, order),
    ...feeLines(reader, order),
    ...taxFees,
  ];

  const discounted = sum([...lines, ...(shipping ?? [])].map(({ discount }) => discount));
  const orderDiscount =
    discountsAreKnown && discounted !== 0n
      ? 0n
      : restOf(reader, order.totalDiscountsSet, 'totalDiscountsSet', discounted);
  // Shopify's sum of taxes includes the fees among the tax lines.
  const onLines = taxed({ lines, shipping: shipping ?? [] }) + sum(taxFees.map(({ listed }) => listed));
  const rest =
    lineTaxesAreKnown && shippingTaxIsKnown && onLines !== 0n
      ? 0n
      : restOf(reader, order.totalTaxSet, 'totalTaxSet', onLines);
  // When prices include tax, each line needs its own tax; a sum for the whole order is not enough.
  if (order.taxesIncluded === true && rest !== 0n) reader.noteMissing('lineItems.taxLines');
  const orderTaxes: readonly TaxAmount[] = rest === 0n ? [] : [{ amount: rest, liable: 'unknown', title: 'Tax' }];

  return {
    lines,
    shipping: shipping ?? [],
    orderDiscount,
    orderTaxes,
    pricesIncludeTax: order.taxesIncluded === true,
    unread: [
      ...(shipping === undefined ? ['shippingLines'] : []),
      ...(discountsAreKnown || isGiven(order.totalDiscountsSet) ? [] : ['lineItems.discountAllocations']),
      ...(lineTaxesAreKnown || isGiven(order.totalTaxSet) ? [] : ['lineItems.taxLines']),
      ...(shippingTaxIsKnown || isGiven(order.totalTaxSet) ? [] : ['shippingLines.taxLines']),
      ...(isGiven(order.taxesIncluded) ? [] : ['taxesIncluded']),
    ],
    decision: {
      about: 'amounts',
      value: 'from the fields of the order',
      reason: 'the order has no ledger of agreements; prices, discounts and taxes as sold',
      fields: ['lineItems', 'shippingLines'],
    },
  };
};

/**
 * The amounts of the agreement under which the order was placed. Later agreements (edits, returns, refunds) are separate
 * adjustments, so the same order always has the same amounts.
 */
export const amountsFromLedger = (reader: AmountReader, order: Order, agreement: Agreement): OrderAmounts => {
  const pricesIncludeTax = order.taxesIncluded === true;
  const items = new Map((order.lineItems?.nodes ?? []).map((item) => [item.id ?? '', item]));
  const charges = new Map((order.shippingLines?.nodes ?? []).map((line) => [line.id ?? '', line]));
  const lineOf = saleLineFrom(order);
  const lines: SaleLine[] = [];
  const shipping: ShippingCharge[] = [];

  for (const line of ledgerLines(reader, agreement.sales?.nodes ?? [])) {
    const { gid, first, units, gross, taxes } = line;
    const paid = pricesIncludeTax ? gross : gross - totalTax(taxes);
    if (isAboutLine(line)) {
      const item = items.get(gid);
      const listed = listedOf(reader, order, item, { units, price: paid });
      lines.push(lineOf(line, item, { listed, price: paid }));
    } else if (line.kind === 'shipping') {
      const listed = reader.read(charges.get(gid)?.originalPriceSet, 'shippingLines.originalPriceSet');
      const price = listed > paid ? listed : paid;
      const name = first.shippingLine?.title ?? charges.get(gid)?.title ?? 'Shipping';
      shipping.push({ name, price, discount: price - paid, taxes });
    } else if (gross !== 0n || totalTax(taxes) !== 0n) {
      reader.noteMissing('agreements.sales (of a known kind)');
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
      reason: 'the agreement by which the order was placed',
      fields: ['agreements.sales'],
    },
  };
};

/** Whether the response states the tax on shipping; free shipping has none. */
const shippingStatesTax = (order: Order, charges: readonly ShippingCharge[]): boolean => {
  const lines = order.shippingLines?.nodes ?? (order.shippingLine ? [order.shippingLine] : []);
  return charges.every(({ price, discount }, index) => price === discount || statesTax(lines[index] ?? {}));
};

/** The part of a stated sum that no line has; zero when no sum is stated or no part is left. */
const restOf = (
  reader: AmountReader,
  stated: Money | null | undefined,
  field: string,
  known: MinorUnits,
): MinorUnits => {
  const rest = reader.read(stated, field) - known;
  return rest > 0n ? rest : 0n;
};

const taxed = ({ lines, shipping }: { lines: readonly SaleLine[]; shipping: readonly ShippingCharge[] }): MinorUnits =>
  sum([...lines, ...shipping].map(({ taxes }) => totalTax(taxes)));

const listedOf = (
  reader: AmountReader,
  order: Order,
  item: LineItem | undefined,
  { units, price }: { readonly units: number; readonly price: MinorUnits },
): MinorUnits => {
  // Without taxesIncluded the line's price cannot be compared with the amount paid.
  if (item === undefined || typeof order.taxesIncluded !== 'boolean') return price;
  const unit = reader.read(item.originalUnitPriceSet, 'lineItems.originalUnitPriceSet');
  const listed = unit * BigInt(Math.max(1, units)) - includedDuties(reader, order, item);
  return listed > price ? listed : price;
};
