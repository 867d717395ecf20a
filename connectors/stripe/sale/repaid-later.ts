import type { CreditNote } from '../records/credit-note.ts';
import { namedBy } from './credit-notes.ts';
import { isRefund } from './refunds.ts';
import type { StripeRefund } from '../records/refund.ts';

/** Refunds that no note names and that were made after one that a note names had failed, by their ids. */
export interface RepaidLater {
  /** Of exactly as much: the note's money. */
  readonly same: ReadonlySet<string>;
  /** Of any other amount: nobody knows whether a note tells them. */
  readonly inDoubt: ReadonlySet<string>;
}

const byDate = (a: StripeRefund, b: StripeRefund): number =>
  (a.created ?? 0) - (b.created ?? 0) || (a.id < b.id ? -1 : 1);

const nothing: RepaidLater = { same: new Set(), inDoubt: new Set() };

/**
 * What refunds are for that were made by themselves after the refund of a credit note had failed, as when a merchant pays it
 * by another way: exactly as much is the note's money, once, and the note tells it.
 */
export const repaidLater = (notes: readonly CreditNote[], refunds: readonly StripeRefund[]): RepaidLater => {
  const named = (refund: StripeRefund): bigint => notes.reduce((sum, note) => sum + namedBy(note, refund), 0n);
  let unpaid = refunds.filter((refund) => !isRefund(refund) && named(refund) > 0n);
  if (unpaid.length === 0) return nothing;
  const [same, inDoubt] = [new Set<string>(), new Set<string>()];
  for (const refund of refunds.filter((one) => isRefund(one) && named(one) === 0n).toSorted(byDate)) {
    const before = unpaid.filter((failed) => (failed.created ?? 0) < (refund.created ?? 0));
    const paid = before.find((failed) => named(failed) === refund.amount);
    if (paid !== undefined) {
      same.add(refund.id);
      unpaid = unpaid.filter((failed) => failed !== paid);
    } else if (before.length > 0) inDoubt.add(refund.id);
  }
  return { same, inDoubt };
};
