/**
 * Reads the sale of an invoice with everything that must be looked up: lines, charges, session, credit notes, disputes, address.
 */
import * as E from 'fp-ts/lib/Either.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { pipe } from 'fp-ts/lib/function.js';
import { withTaxRates } from './with-tax-codes.ts';
import type { Exclusion } from '../../../src/domain/exclusion.ts';
import type { SourceResult } from '../../../src/mapping/source-connector.ts';
import type { StripeAddress } from '../records/address.ts';
import { type Charge, readerLocationOf, capturedAmount } from '../records/charge.ts';
import type { CheckoutSession } from '../records/checkout-session.ts';
import type { StripeContext } from '../to-sale/identity.ts';
import { anyPointOfSale, destinationsOfInvoice, type InvoiceAddresses, paidInPerson } from '../to-sale/destinations.ts';
import { incomplete, refundsOfCharge } from '../to-sale/admission.ts';
import { type Invoice, InvoiceLine, InvoicePayment, subscriptionOf } from '../records/invoice.ts';
import { invoiceToSale } from '../to-sale/invoice-to-sale.ts';
import {
  disputesOf,
  findCharge,
  findSession,
  placeOfSale,
  wholeCharge,
  findInvoiceId,
  invoicePaymentsOf,
} from './look-ups.ts';
import { lateFailureOf } from './undone-by.ts';
import { isInTime, paymentIdOf, paymentsOf } from '../to-sale/payment-owner.ts';
import type { Read, StripeApi } from '../client/stripe-api.ts';
import { isShippedBySubscription, subscribedAddress } from './subscribed-address.ts';
import { wholeChildrenOf, wholeListOf } from '../client/decoded.ts';
import { CreditNote, CreditNoteLine } from '../records/credit-note.ts';
import type { Policy } from '../../../src/mapping/policy.ts';
import { isInForce } from '../to-sale/credit-notes.ts';
import type { PaidPart } from '../to-sale/shared-payments.ts';
import { attempt } from '../../../src/domain/attempt.ts';

/** Records that were already read in bulk; missing ones are looked up. */
export interface KnownOfInvoice {
  readonly chargeOf: (paymentId: string) => Charge | undefined;
  /** Undefined: not known; null: no session, unless the invoice was made long after it was paid. */
  readonly sessionOf: (invoice: Invoice) => CheckoutSession | null | undefined;
  /** Why the key may not read sessions, if known: saves one failing request per invoice. */
  readonly unseenSessions?: string | null;
}

export const nothingKnown: KnownOfInvoice = { chargeOf: () => undefined, sessionOf: () => undefined };

export const readInvoice =
  (api: StripeApi, context: StripeContext, partial: Invoice, known: KnownOfInvoice): Read<SourceResult> =>
  () =>
    attempt(async (take) => {
      const isFinal = partial.status !== 'draft' && partial.status !== 'deleted';
      const facts = { invoice: partial, session: null, charges: [], creditNotes: [], disputes: [] };
      if (!isFinal) return invoiceToSale(context, facts);
      const invoice = await take(TE.flatMap(withTaxRates(api, partial)<Invoice>)(wholeInvoice(api, partial))());
      const charges = await take(chargesOf(api, known, invoice)());
      const bulk = known.sessionOf(invoice);
      const isInSight = bulk !== undefined && (bulk !== null || !isPaidBefore(invoice, charges));
      const session = await take(isInSight ? E.right(bulk) : lookUpSession(api, known, invoice)());
      const shared = await take(sharedParts(api, invoice, charges)());
      const creditNotes = await take(creditNotesOf(api, invoice)());
      const disputes = await take(TE.traverseSeqArray((charge: Charge) => disputesOf(api, charge))(charges)());
      const undoneBy = await take(lateFailureOf(api, context.policy, invoice)());
      const saysNothing = charges.length === 0 && session === null;
      const managed = await take(saysNothing ? isManaged(api, context.policy, invoice)() : E.right(false));
      const subscribed = await take(subscribedOf(api, context.policy, known, invoice, session, charges)());
      const addresses = { session, charges, subscribed };
      const place = await take(placeOfInvoice(api, invoice, addresses)());
      const sale = invoiceToSale(context, {
        invoice,
        session,
        charges,
        shared,
        creditNotes,
        disputes: disputes.flat(),
        pointOfSale: place,
        subscribed,
        isManaged: managed,
        undoneBy,
      });
      if (E.isLeft(sale)) return sale;
      const apart = await take(separateCharge(api, invoice, charges, session)());
      return apart === null ? sale : E.left(heldForSeparateCharge(invoice, apart));
    });

