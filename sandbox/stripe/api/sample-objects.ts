/** All objects of the sample Stripe account, computed when they are requested, so that 100,000 sales cost a few megabytes. */
import { firstPlace } from '../../first-place.ts';
import { type AccountSize, indexOfObject, objectId, type StripeObject } from '../objects/ground.ts';
import { saleObjects } from '../sales/sale-objects.ts';

/** The creation times of a kind's objects, newest first, and the place of each. */
interface Timeline {
  /** Unix seconds, falling. */
  readonly created: Float64Array;
  readonly places: Float64Array;
}

/** The first position whose object was created before a second. */
export const firstBefore = ({ created }: Timeline, second: number): number => firstPlace(created, (at) => at < second);

/** Only the creation time of each object is kept in memory. */
export interface SampleObjects {
  readonly find: (id: string) => StripeObject | undefined;
  /** All objects of the sale that an id belongs to; empty for an id of another account. */
  readonly around: (id: string) => readonly StripeObject[];
  readonly timeline: (kind: string) => Timeline;
  readonly at: (place: number) => StripeObject | undefined;
}

/** Pages read neighboring sales, and several objects of one sale. */
const mostRemembered = 500;

/** More than the objects of any sale, so that a sale's index and an object's position form one number. */
const maxOfOneSale = 64;

export const sampleObjects = (size: AccountSize): SampleObjects => {
  const remembered = new Map<number, readonly StripeObject[]>();
  const strange = new Map<string, number>();

  const make = (index: number): readonly StripeObject[] => {
    const objects = saleObjects(size, index);
    return [...objects, ...eventsOf(index, objects)];
  };
  const ofSale = (index: number): readonly StripeObject[] => {
    const known = remembered.get(index);
    if (known !== undefined) return known;
    const made = make(index);
    const [oldest] = remembered.keys();
    if (remembered.size >= mostRemembered && oldest !== undefined) remembered.delete(oldest);
    remembered.set(index, made);
    return made;
  };
  let made: ReadonlyMap<string, Timeline> | undefined;
  /** Computed at the first request, because many sandboxes are asked only about their shop. */
  const byKind = (): ReadonlyMap<string, Timeline> =>
    (made ??= timelines(size.sales, function* (index) {
      for (const [position, { id, object, created }] of make(index).entries()) {
        if (indexOfObject(id) !== index) strange.set(id, index);
        yield { kind: object, created, place: index * maxOfOneSale + position };
      }
    }));
  const around = (id: string): readonly StripeObject[] => {
    byKind();
    const index = strange.get(id) ?? indexOfObject(id);
    return index === undefined || index >= size.sales ? [] : ofSale(index);
  };

  return {
    around,
    find: (id) => around(id).find((object) => object.id === id),
    timeline: (kind) => byKind().get(kind) ?? { created: new Float64Array(), places: new Float64Array() },
    at: (place) => ofSale(Math.floor(place / maxOfOneSale))[place % maxOfOneSale],
  };
};

/** Stripe's events about a sale's objects. `data.object` holds an id here, which the object replaces in the response. */
const eventsOf = (index: number, objects: readonly StripeObject[]): readonly StripeObject[] =>
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

interface Moment {
  readonly kind: string;
  readonly created: number;
  readonly place: number;
}

/** The timelines of all kinds, from the moments of every sale. */
const timelines = (sales: number, momentsOf: (index: number) => Iterable<Moment>): ReadonlyMap<string, Timeline> => {
  const byKind = new Map<string, Moment[]>();
  for (let index = 0; index < sales; index += 1) {
    for (const moment of momentsOf(index)) {
      const known = byKind.get(moment.kind);
      if (known === undefined) byKind.set(moment.kind, [moment]);
      else known.push(moment);
    }
  }
  return new Map([...byKind].map(([kind, moments]) => [kind, sorted(moments)]));
};

const sorted = (moments: readonly Moment[]): Timeline => {
  const newestFirst = moments.toSorted((a, b) => b.created - a.created || b.place - a.place);
  return {
    created: Float64Array.from(newestFirst, ({ created }) => created),
    places: Float64Array.from(newestFirst, ({ place }) => place),
  };
};
