/** Reads the sale that an id belongs to (charge, invoice, refund, dispute and others), for webhooks, catch-up and people. */
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { SourceResult } from '../../../src/mapping/source-connector.ts';
import type { StripeContext } from '../to-sale/identity.ts';
import { incomplete, recordOf } from '../to-sale/admission.ts';
import { orHeld, isUnseen } from './or-held.ts';
import type { ObjectName, Read, StripeApi } from '../client/stripe-api.ts';
import { type Exclusion, skipped } from '../../../src/domain/exclusion.ts';
import { Charge, isTaken } from '../records/charge.ts';
import { CheckoutSession } from '../records/checkout-session.ts';
import { object, reference } from '../records/codec.ts';
import { decoded } from '../client/decoded.ts';
import { Invoice } from '../records/invoice.ts';
import { findCharge, findInvoiceId, findSession, wholeSession } from './look-ups.ts';
import { type Owner, ownerOf } from '../to-sale/payment-owner.ts';
import { PaymentIntent } from '../records/payment-intent.ts';
import { chargeOfPaymentIntent } from '../to-sale/charge-to-sale.ts';
import { readCharge } from './read-charge.ts';
import { nothingKnown, readInvoice } from './read-invoice.ts';
import { settlingMs } from './windows.ts';
import { sessionToSale } from '../to-sale/session-to-sale.ts';

const stillUnseen = 'it could not be read. Sync these days again';

/** None when Stripe has no such object, and for ids of other kinds. */
export const readRecord =
  (api: StripeApi, context: StripeContext) =>
  (id: string): Read<O.Option<SourceResult>> =>
  async () => {
    if (isUnseen(id)) return E.right(O.some(E.left(incomplete(id, stillUnseen))));
    const result = await orHeld(id, byPrefix(api, context, id))();
    return E.isLeft(result) ? result : E.right(O.fromNullable(result.right));
  };

const byPrefix = (api: StripeApi, context: StripeContext, id: string): Read<SourceResult | null> => {
  switch (id.slice(0, id.indexOf('_') + 1)) {
    case 'ch_':
    case 'py_':
      return saleOfCharge(api, context, id);
    case 'in_':
      return saleOfInvoice(api, context, id);
    case 'pi_':
      return saleOfPayment(api, context, id);
    case 'cs_':
      return saleOfSession(api, context, id);
    case 're_':
    case 'pyr_':
      return saleOfPart(api, context, 'refund', id);
    case 'dp_':
    case 'du_':
      return saleOfPart(api, context, 'dispute', id);
    case 'cn_':
      return saleOfPart(api, context, 'credit note', id);
    case 'inpay_':
      return saleOfPart(api, context, 'invoice payment', id);
    default:
      return TE.right(null);
  }
};

const nothingInBulk = { invoiceOf: () => undefined, sessionOf: () => undefined };

/** The sale of a charge: the charge itself or its invoice, the same as in a historical sync. */
const saleOfCharge = (api: StripeApi, context: StripeContext, id: string): Read<SourceResult | null> =>
  saleOf(decoded(api.retrieve('charge', id), Charge), (charge) => async () => {
    const payment = charge.payment_intent?.id ?? null;
    const owner = ownerOf(nothingInBulk, charge);
    const stated = owner.kind === 'invoice' ? owner.invoiceId : null;
    if (stated !== null) return saleOfInvoice(api, context, stated)();
    // A charge that failed after it had succeeded may have paid an invoice, which was sent as the sale.
    const hadSucceeded = charge.failure_balance_transaction !== null;
    if (!isTaken(charge) && !hadSucceeded) return readCharge(api, context, charge, null)();
    if (payment === null) return owner.kind === 'invoice' ? unnamed(id) : readCharge(api, context, charge, null)();
    const invoice = await invoiceIdOf(api, charge, owner)();
    if (E.isLeft(invoice)) return invoice;
    if (invoice.right !== null) return saleOfInvoice(api, context, invoice.right)();
    const session = await findSession(api, { payment_intent: payment })();
    if (E.isLeft(session)) return session;
    if (session.right !== null && session.right.invoice !== null) {
      return saleOfInvoice(api, context, session.right.invoice)();
    }
    if (owner.kind === 'invoice') return unnamed(id);
    if (session.right?.status === 'open') return E.right(E.left(underWay(id)));
    return session.right !== null && awaitsInvoice(context, charge, session.right)
      ? E.right(E.left(waitForInvoice(id)))
      : readCharge(api, context, charge, session.right)();
  });