/** An invoice with all of its lines and payments; only the first ten of each come with it. */
const wholeInvoice =
  (api: StripeApi, invoice: Invoice): Read<Invoice> =>
  () =>
    attempt(async (take) => {
      const lines = await take(wholeChildrenOf(api, 'invoice lines', invoice.id, InvoiceLine, invoice.lines)());
      if (invoice.payments?.has_more !== true) return { ...invoice, lines };
      const payments = await take(wholeListOf(api, 'invoice payments', { invoice: invoice.id }, InvoicePayment)());
      return { ...invoice, lines, payments: { data: payments, has_more: false } };
    });

const chargesOf = (api: StripeApi, known: KnownOfInvoice, invoice: Invoice): Read<readonly Charge[]> =>
  pipe(
    paymentsOf(invoice),
    TE.traverseSeqArray(({ id }): Read<Charge | null> => {
      const here = known.chargeOf(id);
      return here === undefined ? findCharge(api, id) : wholeCharge(api, here);
    }),
    TE.map((charges) => charges.filter((charge) => charge !== null)),
  );

/**
 * Whether an invoice was made after its payment: a checkout whose money takes days is invoiced when the money arrives. Its
 * session is then older than the sessions that are read with the invoice.
 */
const isPaidBefore = ({ created }: Invoice, charges: readonly Charge[]): boolean =>
  charges.some((charge) => charge.created !== null && created !== null && charge.created < created);

/** An invoice of a session is the first one of its subscription, or the receipt of its one payment. */
const lookUpSession =
  (api: StripeApi, { unseenSessions }: KnownOfInvoice, invoice: Invoice): Read<CheckoutSession | null> =>
  async () => {
    const subscription = subscriptionOf(invoice);
    const payment = paymentsOf(invoice).find(({ id }) => id.startsWith('pi_'))?.id;
    const isFirst = invoice.billing_reason === 'subscription_create' && subscription !== null;
    if (!isFirst && (invoice.billing_reason !== 'manual' || payment === undefined)) return E.right(null);
    if (unseenSessions != null) return E.left({ _tag: 'MissingPermission', message: unseenSessions });
    const found = await findSession(api, isFirst ? { subscription } : { payment_intent: payment ?? '' })();
    if (E.isLeft(found)) return found;
    return E.right(found.right?.invoice === invoice.id ? found.right : null);
  };

/**
 * The amounts that a charge paid of every invoice, by the id of the charge: for charges that paid more than this invoice, and
 * were refunded or disputed. All amounts are needed to know which cent belongs to which invoice.
 */
const sharedParts =
  (api: StripeApi, invoice: Invoice, charges: readonly Charge[]): Read<ReadonlyMap<string, readonly PaidPart[]>> =>
  () =>
    attempt(async (take) => {
      const shared = new Map<string, readonly PaidPart[]>();
      for (const charge of charges) {
        if (charge.payment_intent === null || !isShared(invoice, charge)) continue;
        const payments = await take(invoicePaymentsOf(api, charge.payment_intent.id)());
        const parts = await take(partsOf(api, refundsOfCharge(charge).length > 0, payments)());
        if (parts.some(({ invoiceId }) => invoiceId === invoice.id)) shared.set(charge.id, parts);
      }
      return shared;
    });

const isShared = (invoice: Invoice, charge: Charge): boolean => {
  const paid = paymentsOf(invoice).find(({ id }) => id === paymentIdOf(charge))?.amount ?? null;
  return paid !== null && paid < capturedAmount(charge) && hasLostMoney(charge);
};

/** Refunded or contested, in whole or in part. */
const hasLostMoney = (charge: Charge): boolean => charge.disputed === true || refundsOfCharge(charge).length > 0;

/**
 * The amounts that a payment paid of each invoice. Credit notes show to which invoice a refund belongs, but not for a dispute.
 */
const partsOf =
  (api: StripeApi, isRefunded: boolean, payments: readonly InvoicePayment[]): Read<readonly PaidPart[]> =>
  async () => {
    const parts: PaidPart[] = [];
    for (const { invoice, amount_paid: amount, status } of payments.toSorted(inOrder)) {
      if (invoice === null || amount === null || status !== 'paid') continue;
      const notes = isRefunded ? await wholeListOf(api, 'credit notes', { invoice }, CreditNote)() : E.right([]);
      if (E.isLeft(notes)) return notes;
      parts.push({ invoiceId: invoice, amount, notes: notes.right.filter(isInForce) });
    }
    return E.right(parts);
  };

const inOrder = (a: InvoicePayment, b: InvoicePayment): number =>
  (a.created ?? 0) - (b.created ?? 0) || ((a.id ?? '') < (b.id ?? '') ? -1 : 1);

