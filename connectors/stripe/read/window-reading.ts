/** Holds the lists of a window while its pages are read, and joins charges with their sessions and invoices. */
import * as E from 'fp-ts/lib/Either.js';
import { maxSecondsToAttach, type Attachment, attachmentOf, paymentsOf } from '../to-sale/payment-owner.ts';
import { decodeAs, type Undecodable } from '../../../src/domain/decode.ts';
import { Charge } from '../records/charge.ts';
import { CheckoutSession } from '../records/checkout-session.ts';
import { isRefusal } from '../errors.ts';
import { type Instant, instantOfMilliseconds } from '../../../src/domain/instant.ts';
import { descending, type Descending, type ListSource, type Span } from './descending.ts';
import { unseenList } from './or-held.ts';
import { answersNow } from './with-objects-not-served.ts';
import { Invoice, InvoicePayment } from '../records/invoice.ts';
import type { ListName, StripeApi } from '../client/stripe-api.ts';
import { nullable, object, reference, unixSeconds } from '../records/codec.ts';

/**
 * Only a stretch of each list is in memory. If it is lost, only that stretch is read again: the position is in the cursor alone.
 */
export interface WindowReading {
  readonly charges: Descending<Charge>;
  readonly sessions: Descending<CheckoutSession>;
  readonly invoices: Descending<Invoice>;
  readonly payments: Descending<InvoicePayment>;
  readonly sessionOfPayment: ReadonlyMap<string, CheckoutSession>;
  readonly sessionOfInvoice: ReadonlyMap<string, CheckoutSession>;
  /** The invoices to which a payment was attached, as far as the lists show it. */
  readonly attachmentsOf: (paymentId: string) => readonly Attachment[];
  /** Whether Stripe does not list payments of invoices by date, so that the invoice of each charge must be looked up. */
  readonly isUnlisted: () => boolean;
  /** Whether an object that could not be decoded names a payment. */
  readonly isUnread: (paymentId: string) => boolean;
  /** See `UnreadPayments.forgetFrom`. */
  readonly forgetUnread: (second: number) => void;
  /** The lists that were already reported as not readable with this key. */
  readonly named: Set<string>;
  /** Charges whose invoices are still to be read: an invoice is older than its charges. */
  readonly seen: Map<string, Charge>;
  /** Older invoices that a payment of the window named: each is read once. */
  readonly older: Set<string>;
}

const hour = 3600;

/** A session lives for 24 hours at most, and its charge is made within them. */
export const sessionLookBack = 25 * hour;

/** An invoice is a draft for an hour, and most are paid then. The payments name the others. */
export const invoiceLookBack = 48 * hour;

/** Most payments are made and paid at once, or within the day for which a checkout lives. Older ones are looked up. */
export const paymentLookBack = 25 * hour;

/** Further charges are looked up again when their invoice is read. */
const maxSeen = 5000;

/** Remembers a charge until its invoice is read. */
export const remember = (seen: Map<string, Charge>, paymentId: string, charge: Charge): void => {
  if (seen.size >= maxSeen) {
    const [oldest] = seen.keys();
    if (oldest !== undefined) seen.delete(oldest);
  }
  seen.set(paymentId, charge);
};

/** Starts to read a window from `span.end` downwards. Reads nothing yet. */
export const startReading = (api: StripeApi, { start, end }: Span): WindowReading => {
  const sessionOfPayment = new Map<string, CheckoutSession>();
  const sessionOfInvoice = new Map<string, CheckoutSession>();
  const byInvoice = makeAttachments();
  const byPayment = makeAttachments();
  const unread = unreadPayments();
  let isUnlisted = false;
  return {
    sessionOfPayment,
    sessionOfInvoice,
    attachmentsOf: (paymentId) => [...byInvoice.of(paymentId), ...byPayment.of(paymentId)],
    isUnlisted: () => isUnlisted,
    isUnread: unread.has,
    forgetUnread: unread.forgetFrom,
    named: new Set(),
    seen: new Map(),
    older: new Set(),
    charges: descending(listOf(api, 'charges'), decodeAs(Charge), { start, end }, []),
    sessions: descending(
      listOf(api, 'checkout sessions'),
      unread.noting(decodeAs(CheckoutSession), 0),
      { start: start - sessionLookBack, end },
      ['data.line_items'],
      {
        add: (session) => {
          if (session.payment_intent !== null) sessionOfPayment.set(session.payment_intent, session);
          if (session.invoice !== null) sessionOfInvoice.set(session.invoice, session);
        },
        remove: ({ payment_intent, invoice }) => {
          if (payment_intent !== null) sessionOfPayment.delete(payment_intent);
          if (invoice !== null) sessionOfInvoice.delete(invoice);
        },
      },
    ),
    invoices: descending(
      listOf(api, 'invoices'),
      decodeAs(Invoice),
      { start: start - invoiceLookBack, end },
      ['data.payments'],
      {
        add: (invoice) => {
          for (const { id, attachedAt } of paymentsOf(invoice)) {
            byInvoice.add(id, { invoiceId: invoice.id, isPaid: true, attachedAt });
          }
        },
        remove: (invoice) => {
          for (const { id } of paymentsOf(invoice)) byInvoice.remove(id, invoice.id);
        },
      },
    ),
    payments: descending(
      orUnlisted(listOf(api, 'invoice payments'), () => (isUnlisted = true)),
      unread.noting(decodeAs(InvoicePayment), maxSecondsToAttach),
      { start: start - paymentLookBack, end: end + maxSecondsToAttach },
      [],
      {
        add: (paid) => {
          const attachment = attachmentOf(paid);
          if (attachment !== null) byPayment.add(attachment.paymentId, attachment);
        },
        remove: (paid) => {
          const attachment = attachmentOf(paid);
          if (attachment !== null) byPayment.remove(attachment.paymentId, attachment.invoiceId);
        },
      },
    ),
  };
};

