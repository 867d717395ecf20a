import type { Refund, RefundPart } from '../../../src/mapping/sale.ts';
import type { CreditNote } from '../records/credit-note.ts';
import { isMadeWith, namedBy, refundOfCreditNote } from './credit-notes.ts';
import { inFirst, type StripeMoney } from './amounts.ts';
import type { StripeRefund } from '../records/refund.ts';
import { isRefund, isSettled, refundsOf } from './refunds.ts';
import type { Sold } from './lines.ts';
import { taxBack } from './taxes.ts';

type Money = Pick<StripeMoney, 'step'>;

/** How much of what a note says its older refunds have sent already. */
interface ToldBefore {
  readonly total: bigint;
  readonly tax: bigint;
  /** While one of them is on its way, so is what is beyond it. */
  readonly isSettled: boolean;
}

const nothing: RefundPart = { amount: 0n, tax: 0n };

/** Of what was told of a refund at another invoice, where the payment was for both, the tax is taken to be as the note's. */
const toldOf = (money: Money, note: Refund, named: bigint, refund: Refund | undefined): bigint => {
  const here = refund === undefined ? 0n : refund.total < named ? refund.total : named;
  const ofRefund = refund === undefined ? 0n : inFirst(money, taxBack(refund), refund.total, here);
  return ofRefund + inFirst(money, taxBack(note), note.total, named - here);
};

const beyond = (note: Refund, before: ToldBefore): readonly Refund[] => {
  const total = note.total - before.total;
  const tax = taxBack(note) - before.tax;
  if (total === 0n && tax === 0n) return [];
  return [
    {
      ...note,
      isSettled: before.isSettled,
      lines: [],
      shipping: nothing,
      adjustment: { amount: total - tax, tax },
      total,
    },
  ];
};

/** The refund may have been sent before it failed, and what was sent is never taken back. */
const inDoubt = (note: Refund): Refund => ({
  ...note,
  message: `${note.message}: it names an older refund that has failed and may have been sent before that`,
  isUnclear: true,
});

/**
 * The credit notes of a sale as refunds. One that names refunds that were there before it tells what it gives back beyond
 * them, and nothing where that is nothing: sent in full beside them, the money would count twice.
 *
 * @param notes those in force
 * @param refunds of the payments, in whole: a note names them so
 * @param told what the sale tells of them
 */
export const creditedOf = (
  sold: Sold,
  money: Money,
  notes: readonly CreditNote[],
  refunds: readonly StripeRefund[],
  told: readonly StripeRefund[],
): readonly Refund[] => {
  const lineIds = new Set(sold.lines.map(({ id }) => id));
  let credited: readonly Refund[] = [];
  for (const note of notes.toSorted((a, b) => (a.created ?? 0) - (b.created ?? 0))) {
    const whole = refundOfCreditNote(lineIds)(note);
    const isBefore = (refund: StripeRefund): boolean => !isMadeWith(note, refund);
    const named = refunds.filter((refund) => isBefore(refund) && namedBy(note, refund) > 0n);
    if (named.length === 0 || !named.every(isRefund)) {
      credited = [...credited, named.length === 0 ? whole : inDoubt(whole)];
      continue;
    }
    const before = refundsOf(sold, money, credited)(told.filter(isBefore));
    let [total, tax] = [0n, 0n];
    for (const refund of named) {
      const amount = namedBy(note, refund);
      total += amount;
      const own = before.find(({ id }) => id === refund.id);
      tax += toldOf(money, whole, amount, own);
    }
    credited = [...credited, ...beyond(whole, { total, tax, isSettled: named.every(isSettled) })];
  }
  return credited;
};
