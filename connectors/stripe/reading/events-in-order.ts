import type * as E from 'fp-ts/lib/Either.js';
import { decodeAs, type Undecodable } from '../../../src/domain/decode.ts';
import { unseenEvent } from './unseen.ts';
import { WebhookEvent } from '../webhooks/webhook-event.ts';

/** An event of the list, or what is wrong with it; and the name under which it can be told from every other. */
export interface ListedEvent {
  readonly name: string;
  readonly event: E.Either<Undecodable, WebhookEvent>;
}

/** The id of an event, when it can be nothing else: what stands in its place in a broken one may be anybody's name. */
export const eventIdIn = (item: unknown): string | null =>
  typeof item === 'object' &&
  item !== null &&
  'id' in item &&
  typeof item.id === 'string' &&
  /^evt_[\w-]{1,250}$/.test(item.id)
    ? item.id
    : null;

/**
 * Events by name, newest first. One without an id is called by its place among those older than the nearest event that has
 * one, and so it has the same name on every reading.
 *
 * @param start what the events of the list stand behind, such as `before evt_1`
 */
export const eventsInOrder = (data: readonly unknown[], start: string): readonly ListedEvent[] => {
  let [place, count] = [start, 0];
  return data.map((item) => {
    const id = eventIdIn(item);
    [place, count] = id === null ? [place, count + 1] : [`before ${id}`, 0];
    return { name: id ?? unseenEvent(count, place), event: decodeAs(WebhookEvent)(item) };
  });
};
