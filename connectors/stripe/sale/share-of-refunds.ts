import { sum } from '../../../src/core/minor-units.ts';
import { allocateWhole } from './allocate-whole.ts';
import type { CreditNote } from '../records/credit-note.ts';
import { linkedTo } from './credit-notes.ts';
import type { StripeMoney } from './money.ts';
import type { StripeRefund } from '../records/refund.ts';
import { inOrder, isRefund } from './refunds.ts';

/** What one payment paid of an invoice, in Stripe's units. */
export interface PaidPart {
  readonly invoiceId: string;
  readonly amount: bigint;
  /** The credit notes of the invoice: a refund that one of them made is this invoice's. */
  readonly notes: readonly CreditNote[];
}

/** How much of a refund the credit notes of an invoice made, in Stripe's units. One that states no amount made all of it. */
const madeBy = (notes: readonly CreditNote[], { id, amount }: StripeRefund): bigint =>
  sum(
    notes
      .flatMap(linkedTo)
      .filter(({ refund }) => refund === id)
      .map(({ amount_refunded }) => amount_refunded ?? amount ?? 0n),
  );

const notBelowZero = (amount: bigint): bigint => (amount > 0n ? amount : 0n);

/**
 * The refunds of a payment as far as they are one invoice's: what its credit notes made of them, and of the rest a share by
 * largest remainder over what of every part has not come back yet. The shares of a refund add up to it, and when all is
 * back, those of an invoice to what it was paid.
 *
 * @param parts of every invoice that the payment paid, in an order that does not depend on the invoice
 * @param captured what was taken, in Stripe's units; what no invoice has of it has its share as well
 */
export const shareOfRefunds = (
  money: Pick<StripeMoney, 'step'>,
  parts: readonly PaidPart[],
  captured: bigint,
  invoiceId: string,
  refunds: readonly StripeRefund[],
): readonly StripeRefund[] => {
  const beyond = notBelowZero(captured - sum(parts.map(({ amount }) => amount)));
  let left: readonly bigint[] = [...parts.map(({ amount }) => amount), beyond];
  return refunds
    .filter(isRefund)
    .toSorted(inOrder)
    .flatMap((refund) => {
      const made = [...parts.map(({ notes }) => madeBy(notes, refund)), 0n];
      const open = left.map((amount, index) => notBelowZero(amount - (made[index] ?? 0n)));
      const rest = allocateWhole(money, notBelowZero((refund.amount ?? 0n) - sum(made)), open);
      left = open.map((amount, index) => notBelowZero(amount - (rest[index] ?? 0n)));
      const own = sum(
        parts.map((part, index) => (part.invoiceId === invoiceId ? (made[index] ?? 0n) + (rest[index] ?? 0n) : 0n)),
      );
      return own === 0n ? [] : [{ ...refund, amount: own }];
    });
};
