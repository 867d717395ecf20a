/** Lists the events of Stripe that may change a sale, and finds the record that an event names. */
import * as t from 'io-ts';
import { flag, isFields, nullable, object, orNothing, prepared, reference, text } from '../records/codec.ts';

const itself = ['id'] as const;
const ofInvoice = ['invoice', 'id'] as const;
const ofCharge = ['charge', 'payment_intent', 'id'] as const;

/**
 * The webhook endpoint and the feed of events use the same list; the feed accepts 20 types at most
 * (docs.stripe.com/api/events/list).
 *
 * `charge.refund.updated` is what accounts on versions before 2024-10-28 have instead of `refund.updated`. An event that always
 * comes with another one of the list is left out: `invoice.payment_succeeded`, `charge.dispute.funds_withdrawn`,
 * `checkout.session.async_payment_succeeded`; and so is `invoice.marked_uncollectible`, which does not change the sale of an open
 * invoice.
 */
const subscribed = {
  'charge.succeeded': ofInvoice,
  'charge.captured': ofInvoice,
  'charge.failed': ofInvoice,
  'charge.updated': ofInvoice,
  'charge.refunded': ofInvoice,
  'charge.refund.updated': ofCharge,
  'charge.dispute.created': ofCharge,
  'charge.dispute.closed': ofCharge,
  'charge.dispute.funds_reinstated': ofCharge,
  'refund.created': ofCharge,
  'refund.updated': ofCharge,
  'refund.failed': ofCharge,
  'credit_note.created': ofInvoice,
  'credit_note.updated': ofInvoice,
  'credit_note.voided': ofInvoice,
  'invoice.finalized': itself,
  'invoice.paid': itself,
  'invoice.voided': itself,
  'invoice_payment.paid': ofInvoice,
  'checkout.session.completed': itself,
};
export const eventTypes: readonly string[] = Object.keys(subscribed);

/**
 * The ids of an event's object. The object has the shape of the endpoint's API version, so only ids are read. An unexpected value
 * does not refuse the event: Stripe would send it again for days, and then disable the endpoint.
 */
const EventObject = object('EventObject', {
  id: orNothing(text),
  object: orNothing(text),
  charge: orNothing(reference),
  payment_intent: orNothing(reference),
  invoice: orNothing(reference),
});

/** The SDK turns a context into an object (`StripeContext`), and a queue passes it on as the fields of that object. */
const asPath = (input: unknown): unknown => {
  const segments = isFields(input) ? (input['segments'] ?? input['_segments']) : null;
  return Array.isArray(segments) ? segments.join('/') : input;
};

/**
 * An event, or the thin notification of one (`v2.core.event`), which only names its object. Thin types are types of events with
 * the prefix `v1.`.
 */
export const WebhookEvent = object('Event', {
  id: t.string,
  object: text,
  type: t.string,
  livemode: flag,
  /** The connected account that it is about; only platforms' endpoints receive it. */
  account: text,
  /** The same in versions before 2017-05-25. */
  user_id: text,
  context: prepared(text, asPath),
  data: nullable(object('EventData', { object: nullable(EventObject) })),
  related_object: nullable(object('RelatedObject', { id: text })),
});
export type WebhookEvent = t.TypeOf<typeof WebhookEvent>;

/** The payment of an event about a refund or a dispute; null for other events and for charges without a payment intent. */
export const paymentGoneBackIn = ({ type, data }: WebhookEvent): string | null =>
  /^(?:v1\.)?(?:charge\.(?:refund|dispute)|refund\.)/.test(type) ? (data?.object?.payment_intent ?? null) : null;

/** Which ids of an event's object name its sale, in the order tried. */
const about: Readonly<Record<string, readonly ('id' | 'charge' | 'payment_intent' | 'invoice')[]>> = {
  ...subscribed,
  'charge.dispute.updated': ofCharge,
  'charge.dispute.funds_withdrawn': ofCharge,
  'invoice.marked_uncollectible': itself,
  'invoice.payment_succeeded': itself,
  'checkout.session.async_payment_succeeded': itself,
};

/** The record to read again after an event; null when it changes no sale. */
export const recordOfEvent = (event: WebhookEvent): string | null => {
  const fields = about[event.type.replace(/^v1\./, '')] ?? [];
  const named = event.data?.object ?? null;
  for (const field of fields) {
    const id = named?.[field] ?? null;
    if (id !== null) return id;
  }
  return fields.length > 0 ? (event.related_object?.id ?? null) : null;
};
