import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import { decodeAs } from '../../../src/core/decode.ts';
import { millisecondsOf } from '../../../src/core/instant.ts';
import type { Cursor, Entry, Page, Window } from '../../../src/mapping/source-connector.ts';
import { forEach } from './bounded.ts';
import type { StripeContext } from '../sale/context.ts';
import { undecodable } from '../sale/entries.ts';
import type { StripeFailure } from '../errors.ts';
import { eventTypes } from '../webhooks/event-types.ts';
import { type Home, isForeign } from '../webhooks/foreign-event.ts';
import { readRecord } from './read-record.ts';
import type { Read, StripeApi, StripeList } from '../api/stripe-api.ts';
import { recordOfEvent, WebhookEvent } from '../webhooks/webhook-event.ts';

/** Each event may take several requests; a page that fails half way is read again as a whole. */
const pageSize = 25;

const idIn = (item: unknown): string | null =>
  typeof item === 'object' && item !== null && 'id' in item && typeof item.id === 'string' ? item.id : null;

/** A list that the key may not read stops nothing but this list: webhooks and historical syncs go on without it. */
const asRefusal = (failure: StripeFailure): StripeFailure =>
  failure._tag === 'MissingPermission'
    ? {
        _tag: 'SourceRefused',
        message: `${failure.message}; until then only webhooks and historical syncs see changes`,
      }
    : failure;

interface Named {
  readonly recordIds: readonly string[];
  /** Events that are none as Stripe documents them. */
  readonly unreadable: readonly Entry[];
}

const recordsNamedIn = ({ data }: StripeList, home: Home): Named => {
  const recordIds = new Set<string>();
  const unreadable: Entry[] = [];
  for (const item of data) {
    const event = decodeAs(WebhookEvent)(item);
    if (E.isLeft(event)) {
      unreadable.push(undecodable(idIn(item) ?? 'an event', event.left));
      continue;
    }
    const recordId = isForeign(event.right, home) ? null : recordOfEvent(event.right);
    if (recordId !== null) recordIds.add(recordId);
  }
  return { recordIds: [...recordIds], unreadable };
};

const keyOf = (entry: Entry): string => (E.isRight(entry) ? entry.right.identity.recordId : entry.left.sourceId);

const nextOf = ({ data, has_more }: StripeList, after: string | null): E.Either<StripeFailure, O.Option<Cursor>> => {
  if (!has_more) return E.right(O.none);
  const last = idIn(data.at(-1));
  return last === null || last === after
    ? E.left({ _tag: 'SourceRefused', message: 'Stripe answers a list of events that repeats itself' })
    : E.right(O.some(last));
};

/**
 * One page of events, newest first. An event only names a record: the sale behind it is read as it is now, once however
 * many events of the page are about it. The cursor is the id of the page's last event.
 */
export const readEventsPage =
  (api: StripeApi, account: string | null) =>
  (context: StripeContext, window: Window, from: O.Option<Cursor>): Read<Page> =>
  async () => {
    const after = O.toNullable(from);
    const list = await api.list('events', {
      limit: pageSize,
      types: [...eventTypes],
      created: {
        gte: Math.floor(millisecondsOf(window.start) / 1000),
        lt: Math.ceil(millisecondsOf(window.end) / 1000),
      },
      ...(after !== null && { starting_after: after }),
    })();
    if (E.isLeft(list)) return E.left(asRefusal(list.left));
    const next = nextOf(list.right, after);
    if (E.isLeft(next)) return next;
    const { recordIds, unreadable } = recordsNamedIn(list.right, { mode: context.mode, account });
    const read = await forEach(readRecord(api, context))(recordIds)();
    if (E.isLeft(read)) return read;
    // A charge and a refund of it name one sale by two ids.
    const byRecord = new Map<string, Entry>();
    for (const entry of read.right) if (O.isSome(entry)) byRecord.set(keyOf(entry.value), entry.value);
    return E.right({ entries: [...unreadable, ...byRecord.values()], next: next.right });
  };
