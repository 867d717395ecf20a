/** Reads the sales that Stripe's events name, so that catch-up finds a change whose webhook was lost. */
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import { decodeAs, type Undecodable } from '../../../src/domain/decode.ts';
import { millisecondsOf } from '../../../src/domain/instant.ts';
import type { Cursor, Page, SourceResult, Window } from '../../../src/mapping/source-connector.ts';
import { forEach, unseenEvent } from './or-held.ts';
import type { StripeContext } from '../to-sale/identity.ts';
import { undecodable } from '../to-sale/admission.ts';
import { isOfOneObject, type StripeFailure } from '../errors.ts';
import { eventTypes, paymentGoneBackIn, recordOfEvent, WebhookEvent } from '../webhooks/webhook-event.ts';
import { type Home, isForeign } from '../webhooks/webhook-meaning.ts';
import { readRecord } from './read-record.ts';
import type { Read, StripeApi, StripeList } from '../client/stripe-api.ts';
import { invoicePaymentsOf } from './look-ups.ts';
import { attempt } from '../../../src/domain/attempt.ts';

/** Each event may take several requests; a page that fails half way is read again as a whole. */
const pageSize = 25;

/**
 * One page of events, newest first. An event only names a record: its sale is read as it is now, once for all events of the page
 * that name it. The cursor is the id of the last event of the page.
 */
export const readEventsPage =
  (account: string | null) =>
  (api: StripeApi, context: StripeContext, window: Window, from: O.Option<Cursor>): Read<Page> =>
  () =>
    attempt(async (take) => {
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
      if (E.isLeft(list)) return take(E.left(asRefusal(list.left)));
      const { data, next } = await take(partOf(list.right, after));
      const start = after === null ? `from ${window.start} to ${window.end}` : `before ${after}`;
      const { recordIds, payments, unreadable } = recordsNamedIn(eventsInOrder(data, start), {
        mode: context.mode,
        account,
        own: context.account,
      });
      const others = await take(forEach(severalInvoicesOf(api), payments)());
      const read = await take(forEach(readRecord(api, context), [...new Set([...recordIds, ...others.flat()])])());
      // A charge and a refund of it name one sale by two ids.
      const byRecord = new Map<string, SourceResult>();
      for (const result of read) if (O.isSome(result)) byRecord.set(keyOf(result.value), result.value);
      return { results: [...unreadable, ...byRecord.values()], next };
    });

/** If the key may not read events, only this list stops: webhooks and historical syncs continue without it. */
const asRefusal = (failure: StripeFailure): StripeFailure =>
  failure._tag === 'MissingPermission'
    ? {
        _tag: 'SourceRefused',
        message: `${failure.message}; until then only webhooks and historical syncs find changes`,
      }
    : failure;

interface Part {
  readonly data: readonly unknown[];
  readonly next: O.Option<Cursor>;
}

/** The part of a page up to its last event with an id; the next page continues from there. */
const partOf = ({ data, has_more }: StripeList, after: string | null): E.Either<StripeFailure, Part> => {
  if (!has_more) return E.right({ data, next: O.none });
  const last = data.findLastIndex((item) => eventIdIn(item) !== null);
  const cursor = eventIdIn(data[last]);
  return cursor === null || cursor === after
    ? E.left({ _tag: 'SourceRefused', message: 'Stripe returned a list of events that repeats itself' })
    : E.right({ data: data.slice(0, last + 1), next: O.some(cursor) });
};

/** The id of an event, if it looks like one; any other value may be personal data. */
const eventIdIn = (item: unknown): string | null =>
  typeof item === 'object' &&
  item !== null &&
  'id' in item &&
  typeof item.id === 'string' &&
  /^evt_[\w-]{1,250}$/.test(item.id)
    ? item.id
    : null;

/** An event of the list, or its decoding error; and the name that identifies it. */
interface ListedEvent {
  readonly name: string;
  readonly event: E.Either<Undecodable, WebhookEvent>;
}

interface Named {
  readonly recordIds: readonly string[];
  /** See `paymentGoneBackIn`. */
  readonly payments: readonly string[];
  /** Events whose shape is not the one that Stripe documents. */
  readonly unreadable: readonly SourceResult[];
}

/** For an event without a record: only types that change a sale are requested. */
const namesNothing: Undecodable = {
  _tag: 'Undecodable',
  expected: 'Event',
  problems: ['data.object: expected a record'],
};

const recordsNamedIn = (events: readonly ListedEvent[], home: Home): Named => {
  const recordIds = new Set<string>();
  const payments = new Set<string>();
  const unreadable: SourceResult[] = [];
  for (const { name, event } of events) {
    if (E.isRight(event) && isForeign(event.right, home)) continue;
    const recordId = E.isRight(event) ? recordOfEvent(event.right) : null;
    if (recordId === null) unreadable.push(undecodable(name, E.isRight(event) ? namesNothing : event.left));
    else recordIds.add(recordId);
    const payment = E.isRight(event) ? paymentGoneBackIn(event.right) : null;
    if (payment !== null) payments.add(payment);
  }
  return { recordIds: [...recordIds], payments: [...payments], unreadable };
};

/**
 * Events with their names, newest first. An event without an id is named by its position after the nearest newer event with an
 * id, so it has the same name on every reading.
 *
 * @param start the name of the position where the list begins, such as `before evt_1`
 */
const eventsInOrder = (data: readonly unknown[], start: string): readonly ListedEvent[] => {
  let [place, count] = [start, 0];
  return data.map((item) => {
    const id = eventIdIn(item);
    [place, count] = id === null ? [place, count + 1] : [`before ${id}`, 0];
    return { name: id ?? unseenEvent(count, place), event: decodeAs(WebhookEvent)(item) };
  });
};

/**
 * All invoices that a payment paid: each has a share of its refunds, and Stripe only sends an event for the payment. If the key
 * may not read them, the sale is held and says so.
 */
const severalInvoicesOf =
  (api: StripeApi) =>
  (paymentIntent: string): Read<readonly string[]> =>
  async () => {
    const payments = await invoicePaymentsOf(api, paymentIntent)();
    if (E.isLeft(payments)) return isOfOneObject(payments.left) ? E.right([]) : payments;
    const paid = payments.right.flatMap(({ invoice, status }) =>
      invoice === null || status !== 'paid' ? [] : [invoice],
    );
    const invoices = [...new Set(paid)];
    return E.right(invoices.length > 1 ? invoices : []);
  };

const keyOf = (result: SourceResult): string =>
  E.isRight(result) ? result.right.identity.recordId : result.left.sourceId;
