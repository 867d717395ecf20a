/** Maps credit notes to refunds with the tax that they state, and counts a refund that a note names only once. */
import { taxOfRefund } from '../../../src/mapping/amounts.ts';
import { instantOfUnixSeconds } from '../../../src/domain/instant.ts';
import { sum } from '../../../src/domain/money.ts';
import type { Refund, RefundLine, RefundPart } from '../../../src/mapping/sale.ts';
import type { CreditNote, CreditNoteLine } from '../records/credit-note.ts';
import type { Invoice } from '../records/invoice.ts';
import type { StripeRefund } from '../records/refund.ts';
import { deliveryFees } from './invoice-parts.ts';
import { billingCreditsOf, lineTaxes, sumsOf, withoutFees } from './taxes.ts';
import { partsOfShipping } from './shipping.ts';
import { byDate, fullRefund, isRefund, isSettled, partialRefund, refundsOf, shareOf, wholeOf } from './refunds.ts';
import { type StripeMoney, prorate } from './amounts.ts';
import { type SaleAmounts, type SaleParts, totalOf } from './lines.ts';

/** One request to Stripe makes a note and its refund, in seconds that may differ. */
const secondsOfOneRequest = 2;

/**
 * Whether a refund that a note names was made with it. One that existed before the note may have been sent already and
 * stays as sent; the note then counts what exceeds it.
 */
export const isMadeWithNote = ({ created }: CreditNote, refund: StripeRefund): boolean =>
  (refund.created ?? 0) >= (created ?? 0) - secondsOfOneRequest;

/** How much of a refund a note names, in Stripe's units. A link that states no amount is for all of it. */
export const amountNamed = (note: CreditNote, { id, amount }: StripeRefund): bigint =>
  sum(
    linkedRefunds(note)
      .filter(({ refund }) => refund === id)
      .map(({ amount_refunded }) => amount_refunded ?? amount ?? 0n),
  );

/** How much of a refund is in its credit notes, which state its tax better than the refund does. */
export const coveredByNotes = (notes: readonly CreditNote[], refund: StripeRefund): bigint =>
  sum(notes.filter((note) => isMadeWithNote(note, refund)).map((note) => amountNamed(note, refund)));

/** A void note has no effect. */
export const isInForce = ({ status }: CreditNote): boolean => status !== 'void';

/** The credit notes of an invoice, marked where they were made before it was paid. */
export const withPrecedence = (
  invoice: Invoice,
  notes: readonly CreditNote[],
  credited: readonly Refund[],
): readonly Refund[] =>
  credited.map((refund) => {
    const note = notes.find(({ id }) => id === refund.id);
    const { precedes } = note === undefined ? {} : precedesOf(invoice, note);
    return precedes === undefined ? refund : { ...withTaxOnLines(refund), precedes };
  });

/** Refunds that are sent in addition to the credit notes of their sale. */
interface RefundsBeyondNotes {
  /** The part of the refunds that is in no note. */
  readonly refunds: readonly StripeRefund[];
  /** Refunds that may be in a note: the note's own refund had failed. */
  readonly unclear: readonly StripeRefund[];
}

/** The part of each refund that is in no credit note: the whole refund, or the rest if notes cover a part of it. */
export const refundsBeyondNotes = (
  notes: readonly CreditNote[],
  refunds: readonly StripeRefund[],
): RefundsBeyondNotes => {
  const repaid = repaidLater(notes, refunds);
  return {
    refunds: refunds.flatMap((refund) => {
      if (repaid.same.has(refund.id) || repaid.unclear.has(refund.id)) return [];
      const counted = coveredByNotes(notes, refund);
      if (counted === 0n) return [refund];
      const rest = (refund.amount ?? 0n) - counted;
      return rest > 0n ? [{ ...refund, amount: rest }] : [];
    }),
    unclear: refunds.filter(({ id }) => repaid.unclear.has(id)),
  };
};

/** Refunds that no note names, made after the failure of a refund that a note names; by their ids. */
export interface RepaidLater {
  /** Refunds of exactly the same amount: the money of the note. */
  readonly same: ReadonlySet<string>;
  /** Refunds of another amount, which may or may not be in a note. */
  readonly unclear: ReadonlySet<string>;
}

const noneRepaid: RepaidLater = { same: new Set(), unclear: new Set() };

/**
 * Refunds that were made separately after the refund of a credit note failed, such as when a merchant pays it another way: a
 * refund of exactly the same amount belongs to the note, once.
 */
