import * as E from 'fp-ts/lib/Either.js';
import type { Exclusion } from '../../../src/domain/exclusion.ts';
import type { SourceResult } from '../../../src/mapping/source-connector.ts';
import type { StripeAddress } from '../records/address.ts';
import { type Charge, placeIdOf } from '../records/charge.ts';
import type { CheckoutSession } from '../records/checkout-session.ts';
import type { StripeContext } from '../sale/context.ts';
import { anywhere, destinationsOfInvoice, paidInPerson } from '../sale/destinations.ts';
import type { Dispute } from '../records/dispute.ts';
import { incomplete } from '../sale/entries.ts';
import { type Invoice, subscriptionOf } from '../records/invoice.ts';
import { invoiceToSale } from '../sale/invoice-to-sale.ts';
import { creditNotesOf } from './credit-notes-of.ts';
import { disputesOf } from './disputes-of.ts';
import { findCharge } from './find-charge.ts';
import { findSession } from './find-session.ts';
import { isManaged } from './is-managed.ts';
import { placeOfSale } from './place-of-sale.ts';
import { wholeCharge } from './whole-charge.ts';
import { wholeInvoice } from './whole-invoice.ts';
import { paymentsOf } from '../sale/payments-of-invoice.ts';
import type { Read, StripeApi } from '../api/stripe-api.ts';
import { sharedParts } from './shared-parts.ts';
import { toldApart } from './told-apart.ts';

/** What was read in bulk already; where it says nothing, it is looked up. */
export interface KnownOfInvoice {
  readonly chargeOf: (paymentId: string) => Charge | undefined;
  /** Undefined: not known; null: there is none, unless the invoice was made long after it was paid. */
  readonly sessionOf: (invoice: Invoice) => CheckoutSession | null | undefined;
  /** Why the key may read no session, where that is known: asked for each invoice, Stripe says the same each time. */
  readonly unseenSessions?: string | null;
}

export const nothingKnown: KnownOfInvoice = { chargeOf: () => undefined, sessionOf: () => undefined };

/** An invoice of a session is the first one of its subscription, or the receipt of its one payment. */
const lookUpSession =
  (api: StripeApi, { unseenSessions }: KnownOfInvoice) =>
  (invoice: Invoice): Read<CheckoutSession | null> =>
  async () => {
    const subscription = subscriptionOf(invoice);
    const payment = paymentsOf(invoice).find(({ id }) => id.startsWith('pi_'))?.id;
    const isFirst = invoice.billing_reason === 'subscription_create' && subscription !== null;
    if (!isFirst && (invoice.billing_reason !== 'manual' || payment === undefined)) return E.right(null);
    if (unseenSessions != null) return E.left({ _tag: 'MissingPermission', message: unseenSessions });
    const found = await findSession(api)(isFirst ? { subscription } : { payment_intent: payment ?? '' })();
    if (E.isLeft(found)) return found;
    return E.right(found.right?.invoice === invoice.id ? found.right : null);
  };

const chargesOf =
  (api: StripeApi, known: KnownOfInvoice) =>
  (invoice: Invoice): Read<readonly Charge[]> =>
  async () => {
    const charges: Charge[] = [];
    for (const { id } of paymentsOf(invoice)) {
      const here = known.chargeOf(id);
      const charge = here === undefined ? await findCharge(api)(id)() : await wholeCharge(api)(here)();
      if (E.isLeft(charge)) return charge;
      if (charge.right !== null) charges.push(charge.right);
    }
    return E.right(charges);
  };

const placeOfInvoice =
  (api: StripeApi) =>
  (invoice: Invoice, session: CheckoutSession | null, charges: readonly Charge[]): Read<StripeAddress | null> => {
    const inPerson = paidInPerson(charges);
    const placeId = inPerson === undefined ? null : placeIdOf(inPerson);
    return placeId === null
      ? () => Promise.resolve(E.right(null))
      : placeOfSale(api)(placeId, destinationsOfInvoice(invoice, session, charges, anywhere));
  };

/** A checkout whose money takes days is invoiced once it is there: the session is then older than what is read beside it. */
const isPaidBefore = ({ created }: Invoice, charges: readonly Charge[]): boolean =>
  charges.some((charge) => charge.created !== null && created !== null && charge.created < created);

/** Told here as well, it would count twice; and nobody knows how much of its tax is the invoice's. */
const paidBefore = ({ id }: Invoice, charge: Charge): Exclusion =>
  incomplete(
    id,
    `${charge.id} paid it, which was put on it more than two days after it was paid and is a sale of its own; enter what the invoice says beyond that by hand`,
  );

/** The sale of an invoice, with everything that it takes looked up. */
export const readInvoice =
  (api: StripeApi, context: StripeContext) =>
  (partial: Invoice, known: KnownOfInvoice): Read<SourceResult> =>
  async () => {
    const isFinal = partial.status !== 'draft' && partial.status !== 'deleted' && (partial.total ?? 0n) >= 0n;
    const facts = { invoice: partial, session: null, charges: [], creditNotes: [], disputes: [] };
    if (!isFinal) return E.right(invoiceToSale(context, facts));
    const invoice = await wholeInvoice(api)(partial)();
    if (E.isLeft(invoice)) return invoice;
    const charges = await chargesOf(api, known)(invoice.right)();
    if (E.isLeft(charges)) return charges;
    const bulk = known.sessionOf(invoice.right);
    const isInSight = bulk !== undefined && (bulk !== null || !isPaidBefore(invoice.right, charges.right));
    const session = isInSight ? E.right(bulk) : await lookUpSession(api, known)(invoice.right)();
    if (E.isLeft(session)) return session;
    const shared = await sharedParts(api)(invoice.right, charges.right)();
    if (E.isLeft(shared)) return shared;
    const creditNotes = await creditNotesOf(api)(invoice.right)();
    if (E.isLeft(creditNotes)) return creditNotes;
    const disputes: Dispute[] = [];
    for (const charge of charges.right) {
      const found = await disputesOf(api)(charge)();
      if (E.isLeft(found)) return found;
      disputes.push(...found.right);
    }
    const saysNothing = charges.right.length === 0 && session.right === null;
    const managed = saysNothing ? await isManaged(api, context.policy)(invoice.right)() : E.right(false);
    if (E.isLeft(managed)) return managed;
    const place = await placeOfInvoice(api)(invoice.right, session.right, charges.right)();
    if (E.isLeft(place)) return place;
    const sale = invoiceToSale(context, {
      invoice: invoice.right,
      session: session.right,
      charges: charges.right,
      shared: shared.right,
      creditNotes: creditNotes.right,
      disputes,
      place: place.right,
      isManaged: managed.right,
    });
    if (E.isLeft(sale)) return E.right(sale);
    const apart = await toldApart(api)(invoice.right, charges.right, session.right)();
    if (E.isLeft(apart)) return apart;
    return E.right(apart.right === null ? sale : E.left(paidBefore(invoice.right, apart.right)));
  };
