/** Maps refunds for which Stripe Tax reversed its transaction, with the lines and the tax that the reversal states. */
import { sum } from '../../../src/domain/money.ts';
import type { Refund, RefundPart } from '../../../src/mapping/sale.ts';
import type { StripeRefund } from '../records/refund.ts';
import type { TaxCalculation } from '../records/tax-calculation.ts';
import { containedIn } from './detail-parts.ts';
import { type SaleAmounts, wholeQuantity } from './lines.ts';
import { isRefund, refundWith } from './refunds.ts';

/**
 * A refund itself states no tax. The amount beyond the reversal was not taxed: first the tip, then anything else.
 *
 * @param reversals by the id of the refund
 */
export const refundsOfReversals = (
  { lines: sold }: SaleAmounts,
  refunds: readonly StripeRefund[],
  reversals: ReadonlyMap<string, TaxCalculation>,
): readonly Refund[] =>
  refunds.filter(isRefund).flatMap((refund) => {
    const reversal = reversals.get(refund.id);
    if (reversal === undefined) return [];
    const items = (reversal.line_items?.data ?? []).map((item) => ({
      lineId: item.reversal?.original_line_item ?? '',
      quantity: wholeQuantity(item.quantity),
      ...givenBack(item),
    }));
    const isSold = ({ lineId }: { readonly lineId: string }): boolean => sold.some(({ id }) => id === lineId);
    const shipping = reversal.shipping_cost === null ? { amount: 0n, tax: 0n } : givenBack(reversal.shipping_cost);
    const otherTax = sum(items.filter((item) => !isSold(item)).map(({ tax }) => tax));
    const known = items.filter(isSold);
    const rest = (refund.amount ?? 0n) - totalOf([...known, shipping]) - otherTax;
    const tips = sold.flatMap(({ id, kind, listed }) =>
      kind === 'goods' || rest <= 0n
        ? []
        : [{ lineId: id, quantity: 1, amount: rest < listed ? rest : listed, tax: 0n }],
    );
    const lines = [...known, ...tips];
    return [refundWith(refund, { lines, shipping, adjustment: { amount: rest - totalOf(tips), tax: otherTax } })];
  });

type Reversed = Pick<NonNullable<TaxCalculation['shipping_cost']>, 'amount' | 'amount_tax' | 'tax_behavior'>;

/** A reversal states returned amounts as negative ones. */
const givenBack = (item: Reversed): RefundPart => ({
  amount: containedIn(item) - (item.amount ?? 0n),
  tax: -(item.amount_tax ?? 0n),
});

const totalOf = (parts: readonly RefundPart[]): bigint => sum(parts.map(({ amount, tax }) => amount + tax));
