import type { CreditNote } from '../records/credit-note.ts';
import { toldByNotes } from './credit-notes.ts';
import type { StripeRefund } from '../records/refund.ts';
import { repaidLater } from './repaid-later.ts';

/** Refunds that are told beside the credit notes of their sale. */
export interface BesideNotes {
  /** What the notes do not tell of them. */
  readonly refunds: readonly StripeRefund[];
  /** Those of which nobody knows whether a note tells them: its own refund had failed. */
  readonly inDoubt: readonly StripeRefund[];
}

/**
 * What of the refunds the notes do not tell already, with a better split of the tax than they have: none of one, or the rest
 * where the notes are for a part of it only.
 */
export const besideNotes = (notes: readonly CreditNote[], refunds: readonly StripeRefund[]): BesideNotes => {
  const repaid = repaidLater(notes, refunds);
  return {
    refunds: refunds.flatMap((refund) => {
      if (repaid.same.has(refund.id) || repaid.inDoubt.has(refund.id)) return [];
      const told = toldByNotes(notes, refund);
      if (told === 0n) return [refund];
      const rest = (refund.amount ?? 0n) - told;
      return rest > 0n ? [{ ...refund, amount: rest }] : [];
    }),
    inDoubt: refunds.filter(({ id }) => repaid.inDoubt.has(id)),
  };
};
