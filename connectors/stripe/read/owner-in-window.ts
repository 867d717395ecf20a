/** Decides in a window whether an invoice or the charge itself is the sale of a payment, so that it is sent once. */
import * as E from 'fp-ts/lib/Either.js';
import { type Charge, isTaken } from '../records/charge.ts';
import type { CheckoutSession } from '../records/checkout-session.ts';
import { owningInvoice, ownerOf } from '../to-sale/payment-owner.ts';
import { isRefusal } from '../errors.ts';
import { findInvoiceId, findSession } from './look-ups.ts';
import type { Read, StripeApi } from '../client/stripe-api.ts';
import { paymentLookBack, type WindowReading } from './window-reading.ts';

/**
 * Which record is the sale of a charge.
 *
 * - `invoice`: the invoice that it paid
 * - `charge`: the charge, with the session's lines if it has one
 * - `unseen`: unknown, because the key may not read the list that states it
 */
export type ChargeOwner =
  /** `lookedUp`: the id of the invoice, if no list of the window names it. */
  | { readonly kind: 'invoice'; readonly lookedUp?: string }
  | { readonly kind: 'charge'; readonly session: CheckoutSession | null }
  | { readonly kind: 'unseen'; readonly missing: string };

const byInvoice: ChargeOwner = { kind: 'invoice' };
const byCharge = (session: CheckoutSession | null): ChargeOwner => ({ kind: 'charge', session });
const unseen = (missing: string): ChargeOwner => ({ kind: 'unseen', missing });

const unknownHere =
  'Stripe does not state to which invoice a payment is attached (GET /v1/invoice_payments), so it may count twice. Read without a gateway (apiOrigin)';

/** Finds the owner in the lists of a window, or by a look-up if the lists may not show it. */
export const ownerInWindow =
  (api: StripeApi, reading: WindowReading, charge: Charge): Read<ChargeOwner> =>
  async () => {
    const { invoices, sessions, payments, attachmentsOf, isUnlisted, isUnread, sessionOfPayment } = reading;
    const owner = ownerOf(
      {
        invoiceOf: (id) => owningInvoice(charge, attachmentsOf(id)) ?? undefined,
        sessionOf: (id) => sessionOfPayment.get(id),
      },
      charge,
    );
    if (owner.kind === 'invoice') {
      const missing = isTaken(charge) ? invoices.missing() : null;
      return E.right(missing === null ? byInvoice : unseen(missing));
    }
    const known = owner.kind === 'session' ? owner.session : null;
    if (!isTaken(charge) || charge.payment_intent === null) return E.right(byCharge(known));
    const withoutSessions = known === null ? sessions.missing() : null;
    if (withoutSessions !== null) return E.right(unseen(withoutSessions));
    // Without invoices only the charge is sent. With invoices but without their payments, both may be sent.
    const withoutPayments = invoices.missing() === null ? payments.missing() : null;
    if (withoutPayments !== null) return E.right(unseen(withoutPayments));
    const isOutOfSight = payments.missing() === null && (isUnlisted() || mayBeAttachedBefore(charge));
    // An object that could not be decoded fails again in a look-up, which holds the charge.
    const isUnclear = isUnread(charge.payment_intent.id);
    const mayBeOnInvoice = isUnclear && invoices.missing() === null;
    if (owner.kind === 'perhaps an invoice' || isOutOfSight || mayBeOnInvoice) {
      const invoice = await findInvoiceId(api, charge)();
      if (E.isLeft(invoice)) return isUnlisted() && isRefusal(invoice.left) ? E.right(unseen(unknownHere)) : invoice;
      if (invoice.right !== null) return E.right({ ...byInvoice, lookedUp: invoice.right });
    }
    if (owner.kind !== 'perhaps a session' && !isUnclear) return E.right(byCharge(known));
    const session = await findSession(api, { payment_intent: charge.payment_intent.id })();
    if (E.isLeft(session)) return session;
    return E.right(session.right?.invoice == null ? byCharge(session.right) : byInvoice);
  };

/**
 * Whether a payment may have been attached to an invoice before the span of payments that is read with its charge, because it was
 * made long before it was paid. Most payments are paid at once.
 */
const mayBeAttachedBefore = ({ created, payment_intent: payment }: Charge): boolean => {
  const intended = payment?.object?.created ?? null;
  return created === null || intended === null || created - intended > paymentLookBack;
};
