/** Looks up what a charge, a session or a payment leaves out: refunds, lines, disputes, its session, its invoice, its reader. */
import * as E from 'fp-ts/lib/Either.js';
import type { Read, StripeApi } from '../client/stripe-api.ts';
import { wholeListOf, wholeChildrenOf, decoded } from '../client/decoded.ts';
import { Charge, isTaken } from '../records/charge.ts';
import { Dispute } from '../records/dispute.ts';
import { StripeRefund } from '../records/refund.ts';
import { CheckoutSession, SessionLine } from '../records/checkout-session.ts';
import { InvoicePayment } from '../records/invoice.ts';
import { attachmentOf, owningInvoice } from '../to-sale/payment-owner.ts';
import * as O from 'fp-ts/lib/Option.js';
import { chooseDestination } from '../../../src/mapping/destination.ts';
import type { Destination } from '../../../src/mapping/sale.ts';
import { type StripeAddress, TerminalLocation } from '../records/address.ts';

/** The disputes of a charge. They do not change the sale, so a dispute that the key may not read is listed as unknown. */
export const disputesOf =
  (api: StripeApi, { id, disputed, amount, currency, created }: Charge): Read<readonly Dispute[]> =>
  async () => {
    if (disputed !== true) return E.right([]);
    const disputes = await wholeListOf(api, 'disputes', { charge: id }, Dispute)();
    if (E.isRight(disputes) || disputes.left._tag !== 'MissingPermission') return disputes;
    const status = 'unknown: grant rak_dispute_read';
    const unread = {
      reason: null,
      isHidden: true as const,
      created,
      charge: id,
      payment_intent: null,
      balance_transactions: null,
    };
    return E.right([{ id: `dispute-of-${id}`, amount, currency, status, ...unread }]);
  };

export const wholeCharge =
  (api: StripeApi, charge: Charge): Read<Charge> =>
  async () => {
    if (charge.refunds !== null && charge.refunds.has_more !== true) return E.right(charge);
    const refunds = await wholeListOf(api, 'refunds', { charge: charge.id }, StripeRefund)();
    return E.isLeft(refunds) ? refunds : E.right({ ...charge, refunds: { data: refunds.right, has_more: false } });
  };

/** A session with all of its line items. */
export const wholeSession =
  (api: StripeApi, session: CheckoutSession): Read<CheckoutSession> =>
  async () => {
    const lines = await wholeChildrenOf(api, 'session lines', session.id, SessionLine, session.line_items)();
    return E.isLeft(lines) ? lines : E.right({ ...session, line_items: lines.right });
  };

/** The successful charge of a payment, if it has one. */
export const findCharge =
  (api: StripeApi, paymentId: string): Read<Charge | null> =>
  async () => {
    if (!paymentId.startsWith('pi_')) {
      const charge = await decoded(api.retrieve('charge', paymentId), Charge)();
      return E.isLeft(charge) ? charge : wholeCharge(api, charge.right)();
    }
    const charges = await wholeListOf(api, 'charges', { payment_intent: paymentId }, Charge)();
    if (E.isLeft(charges)) return charges;
    const taken = charges.right.find(isTaken);
    return taken === undefined ? E.right(null) : wholeCharge(api, taken)();
  };

/** The session of a payment or a subscription, if it was made by one: the completed one, else the one under way. */
export const findSession =
  (
    api: StripeApi,
    by: { readonly payment_intent: string } | { readonly subscription: string },
  ): Read<CheckoutSession | null> =>
  async () => {
    const query = { ...by, expand: ['data.line_items'] };
    const sessions = await wholeListOf(api, 'checkout sessions', query, CheckoutSession)();
    if (E.isLeft(sessions)) return sessions;
    const ofStatus = (wanted: string): CheckoutSession | undefined =>
      sessions.right.find(({ status }) => status === wanted);
    const session = ofStatus('complete') ?? ofStatus('open');
    return session === undefined ? E.right(null) : wholeSession(api, session)();
  };

/** The amounts that a payment paid of each invoice. */
export const invoicePaymentsOf = (api: StripeApi, paymentIntent: string): Read<readonly InvoicePayment[]> => {
  const payment = { type: 'payment_intent', payment_intent: paymentIntent } as const;
  return wholeListOf(api, 'invoice payments', { payment }, InvoicePayment);
};

/** The invoice that owns a charge, looked up by its payment; null when none does. */
export const findInvoiceId =
  (api: StripeApi, charge: Charge): Read<string | null> =>
  async () => {
    if (charge.payment_intent === null) return E.right(null);
    const payments = await invoicePaymentsOf(api, charge.payment_intent.id)();
    if (E.isLeft(payments)) return payments;
    const attachments = payments.right.flatMap((paid) => attachmentOf(paid) ?? []);
    return E.right(owningInvoice(charge, attachments));
  };

/**
 * The address of the reader that took a payment in person; null if the merchant deleted its location. Also null if it decides
 * nothing: a sale that has another address is not held because the key may not read locations.
 *
 * @param id of the location
 * @param candidates where the sale would count if the reader stood `anywhere`
 */
export const placeOfSale =
  (api: StripeApi, id: string, candidates: readonly Destination[]): Read<StripeAddress | null> =>
  async () => {
    const chosen = chooseDestination(candidates);
    if (O.isNone(chosen) || chosen.value.basis !== 'point of sale') return E.right(null);
    const place = await decoded(api.retrieve('terminal location', id), TerminalLocation)();
    if (E.isRight(place)) return E.right(place.right.address);
    return place.left._tag === 'NoSuchObject' ? E.right(null) : place;
  };