export const repaidLater = (notes: readonly CreditNote[], refunds: readonly StripeRefund[]): RepaidLater => {
  const named = (refund: StripeRefund): bigint => notes.reduce((sum, note) => sum + amountNamed(note, refund), 0n);
  let unpaid = refunds.filter((refund) => !isRefund(refund) && named(refund) > 0n);
  if (unpaid.length === 0) return noneRepaid;
  const [same, unclear] = [new Set<string>(), new Set<string>()];
  for (const refund of refunds.filter((one) => isRefund(one) && named(one) === 0n).toSorted(byDate)) {
    const before = unpaid.filter((failed) => (failed.created ?? 0) < (refund.created ?? 0));
    const paid = before.find((failed) => named(failed) === refund.amount);
    if (paid !== undefined) {
      same.add(refund.id);
      unpaid = unpaid.filter((failed) => failed !== paid);
    } else if (before.length > 0) unclear.add(refund.id);
  }
  return { same, unclear };
};

type Money = Pick<StripeMoney, 'step'>;

/**
 * The credit notes of a sale as refunds. A note that names older refunds counts only the amount beyond them; sent in full
 * with them, the money would count twice.
 *
 * @param notes notes in force
 * @param refunds whole refunds of the payments, as a note names them
 * @param counted the part of these refunds that the sale counts
 */
