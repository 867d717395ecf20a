import type { CreditNote } from '../records/credit-note.ts';
import { namedBy, toldByNotes } from './credit-notes.ts';
import { isRefund } from './refunds.ts';
import type { StripeRefund } from '../records/refund.ts';

/** Refunds that are told beside the credit notes of their sale. */
export interface BesideNotes {
  /** What the notes do not tell of them. */
  readonly refunds: readonly StripeRefund[];
  /** Those of which nobody knows whether a note tells them: its own refund had failed. */
  readonly inDoubt: readonly StripeRefund[];
}

const withoutToldPart =
  (notes: readonly CreditNote[]) =>
  (refund: StripeRefund): readonly StripeRefund[] => {
    const told = toldByNotes(notes, refund);
    if (told === 0n) return [refund];
    const rest = (refund.amount ?? 0n) - told;
    return rest > 0n ? [{ ...refund, amount: rest }] : [];
  };

/**
 * What of the refunds the notes do not tell already, with a better split of the tax than they have: none of one, or the rest
 * where the notes are for a part of it only.
 *
 * A refund that a note names may fail. The note is told all the same, so exactly as much that goes back by itself later is
 * the note's money; of any other amount nobody knows whether it is.
 */
export const besideNotes = (notes: readonly CreditNote[], refunds: readonly StripeRefund[]): BesideNotes => {
  const named = (refund: StripeRefund): bigint => notes.reduce((sum, note) => sum + namedBy(note, refund), 0n);
  let unpaid = refunds
    .filter((refund) => !isRefund(refund) && named(refund) > 0n)
    .map((refund) => ({ since: refund.created ?? 0, amount: named(refund) }));
  const [beside, inDoubt]: [StripeRefund[], StripeRefund[]] = [[], []];
  for (const refund of refunds) {
    const before =
      isRefund(refund) && named(refund) === 0n ? unpaid.filter(({ since }) => since < (refund.created ?? 0)) : [];
    const same = before.find(({ amount }) => amount === refund.amount);
    if (same !== undefined) unpaid = unpaid.filter((one) => one !== same);
    else if (before.length > 0) inDoubt.push(refund);
    else beside.push(...withoutToldPart(notes)(refund));
  }
  return { refunds: beside, inDoubt };
};