/** Drops objects that were created at or after a second, except payments that may belong to older charges. */
export const forgetFrom = (
  { charges, sessions, invoices, payments, forgetUnread }: WindowReading,
  second: number,
): void => {
  for (const list of [charges, sessions, invoices]) list.forgetFrom(second);
  payments.forgetFrom(second + maxSecondsToAttach);
  forgetUnread(second);
};

/** The payments that are named by sessions, and by payments of invoices, that could not be decoded. */
interface UnreadPayments {
  readonly has: (paymentId: string) => boolean;
  /**
   * Decodes an object, and remembers its payment if it cannot be decoded. `lag`: seconds by which the object may be younger than
   * the charge of the payment.
   */
  readonly noting: <A>(
    decode: (item: unknown) => E.Either<Undecodable, A>,
    lag: number,
  ) => (item: unknown) => E.Either<Undecodable, A>;
  /** Drops payments that cannot belong to a charge from before a second. */
  readonly forgetFrom: (second: number) => void;
}

/** It is unknown what these payments paid for, and whether an invoice is the sale. Sent as charges, they may count twice. */
export const unreadPayments = (): UnreadPayments => {
  /** By payment, the second from which on its charge may have been made. */
  const since = new Map<string, number>();
  return {
    has: (paymentId) => since.has(paymentId),
    noting: (decode, lag) => (item) => {
      const decoded = decode(item);
      if (E.isRight(decoded)) return decoded;
      const id = paymentNamedIn(item);
      if (id !== null) since.set(id, Math.min(createdOf(item) - lag, since.get(id) ?? Number.POSITIVE_INFINITY));
      return decoded;
    },
    forgetFrom: (second) => {
      for (const [id, from] of since) if (from >= second) since.delete(id);
    },
  };
};

/** The invoices to which the payments in a stretch of a list were attached. */
const makeAttachments = () => {
  const byPayment = new Map<string, readonly Attachment[]>();
  const of = (paymentId: string): readonly Attachment[] => byPayment.get(paymentId) ?? [];
  return {
    of,
    add: (paymentId: string, attachment: Attachment) => byPayment.set(paymentId, [...of(paymentId), attachment]),
    remove: (paymentId: string, invoiceId: string) => {
      const left = of(paymentId).filter((attachment) => attachment.invoiceId !== invoiceId);
      if (left.length === 0) byPayment.delete(paymentId);
      else byPayment.set(paymentId, left);
    },
  };
};

const decodeSession = decodeAs(object('session of a payment', { payment_intent: reference }));

const decodePaid = decodeAs(
  object('payment of an invoice', { payment: nullable(object('Payment', { payment_intent: reference })) }),
);

/** Decodes each field alone, because any other field may be the damaged one. */
const paymentNamedIn = (item: unknown): string | null => {
  const [session, paid] = [decodeSession(item), decodePaid(item)];
  if (E.isRight(session) && session.right.payment_intent !== null) return session.right.payment_intent;
  return E.isRight(paid) ? (paid.right.payment?.payment_intent ?? null) : null;
};

const decodeDate = decodeAs(object('date', { created: unixSeconds }));

const createdOf = (item: unknown): number => {
  const date = decodeDate(item);
  return (E.isRight(date) ? date.right.created : null) ?? Number.NEGATIVE_INFINITY;
};

const listOf = (api: StripeApi, name: ListName): ListSource => ({
  fetch: (query) => api.list(name, query),
  nameOf: ({ start, end }) => unseenList(name, { start: instantOf(start), end: instantOf(end) }),
  answersNow: () => answersNow(api),
});

const instantOf = (second: number): Instant => instantOfMilliseconds(second * 1000);

/** An old gateway may support neither the list nor its filter, which proves nothing about the owner of a payment. */
const orUnlisted = (list: ListSource, onRefusal: () => void): ListSource => ({
  ...list,
  fetch: (query) => async () => {
    const answer = await list.fetch(query)();
    if (E.isRight(answer) || !isRefusal(answer.left)) return answer;
    onRefusal();
    return E.right({ data: [], has_more: false });
  },
});
