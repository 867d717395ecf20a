import * as E from 'fp-ts/lib/Either.js';
import { Charge, isTaken } from '../records/charge.ts';
import { CheckoutSession, SessionLine } from '../records/checkout-session.ts';
import { CreditNote, CreditNoteLine } from '../records/credit-note.ts';
import { decoded, wholeChildrenOf, wholeListOf } from '../api/decode-object.ts';
import { Dispute } from '../records/dispute.ts';
import { type Invoice, InvoiceLine, InvoicePayment } from '../records/invoice.ts';
import { attachmentOf } from '../sale/attachment.ts';
import { invoiceAmong } from '../sale/invoice-of-charge.ts';
import { StripeRefund } from '../records/refund.ts';
import type { Read, StripeApi } from '../api/stripe-api.ts';

/** A session with all of its line items. */
export const wholeSession =
  (api: StripeApi) =>
  (session: CheckoutSession): Read<CheckoutSession> =>
  async () => {
    const lines = await wholeChildrenOf(api, 'session lines', session.id, SessionLine, session.line_items)();
    return E.isLeft(lines) ? lines : E.right({ ...session, line_items: lines.right });
  };

/** The session of a payment or a subscription, if it was made by one: the completed one, else the one under way. */
export const findSession =
  (api: StripeApi) =>
  (by: { readonly payment_intent: string } | { readonly subscription: string }): Read<CheckoutSession | null> =>
  async () => {
    const query = { ...by, expand: ['data.line_items'] };
    const sessions = await wholeListOf(api, 'checkout sessions', query, CheckoutSession)();
    if (E.isLeft(sessions)) return sessions;
    const ofStatus = (wanted: string): CheckoutSession | undefined =>
      sessions.right.find(({ status }) => status === wanted);
    const session = ofStatus('complete') ?? ofStatus('open');
    return session === undefined ? E.right(null) : wholeSession(api)(session)();
  };

/** The invoice that tells a charge, asked by its payment; null when none does. */
export const findInvoiceId =
  (api: StripeApi) =>
  (charge: Charge): Read<string | null> =>
  async () => {
    if (charge.payment_intent === null) return E.right(null);
    const query = { payment: { type: 'payment_intent' as const, payment_intent: charge.payment_intent.id } };
    const payments = await wholeListOf(api, 'invoice payments', query, InvoicePayment)();
    if (E.isLeft(payments)) return payments;
    return E.right(invoiceAmong(charge)(payments.right.flatMap((paid) => attachmentOf(paid) ?? [])));
  };

/** A charge with all of its refunds. */
export const wholeCharge =
  (api: StripeApi) =>
  (charge: Charge): Read<Charge> =>
  async () => {
    if (charge.refunds !== null && charge.refunds.has_more !== true) return E.right(charge);
    const refunds = await wholeListOf(api, 'refunds', { charge: charge.id }, StripeRefund)();
    return E.isLeft(refunds) ? refunds : E.right({ ...charge, refunds: { data: refunds.right, has_more: false } });
  };

/** The charge that a payment succeeded with, if it did. */
export const findCharge =
  (api: StripeApi) =>
  (paymentId: string): Read<Charge | null> =>
  async () => {
    if (!paymentId.startsWith('pi_')) {
      const charge = await decoded(api.retrieve('charge', paymentId), Charge)();
      return E.isLeft(charge) ? charge : wholeCharge(api)(charge.right)();
    }
    const charges = await wholeListOf(api, 'charges', { payment_intent: paymentId }, Charge)();
    if (E.isLeft(charges)) return charges;
    const taken = charges.right.find(isTaken);
    return taken === undefined ? E.right(null) : wholeCharge(api)(taken)();
  };

/** An invoice with all of its lines and payments; only the first ten of each come with it. */
export const wholeInvoice =
  (api: StripeApi) =>
  (invoice: Invoice): Read<Invoice> =>
  async () => {
    const lines = await wholeChildrenOf(api, 'invoice lines', invoice.id, InvoiceLine, invoice.lines)();
    if (E.isLeft(lines)) return lines;
    if (invoice.payments?.has_more !== true) return E.right({ ...invoice, lines: lines.right });
    const payments = await wholeListOf(api, 'invoice payments', { invoice: invoice.id }, InvoicePayment)();
    if (E.isLeft(payments)) return payments;
    return E.right({ ...invoice, lines: lines.right, payments: { data: payments.right, has_more: false } });
  };

/** The credit notes of an invoice, with all of their lines. */
export const creditNotesOf =
  (api: StripeApi) =>
  (invoice: Invoice): Read<readonly CreditNote[]> =>
  async () => {
    const credited = (invoice.pre_payment_credit_notes_amount ?? 0n) + (invoice.post_payment_credit_notes_amount ?? 0n);
    if (credited === 0n) return E.right([]);
    const notes = await wholeListOf(api, 'credit notes', { invoice: invoice.id }, CreditNote)();
    if (E.isLeft(notes)) return notes;
    const whole: CreditNote[] = [];
    for (const note of notes.right) {
      const lines = await wholeChildrenOf(api, 'credit note lines', note.id, CreditNoteLine, note.lines)();
      if (E.isLeft(lines)) return lines;
      whole.push({ ...note, lines: lines.right });
    }
    return E.right(whole);
  };

/** The disputes of a charge. They change nothing of a sale: one that the key may not read is named as unreadable. */
export const disputesOf =
  (api: StripeApi) =>
  ({ id, disputed, amount, created }: Charge): Read<readonly Dispute[]> =>
  async () => {
    if (disputed !== true) return E.right([]);
    const disputes = await wholeListOf(api, 'disputes', { charge: id }, Dispute)();
    if (E.isRight(disputes) || disputes.left._tag !== 'MissingPermission') return disputes;
    const status = 'unknown: grant rak_dispute_read';
    return E.right([
      { id: `dispute-of-${id}`, amount, status, reason: null, created, charge: id, payment_intent: null },
    ]);
  };
