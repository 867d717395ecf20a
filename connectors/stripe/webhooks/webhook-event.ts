import * as t from 'io-ts';
import { flag, isFields, nullable, object, orNothing, prepared, reference, text } from '../records/codec.ts';

/**
 * Events after which a sale may read otherwise than before. One list for the endpoint that receives them and for the feed
 * that is asked for them; the feed takes 20 at most (docs.stripe.com/api/events/list).
 *
 * `charge.refund.updated` is what accounts on versions before 2024-10-28 have instead of `refund.updated`. What goes with
 * another event of the list at the same time is left out: `invoice.payment_succeeded`, `charge.dispute.funds_withdrawn`.
 */
export const eventTypes = [
  'charge.succeeded',
  'charge.captured',
  'charge.updated',
  'charge.refunded',
  'charge.refund.updated',
  'charge.dispute.created',
  'charge.dispute.closed',
  'refund.created',
  'refund.updated',
  'refund.failed',
  'credit_note.created',
  'credit_note.updated',
  'credit_note.voided',
  'invoice.finalized',
  'invoice.paid',
  'invoice.voided',
  'invoice.marked_uncollectible',
  'invoice_payment.paid',
  'checkout.session.completed',
  'checkout.session.async_payment_succeeded',
] as const;

/**
 * What an event carries of its object. Its shape is that of the endpoint's own version, so only ids are taken from it, and
 * what is none of them there refuses no event: Stripe would send it again for days, and then turn the endpoint off.
 */
const EventObject = object('EventObject', {
  id: orNothing(text),
  object: orNothing(text),
  charge: orNothing(reference),
  payment_intent: orNothing(reference),
  invoice: orNothing(reference),
});

/** The client makes an object of a context (`StripeContext`); a queue hands on that as the parts it keeps. */
const asPath = (input: unknown): unknown => {
  const segments = isFields(input) ? (input['segments'] ?? input['_segments']) : null;
  return Array.isArray(segments) ? segments.join('/') : input;
};

/**
 * An event, or the thin notification of one (`v2.core.event`), which names its object and carries nothing of it. Thin
 * types are those of events with a `v1.` before.
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

/** Events after which the sale of their object is read again. Which of its ids names the sale is the order tried. */
const about: Readonly<Record<string, readonly ('id' | 'charge' | 'payment_intent' | 'invoice')[]>> = {
  'charge.succeeded': ['invoice', 'id'],
  'charge.captured': ['invoice', 'id'],
  'charge.updated': ['invoice', 'id'],
  'charge.refunded': ['invoice', 'id'],
  'charge.refund.updated': ['charge', 'payment_intent', 'id'],
  'refund.created': ['charge', 'payment_intent', 'id'],
  'refund.updated': ['charge', 'payment_intent', 'id'],
  'refund.failed': ['charge', 'payment_intent', 'id'],
  'charge.dispute.created': ['charge', 'payment_intent', 'id'],
  'charge.dispute.updated': ['charge', 'payment_intent', 'id'],
  'charge.dispute.closed': ['charge', 'payment_intent', 'id'],
  'charge.dispute.funds_withdrawn': ['charge', 'payment_intent', 'id'],
  'charge.dispute.funds_reinstated': ['charge', 'payment_intent', 'id'],
  'credit_note.created': ['invoice', 'id'],
  'credit_note.updated': ['invoice', 'id'],
  'credit_note.voided': ['invoice', 'id'],
  'invoice.paid': ['id'],
  'invoice.payment_succeeded': ['id'],
  'invoice.finalized': ['id'],
  'invoice.voided': ['id'],
  'invoice.marked_uncollectible': ['id'],
  'invoice_payment.paid': ['invoice', 'id'],
  'checkout.session.completed': ['id'],
  'checkout.session.async_payment_succeeded': ['id'],
};

/** The payment of which something went back, or may; null for other events and for charges without a payment intent. */
export const paymentGoneBackIn = ({ type, data }: WebhookEvent): string | null =>
  /^(?:v1\.)?(?:charge\.(?:refund|dispute)|refund\.)/.test(type) ? (data?.object?.payment_intent ?? null) : null;

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
