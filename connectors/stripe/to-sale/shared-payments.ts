/** Divides the refunds and disputes of a payment that paid several invoices among these invoices, to the cent. */
import { sum } from '../../../src/domain/money.ts';
import type { CreditNote } from '../records/credit-note.ts';
import type { StripeRefund } from '../records/refund.ts';
import { allocateWhole, type StripeMoney } from './amounts.ts';
import { amountNamed, coveredByNotes, isMadeWithNote, repaidLater } from './credit-notes.ts';
import type { DisputedMoney } from './disputes.ts';
import { bySettlementAndDate, isRefund } from './refunds.ts';

/** The amount that one payment paid of an invoice, in Stripe's units. */
export interface PaidPart {
  readonly invoiceId: string;
  readonly amount: bigint;
  /** The credit notes of the invoice: a refund that was made with one of them belongs to this invoice. */
  readonly notes: readonly CreditNote[];
}

/**
 * The refunds of a payment as far as they belong to one invoice: the part that was made with its credit notes, and a share of the
 * rest by largest remainder, over the part of each invoice that was not refunded yet. The shares of a refund add up to the
 * refund. When everything is refunded, the shares of an invoice add up to its payment.
 *
 * @param parts of every invoice that the payment paid, in an order that does not depend on the invoice
 * @param captured the captured amount, in Stripe's units; a part that no invoice has gets its share as well
 */
export const shareOfRefunds = (
  money: Pick<StripeMoney, 'step'>,
  parts: readonly PaidPart[],
  captured: bigint,
  invoiceId: string,
  refunds: readonly StripeRefund[],
): readonly StripeRefund[] => {
  const unassigned = notBelowZero(captured - sum(parts.map(({ amount }) => amount)));
  let remaining: readonly bigint[] = [...parts.map(({ amount }) => amount), unassigned];
  let uncounted = parts.map(({ notes }) => notes.map((note) => ({ note, amount: withoutRefund(note, refunds) })));
  const repaid = parts.map(({ notes }) => repaidLater(notes, refunds));
  const notesOwn = parts.find((part) => part.invoiceId === invoiceId)?.notes ?? [];
  // Failed refunds return nothing here either, but they show which later refund was paid in their place.
  const failed = refunds.filter((one) => !isRefund(one) && notesOwn.some((note) => amountNamed(note, one) > 0n));
  const shares = refunds
    .filter(isRefund)
    .toSorted(bySettlementAndDate)
    .flatMap((refund) => {
      const coveredBy = ({ notes }: PaidPart, index: number): bigint =>
        repaid[index]?.same.has(refund.id) === true ? (refund.amount ?? 0n) : coveredByNotes(notes, refund);
      const covered = [...parts.map(coveredBy), 0n];
      const isCredited = ({ note }: { readonly note: CreditNote }): boolean => isMadeWithNote(note, refund);
      const credited = uncounted.map((notes) => sum(notes.filter(isCredited).map(({ amount }) => amount)));
      uncounted = uncounted.map((notes) => notes.filter((one) => !isCredited(one)));
      const open = remaining.map((amount, index) =>
        notBelowZero(amount - (covered[index] ?? 0n) - (credited[index] ?? 0n)),
      );
      const rest = allocateWhole(money, notBelowZero((refund.amount ?? 0n) - sum(covered)), open);
      remaining = open.map((amount, index) => notBelowZero(amount - (rest[index] ?? 0n)));
      const own = sum(
        parts.map((part, index) => (part.invoiceId === invoiceId ? (covered[index] ?? 0n) + (rest[index] ?? 0n) : 0n)),
      );
      return own === 0n ? [] : [{ ...refund, amount: own }];
    });
  return [...shares, ...failed];
};

/**
 * The part of a dispute that belongs to one invoice, if the payment paid several: by largest remainder over the amounts that it
 * paid of each, so that the parts add up to the dispute. Amounts in Stripe's units.
 *
 * @param parts of every invoice that the payment paid, in an order that does not depend on the invoice
 * @param captured the captured amount; a part that no invoice has gets its share as well
 */
export const shareOfDispute = (
  money: Pick<StripeMoney, 'step'>,
  parts: readonly PaidPart[],
  captured: bigint,
  invoiceId: string,
  dispute: DisputedMoney,
): DisputedMoney => {
  if (dispute.taken === null) return dispute;
  const unassigned = captured - sum(parts.map(({ amount }) => amount));
  const weights = [...parts.map(({ amount }) => amount), unassigned > 0n ? unassigned : 0n];
  const shares = allocateWhole(money, dispute.taken, weights);
  const own = parts.map((part, index) => (part.invoiceId === invoiceId ? (shares[index] ?? 0n) : 0n));
  return { ...dispute, taken: sum(own) };
};

const notBelowZero = (amount: bigint): bigint => (amount > 0n ? amount : 0n);

/** The amount that a note returns without a refund, such as to the customer's balance: no refund returns it again. */
const withoutRefund = (note: CreditNote, refunds: readonly StripeRefund[]): bigint =>
  notBelowZero((note.total ?? 0n) - sum(refunds.map((refund) => amountNamed(note, refund))));