/** The sale of an object; null when Stripe has no such object: it was deleted, or never existed. */
const saleOf =
  <A>(object: Read<A>, read: (found: A) => Read<SourceResult | null>): Read<SourceResult | null> =>
  async () => {
    const found = await object();
    if (E.isLeft(found)) return found.left._tag === 'NoSuchObject' ? E.right(null) : found;
    return read(found.right)();
  };

const saleOfInvoice = (api: StripeApi, context: StripeContext, id: string): Read<SourceResult | null> =>
  saleOf(decoded(api.retrieve('invoice', id, ['payments']), Invoice), (invoice) =>
    readInvoice(api, context, invoice, nothingKnown),
  );

/**
 * The historical sync sends the invoice as the sale, whether or not Stripe names it here; sent as a charge as well, it would
 * count twice.
 */
const unnamed = (id: string): E.Either<never, SourceResult> => {
  const advice = 'look it up in the dashboard, and ask for it by its id (in_…)';
  return E.right(
    E.left(incomplete(id, `it paid an invoice that Stripe does not name, and that invoice is the sale: ${advice}`)),
  );
};

/**
 * Without the permission for invoices, a charge without a hint of an invoice is its own sale, as in a historical sync. If only
 * payments of invoices may not be read, invoices are sent, and the charge may belong to one of them.
 */
const invoiceIdOf =
  (api: StripeApi, charge: Charge, { kind }: Owner): Read<string | null> =>
  async () => {
    const id = await findInvoiceId(api, charge)();
    const isHinted = kind === 'invoice' || kind === 'perhaps an invoice';
    if (E.isRight(id) || id.left._tag !== 'MissingPermission' || isHinted) return id;
    const invoices = await api.list('invoices', { limit: 1 })();
    if (E.isRight(invoices)) return id;
    return invoices.left._tag === 'MissingPermission' ? E.right(null) : invoices;
  };

/** A charge exists a moment before its checkout is completed, which then has the address and the invoice. */
const underWay = (id: string): Exclusion =>
  skipped(recordOf(id), 'not paid', 'Its checkout is not completed yet. The sale is sent once it is.');

/**
 * Stripe makes the invoice of a checkout after its payment has succeeded. The wait for an invoice that never comes ends after
 * some minutes.
 */
const awaitsInvoice = ({ now }: StripeContext, { created }: Charge, session: CheckoutSession): boolean =>
  session.invoice_creation?.enabled === true && created !== null && now - created * 1000 < settlingMs;

/** If the sale were sent as a charge now, it could not be sent as its invoice later. */
const waitForInvoice = (id: string): Exclusion =>
  skipped(recordOf(id), 'not paid', 'Its checkout creates an invoice, which is sent as the sale.');

/** The sale of a payment intent: its charge or its invoice. */
const saleOfPayment = (api: StripeApi, context: StripeContext, id: string): Read<SourceResult | null> =>
  saleOf(decoded(api.retrieve('payment intent', id), PaymentIntent), (intent) => {
    const charge = chargeOfPaymentIntent(intent);
    return E.isLeft(charge) ? TE.right(charge) : saleOfCharge(api, context, charge.right);
  });

/** The sale of a session: its invoice, its charge, or the session itself. */
const saleOfSession = (api: StripeApi, context: StripeContext, id: string): Read<SourceResult | null> =>
  saleOf(decoded(api.retrieve('checkout session', id, ['line_items']), CheckoutSession), (session) => async () => {
    const { invoice, payment_intent: payment } = session;
    if (invoice !== null) return saleOfInvoice(api, context, invoice)();
    if (payment !== null) {
      const charge = await findCharge(api, payment)();
      if (E.isLeft(charge)) return charge;
      if (charge.right !== null) return saleOfCharge(api, context, charge.right.id)();
    }
    // A session that only saves a card, or starts a trial that its invoice will bill; the historical sync skips them
    // as well.
    if (session.mode === 'setup' || session.mode === 'subscription') return E.right(null);
    const whole = await wholeSession(api, session)();
    return E.isLeft(whole) ? whole : E.right(sessionToSale(context, whole.right));
  });

const Belonging = object('object of a sale', { charge: reference, payment_intent: reference, invoice: reference });

/** Something that belongs to a sale: a refund, a dispute, a credit note, a payment of an invoice. */
const saleOfPart = (api: StripeApi, context: StripeContext, name: ObjectName, id: string): Read<SourceResult | null> =>
  saleOf(decoded(api.retrieve(name, id), Belonging), ({ charge, invoice, payment_intent: payment }) => {
    if (invoice !== null) return saleOfInvoice(api, context, invoice);
    if (charge !== null) return saleOfCharge(api, context, charge);
    return payment === null ? TE.right(null) : saleOfPayment(api, context, payment);
  });
