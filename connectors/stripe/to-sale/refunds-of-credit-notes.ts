import type { Refund, RefundPart } from '../../../src/mapping/sale.ts';
import type { CreditNote } from '../records/credit-note.ts';
import { isMadeWithNote, amountNamed, refundOfCreditNote } from './credit-notes.ts';
import { prorate, type StripeMoney } from './amounts.ts';
import type { StripeRefund } from '../records/refund.ts';
import { isRefund, isSettled, refundsOf } from './refunds.ts';
import type { SaleAmounts } from './lines.ts';
import { refundedTax } from './taxes.ts';

type Money = Pick<StripeMoney, 'step'>;

/** The part of a note that its older refunds already sent. */
interface RefundedBefore {
  readonly total: bigint;
  readonly tax: bigint;
  /** While one of them is on its way, so is what is beyond it. */
  readonly isSettled: boolean;
}

const noPart: RefundPart = { amount: 0n, tax: 0n };

/** If a payment covered another invoice too, the tax already sent there is taken in the note's proportion. */
const taxRefundedBefore = (money: Money, note: Refund, named: bigint, refund: Refund | undefined): bigint => {
  const ofInvoice = refund === undefined ? 0n : refund.total < named ? refund.total : named;
  const ofRefund = refund === undefined ? 0n : prorate(money, refundedTax(refund), refund.total, ofInvoice);
  return ofRefund + prorate(money, refundedTax(note), note.total, named - ofInvoice);
};

const beyondRefunds = (note: Refund, before: RefundedBefore): readonly Refund[] => {
  const total = note.total - before.total;
  const tax = refundedTax(note) - before.tax;
  if (total === 0n && tax === 0n) return [];
  return [
    {
      ...note,
      isSettled: before.isSettled,
      lines: [],
      shipping: noPart,
      adjustment: { amount: total - tax, tax },
      total,
    },
  ];
};

/** The refund may have been sent before it failed, and what was sent is never taken back. */
const unclear = (note: Refund): Refund => ({
  ...note,
  message: `${note.message}: it names an older refund that has failed and may have been sent before that`,
  isUnclear: true,
});

/**
 * The credit notes of a sale as refunds. A note that names older refunds only counts what exceeds them; sent in full
 * beside them, the money would count twice.
 *
 * @param notes those in force
 * @param refunds of the payments, in whole: a note names them so
 * @param counted the part of them that the sale counts
 */
export const refundsOfCreditNotes = (
  amounts: SaleAmounts,
  money: Money,
  notes: readonly CreditNote[],
  refunds: readonly StripeRefund[],
  counted: readonly StripeRefund[],
): readonly Refund[] => {
  const lineIds = new Set(amounts.lines.map(({ id }) => id));
  let credited: readonly Refund[] = [];
  for (const note of notes.toSorted((a, b) => (a.created ?? 0) - (b.created ?? 0))) {
    const full = refundOfCreditNote(lineIds)(note);
    const isBefore = (refund: StripeRefund): boolean => !isMadeWithNote(note, refund);
    const named = refunds.filter((refund) => isBefore(refund) && amountNamed(note, refund) > 0n);
    if (named.length === 0 || !named.every(isRefund)) {
      credited = [...credited, named.length === 0 ? full : unclear(full)];
      continue;
    }
    const before = refundsOf(amounts, money, credited)(counted.filter(isBefore));
    let [total, tax] = [0n, 0n];
    for (const refund of named) {
      const amount = amountNamed(note, refund);
      total += amount;
      const own = before.find(({ id }) => id === refund.id);
      tax += taxRefundedBefore(money, full, amount, own);
    }
    credited = [...credited, ...beyondRefunds(full, { total, tax, isSettled: named.every(isSettled) })];
  }
  return credited;
};
