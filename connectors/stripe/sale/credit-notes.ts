import { instantOfUnixSeconds } from '../../../src/domain/instant.ts';
import { sum } from '../../../src/domain/money.ts';
import type { Refund, RefundLine } from '../../../src/mapping/sale.ts';
import type { CreditNote, CreditNoteLine } from '../records/credit-note.ts';
import type { StripeRefund } from '../records/refund.ts';
import { billingCreditsOf } from './billing-credits.ts';
import { sumsOf } from './invoice-taxes.ts';
import { partsOfShipping } from './parts-of-shipping.ts';

const toLine = (line: CreditNoteLine): RefundLine => {
  const { onTop, contained } = sumsOf(line.taxes ?? line.tax_amounts ?? []);
  return {
    lineId: line.invoice_line_item ?? '',
    quantity: line.quantity === null || line.quantity < 1 ? 1 : line.quantity,
    amount: (line.amount ?? 0n) - (line.discount_amount ?? 0n) - billingCreditsOf(line) - contained,
    tax: onTop + contained,
  };
};

/** The refunds that a note names; old versions name one, and no amount of it. */
const linkedTo = ({ refund, refunds }: CreditNote): CreditNote['refunds'] => [
  ...refunds,
  ...(refund === null || refunds.some((linked) => linked.refund === refund) ? [] : [{ refund, amount_refunded: null }]),
];

/** A note and the refund that is made with it are dated by one request to Stripe, in seconds that may differ. */
const secondsOfOneRequest = 2;

/**
 * Whether a note tells a refund that it names. One that was there before the note may have been told by itself by then, and
 * stays told so: the note tells what is beyond it.
 */
export const isMadeWith = ({ created }: CreditNote, refund: StripeRefund): boolean =>
  (refund.created ?? 0) >= (created ?? 0) - secondsOfOneRequest;

/** How much of a refund a note names, in Stripe's units. A link that states no amount is for all of it. */
export const namedBy = (note: CreditNote, { id, amount }: StripeRefund): bigint =>
  sum(
    linkedTo(note)
      .filter(({ refund }) => refund === id)
      .map(({ amount_refunded }) => amount_refunded ?? amount ?? 0n),
  );

/** How much of a refund its notes tell, with a better split of the tax than it has itself. */
export const toldByNotes = (notes: readonly CreditNote[], refund: StripeRefund): bigint =>
  sum(notes.filter((note) => isMadeWith(note, refund)).map((note) => namedBy(note, refund)));

const magnitude = (amount: bigint): bigint => (amount < 0n ? -amount : amount);

const when: Readonly<Record<string, string>> = { pre_payment: 'before', mixed: 'before and after' };

/** A void note has no effect. */
export const isInForce = ({ status }: CreditNote): boolean => status !== 'void';

/**
 * How much tax a note states beyond that of its lines: some where tax was rounded once for all of them, all of it where the
 * lines of an old version carry none. It may be stated with the tax of shipping or beside it: what is nearer is meant.
 */
const taxBeyondLines = ({ total_taxes, tax_amounts }: CreditNote, onLines: bigint, onShipping: bigint): bigint => {
  const stated = total_taxes ?? tax_amounts ?? [];
  if (stated.length === 0) return 0n;
  const beside = sum(stated.map(({ amount }) => amount ?? 0n)) - onLines;
  const within = beside - onShipping;
  return magnitude(beside) < magnitude(within) ? beside : within;
};

/**
 * A credit note as a refund with its own lines, shipping and tax. It takes tax back whether or not money moves: a note
 * before the payment lowers what is due, one after it may go to the customer's balance. Amounts in Stripe's units.
 *
 * @param lineIds lines of the invoice; what belongs to none of them is an adjustment
 */
export const refundOfCreditNote =
  (lineIds: ReadonlySet<string>) =>
  (note: CreditNote): Refund => {
    const items = (note.lines?.data ?? []).map(toLine);
    const lines = items.filter(({ lineId }) => lineIds.has(lineId));
    const others = items.filter(({ lineId }) => !lineIds.has(lineId));
    const [postage] = partsOfShipping({ liable: 'seller', isShipped: true }, note.shipping_cost).charges;
    const shipping = {
      amount: postage?.price ?? 0n,
      tax: sum((postage?.taxes ?? []).map(({ amount }) => amount)),
    };
    const onLines = sum(items.map(({ tax }) => tax));
    const otherTax = sum(others.map(({ tax }) => tax)) + taxBeyondLines(note, onLines, shipping.tax);
    const told = sum(lines.map(({ amount, tax }) => amount + tax)) + shipping.amount + shipping.tax + otherTax;
    const total = note.total ?? note.amount ?? told + sum(others.map(({ amount }) => amount));
    return {
      id: note.id,
      occurredAt: instantOfUnixSeconds(note.created ?? 0),
      isSettled: true,
      lines,
      shipping,
      adjustment: { amount: total - told, tax: otherTax },
      total,
      message: `credit note ${note.id}, ${when[note.type ?? ''] ?? 'after'} the payment`,
    };
  };
