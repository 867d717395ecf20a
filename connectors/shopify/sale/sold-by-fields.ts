import { type MinorUnits, sum } from '../../../src/domain/money.ts';
import type { SaleLine, ShippingCharge, TaxAmount } from '../../../src/mapping/sale.ts';
import type { AmountReader } from './amount-reader.ts';
import { dutyLines } from './duty-lines.ts';
import { feeLines } from './fee-lines.ts';
import { goodsLines } from './goods-lines.ts';
import { isGiven } from '../records/is-given.ts';
import type { Money } from '../records/money.ts';
import type { Order } from '../records/order.ts';
import { shippingCharges } from './shipping-charges.ts';
import type { Sold } from './sold.ts';
import { statesDiscount, statesTax } from './states-amounts.ts';
import { totalTax } from './taxes.ts';
import { withTips } from './with-tips.ts';

/** The part of a stated sum that no line carries; zero when nothing is stated or nothing is left. */
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

/** Whether the answer says what tax is on shipping; a charge of nothing has none. */
const shippingStatesTax = (order: Order, charges: readonly ShippingCharge[]): boolean => {
  const lines = order.shippingLines?.nodes ?? (order.shippingLine ? [order.shippingLine] : []);
  return charges.every(({ price, discount }, index) => price === discount || statesTax(lines[index] ?? {}));
};

/**
 * The amounts from the fields of the order that do not change: prices, quantities, discounts and taxes as sold. For an
 * order without a ledger, such as an imported one, and for answers of REST.
 *
 * Old answers give discounts and taxes for the whole order only, or leave their amounts out of the lines; what no line
 * carries stays with the order.
 */
export const soldByFields = (reader: AmountReader, order: Order): Sold => {
  const items = order.lineItems?.nodes ?? [];
  const shipping = shippingCharges(reader, order);
  const discountsAreKnown = items.every(statesDiscount);
  const lineTaxesAreKnown = items.every(statesTax);
  const shippingTaxIsKnown = shippingStatesTax(order, shipping ?? []);
  const lines = [
    ...withTips(reader, order, goodsLines(reader, order)),
    ...dutyLines(reader, order),
    ...feeLines(reader, order),
  ];

  const discounted = sum([...lines, ...(shipping ?? [])].map(({ discount }) => discount));
  const orderDiscount =
    discountsAreKnown && discounted !== 0n
      ? 0n
      : restOf(reader, order.totalDiscountsSet, 'totalDiscountsSet', discounted);
  const onLines = taxed({ lines, shipping: shipping ?? [] });
  const rest =
    lineTaxesAreKnown && shippingTaxIsKnown && onLines !== 0n
      ? 0n
      : restOf(reader, order.totalTaxSet, 'totalTaxSet', onLines);
  // Inside prices a tax has to be taken out of its own line: a sum for the whole order is no help.
  if (order.taxesIncluded === true && rest !== 0n) reader.lacks('lineItems.taxLines');
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
