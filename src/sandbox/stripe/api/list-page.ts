import type { StripeObject } from '../objects/stripe-object.ts';
import type { ListQuery } from './list-query.ts';
import type { SampleObjects } from './sample-objects.ts';
import { firstBefore } from './timeline.ts';

export interface ListPage {
  readonly data: readonly StripeObject[];
  readonly has_more: boolean;
}

/** Objects of a kind from one second down, newest first. */
function* downFrom(objects: SampleObjects, kind: string, second: number): Iterable<StripeObject> {
  const timeline = objects.timeline(kind);
  for (let at = firstBefore(timeline, second); at < timeline.places.length; at += 1) {
    const object = objects.at(timeline.places[at] ?? 0);
    if (object !== undefined) yield object;
  }
}

const ofOneSale = (objects: SampleObjects, kind: string, id: string): readonly StripeObject[] =>
  objects
    .around(id)
    .filter(({ object }) => object === kind)
    .toSorted((a, b) => b.created - a.created);

/** One page of a list, newest first. Undefined when the object that it should start after does not exist. */
export const listPage = (objects: SampleObjects, kind: string, query: ListQuery): ListPage | undefined => {
  const { limit, after, low, high, accepts, belongsTo } = query;
  const cursor = after === null ? null : objects.find(after);
  if (cursor === undefined) return undefined;
  const start = cursor === null ? high : Math.min(high, cursor.created + 1);
  const data: StripeObject[] = [];
  let isBehindCursor = cursor === null;
  for (const object of belongsTo === null ? downFrom(objects, kind, start) : ofOneSale(objects, kind, belongsTo)) {
    if (!isBehindCursor) {
      // Several objects may share the cursor's second.
      isBehindCursor = object.id === after;
      continue;
    }
    if (object.created < low) break;
    if (object.created >= high || !accepts(object)) continue;
    if (data.length === limit) return { data, has_more: true };
    data.push(object);
  }
  return { data, has_more: false };
};
