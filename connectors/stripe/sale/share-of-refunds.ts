import { sum } from '../../../src/domain/money.ts';
import { allocateWhole } from './allocate-whole.ts';
import type { CreditNote } from '../records/credit-note.ts';
import { namedBy, toldByNotes } from './credit-notes.ts';
import type { StripeMoney } from './money.ts';
import type { StripeRefund } from '../records/refund.ts';
import { inOrder, isRefund } from './refunds.ts';
import { repaidLater } from './repaid-later.ts';

/** What one payment paid of an invoice, in Stripe's units. */
export interface PaidPart {
  readonly invoiceId: string;
  readonly amount: bigint;
  /** The credit notes of the invoice: a refund that was made with one of them is this invoice's. */
  readonly notes: readonly CreditNote[];
}

const notBelowZero = (amount: bigint): bigint => (amount > 0n ? amount : 0n);

/**
 * The refunds of a payment as far as they are one invoice's: what was made of them with its credit notes, and of the rest a
 * share by largest remainder over what of every part has not come back yet. The shares of a refund add up to it, and when
 * all is back, those of an invoice to what it was paid.
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
  const repaid = parts.map(({ notes }) => repaidLater(notes, refunds));
  const notesOwn = parts.find((part) => part.invoiceId === invoiceId)?.notes ?? [];
  // They give nothing back here either, but what was paid in their place is known by them.
  const failed = refunds.filter((one) => !isRefund(one) && notesOwn.some((note) => namedBy(note, one) > 0n));
  const shares = refunds
    .filter(isRefund)
    .toSorted(inOrder)
    .flatMap((refund) => {
      const ofNotes = ({ notes }: PaidPart, index: number): bigint =>
        repaid[index]?.same.has(refund.id) === true ? (refund.amount ?? 0n) : toldByNotes(notes, refund);
      const made = [...parts.map(ofNotes), 0n];
      const open = left.map((amount, index) => notBelowZero(amount - (made[index] ?? 0n)));
      const rest = allocateWhole(money, notBelowZero((refund.amount ?? 0n) - sum(made)), open);
      left = open.map((amount, index) => notBelowZero(amount - (rest[index] ?? 0n)));
      const own = sum(
        parts.map((part, index) => (part.invoiceId === invoiceId ? (made[index] ?? 0n) + (rest[index] ?? 0n) : 0n)),
      );
      return own === 0n ? [] : [{ ...refund, amount: own }];
    });
  return [...shares, ...failed];
};