/** The credit notes of an invoice, with all of their lines. */
const creditNotesOf = (api: StripeApi, invoice: Invoice): Read<readonly CreditNote[]> => {
  const credited = (invoice.pre_payment_credit_notes_amount ?? 0n) + (invoice.post_payment_credit_notes_amount ?? 0n);
  if (credited === 0n) return TE.right([]);
  const whole = (note: CreditNote): Read<CreditNote> =>
    pipe(
      wholeChildrenOf(api, 'credit note lines', note.id, CreditNoteLine, note.lines),
      TE.map((lines): CreditNote => ({ ...note, lines })),
      TE.flatMap(withTaxRates(api, invoice)<CreditNote>),
    );
  return TE.flatMap(TE.traverseSeqArray(whole))(wholeListOf(api, 'credit notes', { invoice: invoice.id }, CreditNote));
};

/**
 * Whether Stripe is the merchant of record of an invoice without a charge, such as one paid from a balance after a
 * downgrade. A charge's payment states it; without one, only the checkout that started the subscription does
 * (docs.stripe.com/payments/managed-payments/update-checkout).
 */
const isManaged =
  (api: StripeApi, policy: Policy, invoice: Invoice): Read<boolean> =>
  async () => {
    const subscription = subscriptionOf(invoice);
    if (subscription === null || !isSent(policy, invoice) || !mayBeManaged(invoice)) return E.right(false);
    const bought = await findSession(api, { subscription })();
    return E.isLeft(bought) ? bought : E.right(bought.right?.managed_payments?.enabled === true);
  };

/** Whether an invoice is sent. One with a negative total gives money back. */
const isSent = ({ unpaid, adjustments }: Policy, { status, total }: Invoice): boolean =>
  (status === 'paid' || (unpaid === 'send' && status !== 'void')) &&
  ((total ?? 0n) >= 0n || adjustments.refunds === 'send');

/** 2025-01-01, in Unix seconds. Managed Payments did not exist before, not even for a few merchants. */
const firstManaged = 1_735_689_600;

/** Stripe Tax calculates the tax of all managed sales: without it, no look-up is needed. */
const mayBeManaged = ({ total, created, automatic_tax: tax }: Invoice): boolean =>
  total !== 0n && (created ?? 0) >= firstManaged && tax?.enabled !== false;

/**
 * The ship-to of the checkout that started its subscription, for an invoice that is a sale, or may become one by a person's
 * decision.
 */
const subscribedOf = (
  api: StripeApi,
  policy: Policy,
  { unseenSessions }: KnownOfInvoice,
  invoice: Invoice,
  session: CheckoutSession | null,
  charges: readonly Charge[],
): Read<StripeAddress | null> => {
  const mayBeSent = isSent(policy, invoice) || (invoice.status !== 'void' && (invoice.amount_paid ?? 0n) > 0n);
  if (!mayBeSent || !isShippedBySubscription(invoice, session, charges)) return TE.right(null);
  return unseenSessions == null
    ? subscribedAddress(api, invoice)
    : TE.left({ _tag: 'MissingPermission', message: unseenSessions });
};

const placeOfInvoice = (
  api: StripeApi,
  invoice: Invoice,
  addresses: Omit<InvoiceAddresses, 'pointOfSale'>,
): Read<StripeAddress | null> => {
  const inPerson = paidInPerson(addresses.charges);
  const placeId = inPerson === undefined ? null : readerLocationOf(inPerson);
  return placeId === null
    ? TE.right(null)
    : placeOfSale(api, placeId, destinationsOfInvoice(invoice, { ...addresses, pointOfSale: anyPointOfSale }));
};

/**
 * The charge of an invoice that is a separate sale, because it was attached to the invoice too late; null when the
 * invoice owns all of its charges. It always owns the charge of the session that created it.
 */
const separateCharge =
  (
    api: StripeApi,
    invoice: Invoice,
    charges: readonly Charge[],
    session: CheckoutSession | null,
  ): Read<Charge | null> =>
  async () => {
    for (const charge of charges) {
      const paid = paymentsOf(invoice).find(({ id }) => id === paymentIdOf(charge));
      if (paid === undefined || isInTime(charge)(paid)) continue;
      if (session?.invoice === invoice.id && session.payment_intent === paid.id) continue;
      // Another invoice may own it, to which it was attached in time.
      const owner = await findInvoiceId(api, charge)();
      if (E.isLeft(owner)) return owner;
      if (owner.right === null) return E.right(charge);
    }
    return E.right(null);
  };

/**
 * If the charge were sent as part of the invoice, it would count twice; and it is unknown how much of its tax belongs to the
 * invoice.
 */
const heldForSeparateCharge = ({ id }: Invoice, charge: Charge): Exclusion =>
  incomplete(
    id,
    `${charge.id} paid it, but was attached more than two days after the payment and is a separate sale. Enter the rest of the invoice by hand`,
  );
