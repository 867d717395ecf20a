/** Maps the amount details of a payment, and what Stripe Tax calculated for a host's own payment, to the parts of a sale. */
import { sum } from '../../../src/domain/money.ts';
import type { SaleLine } from '../../../src/mapping/sale.ts';
import type { AmountDetails, AmountDetailsLine } from '../records/payment-intent.ts';
import {
  amountsFrom,
  paymentLine,
  shippingOf,
  type SaleParts,
  taxOf,
  type LineDefaults,
  tipLine,
  sentWithoutTax,
  wholeQuantity,
} from './lines.ts';
import type { TaxCalculation } from '../records/tax-calculation.ts';

/** Whether amount details state lines or tax; a tip and zeros do not count. */
export const hasLinesOrTax = ({ line_items, tax }: AmountDetails): boolean =>
  (line_items?.data.length ?? 0) > 0 || (tax?.total_tax_amount ?? 0n) !== 0n;

/** Whether the merchant gave any details with the payment: the default object holds an empty tip. */
export const hasDetails = (details: AmountDetails): boolean =>
  (details.line_items?.data.length ?? 0) > 0 ||
  details.discount_amount !== null ||
  details.shipping?.amount != null ||
  details.tax?.total_tax_amount != null ||
  (details.tip?.amount ?? 0n) !== 0n;

/**
 * The parts of a payment with amount details. Tax and discount are either on the lines or stated once for the payment. Without
 * lines, the rest of the captured amount is one line.
 *
 * @param captured the captured amount, in Stripe's units
 * @param name of that one line
 */
export const partsOfAmountDetails = (
  defaults: LineDefaults,
  details: AmountDetails,
  captured: bigint,
  name: string,
): SaleParts => {
  const discount = details.discount_amount ?? 0n;
  const postage = details.shipping?.amount ?? 0n;
  const tax = details.tax?.total_tax_amount ?? 0n;
  const tip = details.tip?.amount ?? 0n;
  const items = (details.line_items?.data ?? []).map((line) => toLine(defaults, line));
  const onLines = sum(items.map((line) => line.listed - line.discount + sum(line.taxes.map(({ amount }) => amount))));
  const rest = captured - tax - postage - tip + discount - onLines;
  const goods = items.length > 0 ? items : [paymentLine(defaults, name, rest)];
  return {
    lines: tip === 0n ? goods : [...goods, tipLine(tip)],
    shipping: shippingOf(postage),
    orderDiscount: discount,
    orderTaxes: taxOf(defaults, tax),
    decisions: [amountsFrom("the payment intent's amount details", ['payment_intent.amount_details'])],
  };
};

export const containedIn = (item: {
  readonly tax_behavior: string | null;
  readonly amount_tax: bigint | null;
}): bigint => (item.tax_behavior === 'inclusive' ? (item.amount_tax ?? 0n) : 0n);

/** The line items of the calculation must be complete. */
export const partsOfTaxCalculation = (defaults: LineDefaults, calculation: TaxCalculation): SaleParts => {
  const items = calculation.line_items?.data ?? [];
  const postage = calculation.shipping_cost;
  const contained = sum(items.map(containedIn)) + (postage === null ? 0n : containedIn(postage));
  return {
    lines: items.map((line) => ({
      id: line.id,
      kind: 'goods',
      name: line.reference ?? 'Item',
      sku: line.reference,
      quantity: wholeQuantity(line.quantity),
      listed: (line.amount ?? 0n) - containedIn(line),
      discount: 0n,
      taxes: taxOf(defaults, line.amount_tax ?? 0n),
      isShipped: defaults.isShipped,
    })),
    shipping:
      postage === null || (postage.amount ?? 0n) === 0n
        ? []
        : [
            {
              name: 'Shipping',
              price: (postage.amount ?? 0n) - containedIn(postage),
              discount: 0n,
              taxes: taxOf(defaults, postage.amount_tax ?? 0n),
            },
          ],
    orderDiscount: 0n,
    orderTaxes: [],
    decisions: [
      amountsFrom('Stripe Tax', ['tax.line_items', 'tax.shipping_cost']),
      ...sentWithoutTax(contained, ['tax.line_items.amount']),
    ],
  };
};

const toLine = (defaults: LineDefaults, line: AmountDetailsLine): SaleLine => {
  const quantity = wholeQuantity(line.quantity);
  return {
    id: line.id,
    kind: 'goods',
    name: line.product_name ?? 'Item',
    sku: line.product_code,
    quantity,
    listed: (line.unit_cost ?? 0n) * BigInt(quantity),
    discount: line.discount_amount ?? 0n,
    taxes: taxOf(defaults, line.tax?.total_tax_amount ?? 0n),
    isShipped: defaults.isShipped,
  };
};