export const refundsOfCreditNotes = (
  amounts: Pick<SaleParts, 'taxLineIds' | 'hasTaxOfMetadata'> & SaleAmounts,
  money: Money,
  notes: readonly CreditNote[],
  refunds: readonly StripeRefund[],
  counted: readonly StripeRefund[],
): readonly Refund[] => {
  const lineIds = new Set(amounts.lines.map(({ id }) => id));
  let credited: readonly Refund[] = [];
  for (const note of notes.toSorted((a, b) => (a.created ?? 0) - (b.created ?? 0))) {
    const stated = refundOfCreditNote(lineIds, amounts.taxLineIds ?? new Set(), note);
    const noted = sum(credited.map((one) => one.total));
    const full = amounts.hasTaxOfMetadata === true ? withShareOfTax(amounts, money, stated, noted) : stated;
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

/** The refunds that a note names; old versions name one refund, without its amount. */
const linkedRefunds = ({ refund, refunds }: CreditNote): CreditNote['refunds'] => [
  ...refunds,
  ...(refund === null || refunds.some((linked) => linked.refund === refund) ? [] : [{ refund, amount_refunded: null }]),
];

/**
 * Whether a note was made before its invoice was paid, by the type that Stripe gives it: then it is part of the sale, as
 * `asCharged` decides. A mixed note paid the rest of the invoice.
 */
const precedesOf = (invoice: Invoice, { type, created }: CreditNote): Pick<Refund, 'precedes'> => {
  const paidAt = invoice.status_transitions?.paid_at ?? null;
  const isBefore =
    type === null ? paidAt !== null && (created ?? 0) < paidAt : type === 'pre_payment' || type === 'mixed';
  if (!isBefore) return {};
  const first = firstPaidAt(invoice);
  if (first === null ? invoice.status === 'paid' : (created ?? 0) <= first) return { precedes: 'first payment' };
  return invoice.status === 'paid' ? { precedes: 'full payment' } : {};
};

/** When an invoice was first paid in part, in Unix seconds; null where no payment is known. */
const firstPaidAt = ({ payments }: Invoice): number | null => {
  const days = (payments?.data ?? []).flatMap(({ status, status_transitions, created }) =>
    status === 'paid' ? (status_transitions?.paid_at ?? created ?? []) : [],
  );
  return days.length === 0 ? null : Math.min(...days);
};

const noPart: RefundPart = { amount: 0n, tax: 0n };

/** Moves tax that was rounded once for all lines to the first of them. */
const withTaxOnLines = (refund: Refund): Refund => {
  const [first, ...others] = refund.lines;
  const { amount, tax } = refund.adjustment;
  if (first === undefined || amount !== 0n || tax === 0n) return refund;
  return { ...refund, lines: [{ ...first, tax: first.tax + tax }, ...others], adjustment: noPart };
};

/** The refund may have been sent before it failed, and what was sent is never taken back. */
const unclear = (note: Refund): Refund => ({
  ...note,
  message: `${note.message}: it names an older refund that has failed and may have been sent before that`,
  isUnclear: true,
});

const timing: Readonly<Record<string, string>> = { pre_payment: 'before', mixed: 'before and after' };

/**
 * A credit note as a refund with its own lines, shipping and tax. It takes tax back whether or not money moves: a note
 * before the payment lowers what is due, one after it may go to the customer's balance. Amounts in Stripe's units.
 *
 * @param lineIds lines of the invoice; an amount for any other line is an adjustment
 */
const refundOfCreditNote = (
  lineIds: ReadonlySet<string>,
  taxLineIds: ReadonlySet<string>,
  note: CreditNote,
): Refund => {
  const fees = deliveryFees(note).map(({ id, quantity, listed }) => ({
    lineId: id,
    quantity,
    amount: listed,
    tax: 0n,
  }));
  const items = [...(note.lines?.data ?? []).map(toLine), ...fees].map((line) =>
    taxLineIds.has(line.lineId) ? asTax(line) : line,
  );
  const lines = items.filter(({ lineId }) => lineIds.has(lineId));
  const others = items.filter(({ lineId }) => !lineIds.has(lineId));
  const [postage] = partsOfShipping({ liable: 'seller', isShipped: true }, note.shipping_cost).charges;
  const shipping = {
    amount: postage?.price ?? 0n,
    tax: sum((postage?.taxes ?? []).map(({ amount }) => amount)),
  };
  const onLines = sum(items.map(({ tax }) => tax));
  const otherTax = sum(others.map(({ tax }) => tax)) + taxBeyondLines(note, onLines, shipping.tax);
  const counted = sum(lines.map(({ amount, tax }) => amount + tax)) + shipping.amount + shipping.tax + otherTax;
  const total = note.total ?? counted + sum(others.map(({ amount }) => amount));
  return {
    id: note.id,
    occurredAt: instantOfUnixSeconds(note.effective_at ?? note.created ?? 0),
    isSettled: true,
    lines,
    shipping,
    adjustment: { amount: total - counted, tax: otherTax },
    total,
    message: `credit note ${note.id}, ${timing[note.type ?? ''] ?? 'after'} the payment`,
  };
};

const toLine = (line: CreditNoteLine): RefundLine => {
  const { onTop, contained } = sumsOf(lineTaxes(line));
  return {
    lineId: line.invoice_line_item ?? '',
    quantity: line.quantity === null || line.quantity < 1 ? 1 : line.quantity,
    amount: (line.amount ?? 0n) - (line.discount_amount ?? 0n) - billingCreditsOf(line) - contained,
    tax: onTop + contained,
  };
};

/** A line that was sold as tax is returned as tax. */
const asTax = (line: RefundLine): RefundLine => ({ ...line, amount: 0n, tax: line.amount + line.tax });

/**
 * The tax that a note states beyond the tax of its lines: a little if tax was rounded once for all lines, all of it if the lines
 * of an old version have no tax. The stated tax may or may not contain the tax of shipping: the smaller difference is taken.
 */
const taxBeyondLines = (
  { total_taxes, total_tax_amounts }: CreditNote,
  onLines: bigint,
  onShipping: bigint,
): bigint => {
  const stated = withoutFees(total_taxes ?? total_tax_amounts ?? []);
  if (stated.length === 0) return 0n;
  const without = sum(stated.map(({ amount }) => amount ?? 0n)) - onLines;
  const within = without - onShipping;
  return magnitude(without) < magnitude(within) ? without : within;
};

const magnitude = (amount: bigint): bigint => (amount < 0n ? -amount : amount);

/**
 * A note of an invoice whose tax comes from metadata: Stripe states no tax on the note, and the prices of its lines contain the
 * tax. So it returns its share of all parts, like a refund.
 *
 * @param before the amount that earlier notes returned
 */
const withShareOfTax = (amounts: SaleAmounts, money: Money, note: Refund, before: bigint): Refund => {
  if (taxOfRefund(note) !== 0n || note.total <= 0n) return note;
  if (before === 0n && note.total === totalOf(amounts)) return { ...note, ...fullRefund(amounts) };
  return { ...note, ...partialRefund(shareOf(money, wholeOf(amounts), before, note.total)) };
};

/** If a payment covered another invoice too, the tax already sent there is taken in the note's proportion. */
const taxRefundedBefore = (money: Money, note: Refund, named: bigint, refund: Refund | undefined): bigint => {
  const ofInvoice = refund === undefined ? 0n : refund.total < named ? refund.total : named;
  const ofRefund = refund === undefined ? 0n : prorate(money, taxOfRefund(refund), refund.total, ofInvoice);
  return ofRefund + prorate(money, taxOfRefund(note), note.total, named - ofInvoice);
};

/** The part of a note that its older refunds already sent. */
interface RefundedBefore {
  readonly total: bigint;
  readonly tax: bigint;
  /** False while one of these refunds is pending, and so the amount beyond them. */
  readonly isSettled: boolean;
}

const beyondRefunds = (note: Refund, before: RefundedBefore): readonly Refund[] => {
  const total = note.total - before.total;
  const tax = taxOfRefund(note) - before.tax;
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
