import { objectId } from '../objects/object-id.ts';
import type { StripeObject } from '../objects/stripe-object.ts';

const typesOf = ({ object, status }: StripeObject): readonly string[] => {
  switch (object) {
    case 'charge':
      return [status === 'succeeded' ? 'charge.succeeded' : `charge.${String(status)}`];
    case 'refund':
      return ['refund.created'];
    case 'dispute':
      return ['charge.dispute.created'];
    case 'credit_note':
      return ['credit_note.created'];
    case 'checkout.session':
      return status === 'complete' ? ['checkout.session.completed'] : [];
    case 'invoice':
      return status === 'paid' ? ['invoice.finalized', 'invoice.paid'] : [];
    default:
      return [];
  }
};

/** What Stripe tells of a sale's objects. `data.object` holds an id here; the object is put in its place when it is sent. */
export const eventsOf = (index: number, objects: readonly StripeObject[]): readonly StripeObject[] =>
  objects
    .flatMap((about) => typesOf(about).map((type) => ({ type, about })))
    .map(({ type, about }, ordinal) => ({
      id: objectId('evt', index, ordinal),
      object: 'event',
      api_version: '2026-10-28.endive',
      created: about.created,
      data: { object: about.id },
      livemode: about['livemode'],
      pending_webhooks: 0,
      request: { id: null, idempotency_key: null },
      type,
    }));
