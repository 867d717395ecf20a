import * as E from 'fp-ts/lib/Either.js';
import * as t from 'io-ts';
import { decodeAs, type Undecodable } from '../../../src/domain/decode.ts';
import type { StripeFailure } from '../errors.ts';
import type { ListQuery, Read, StripeList } from '../client/stripe-api.ts';
import { isAbsent, isFields } from '../records/codec.ts';
import { unservedSecond } from './unserved-second.ts';
import { maxFailuresAlone } from './with-objects-not-served.ts';

/** One object of a list; one that cannot be decoded still has its place in the list. */
export interface Dated<A> {
  readonly id: string;
  /** Unix seconds. */
  readonly created: number;
  readonly value: E.Either<Undecodable, A>;
}

/** Unix seconds; `end` does not belong to it. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/**
 * A list of Stripe's, newest first, read as far down as it is needed. What was read stays when a later page fails, so that
 * asking again goes on from there.
 */
export interface Descending<A> {
  /** Newest first. */
  readonly items: () => readonly Dated<A>[];
  /** Everything created at or after this second is among the items. */
  readonly completeFrom: () => number;
  /** Reads on until `isEnough` or the end of the span. */
  readonly readUntil: (isEnough: () => boolean) => Read<void>;
  /** Drops what was created at or after a second. */
  readonly forgetFrom: (second: number) => void;
  /** Why it could not be read at all, when the key may not; null otherwise. */
  readonly missing: () => string | null;
}

/** What to keep with the items, for as long as they are kept. */
export interface Index<A> {
  readonly add: (item: A) => void;
  readonly remove: (item: A) => void;
}

/** What a list is read with, apart from itself. */
export interface ListSource {
  readonly fetch: (query: ListQuery) => Read<StripeList>;
  /** How a part of the list is called that cannot be read. */
  readonly nameOf: (span: Span) => string;
  /** Whether Stripe answers at all. */
  readonly answersNow: () => Promise<boolean>;
}

/** Objects of a page, at most. */
const maxPage = 100;

const Envelope = t.type({ id: t.string, created: t.Int }, 'object with an id and a date');

const isEnvelope = (item: unknown): boolean => Envelope.is(withCreated(item));

const unserved: Undecodable = {
  _tag: 'Undecodable',
  expected: 'object',
  problems: [
    'Stripe fails whenever it is listed, and lists those before and after it; others of the same second may be missing as well. Sync its day again; if it lasts, report it to Stripe’s support',
  ],
};

/** Invoices had a `date` and no `created` before 2019. */
const withCreated = (item: unknown): unknown =>
  isFields(item) && isAbsent(item['created']) ? { ...item, created: item['date'] } : item;

const keepsNothing: Index<unknown> = { add: () => undefined, remove: () => undefined };

export const descending = <A>(
  { fetch, nameOf, answersNow }: ListSource,
  decode: (item: unknown) => E.Either<Undecodable, A>,
  span: Span,
  expand: readonly string[],
  index: Index<A> = keepsNothing,
): Descending<A> => {
  let items: readonly Dated<A>[] = [];
  let completeFrom = span.end;
  let lastId: string | null = null;
  /** Before `span.end` once the place was lost: an object was deleted behind which the list was to go on. */
  let end = span.end;
  let wasLost = false;
  /** The next objects, among which one is that Stripe failed on: they are read in smaller pages until it is alone. */
  let suspects = 0;
  let limit = maxPage;
  let failuresAlone = 0;
  let missing: string | null = null;

  /** One without an id or a date has the date of the one before it, and is named by that. */
  const toDated = (item: unknown, before: Dated<A> | undefined): Dated<A> => {
    const envelope = decodeAs(Envelope)(withCreated(item));
    if (E.isRight(envelope)) return { ...envelope.right, value: decode(item) };
    const created = before?.created ?? Math.max(span.start, Math.min(completeFrom, end) - 1);
    const name = nameOf({ start: created, end: created + 1 });
    return { id: `${name}, behind ${before?.id ?? lastId ?? 'its start'}`, created, value: envelope };
  };

  const isKnown = ({ id }: Dated<A>): boolean => items.some((item) => item.id === id);

  const accept = ({ data, has_more }: StripeList): E.Either<StripeFailure, void> => {
    const page: Dated<A>[] = [];
    let last: Dated<A> | undefined;
    /** The list goes on behind an object with an id. */
    let lastListed: string | null = null;
    for (const item of data) {
      last = toDated(item, last);
      const { id, created } = last;
      if (isEnvelope(item)) lastListed = id;
      if (id === lastId) {
        return E.left({ _tag: 'SourceRefused', message: 'Stripe returned a list that repeats itself' });
      }
      // What lies between us and Stripe may answer with more than was asked for: that is in another window.
      if (created >= span.start && created < end) page.push(last);
    }
    // Where the place in the list was lost, it begins again with objects of its second that are here already.
    const fresh = wasLost ? page.filter((item) => !isKnown(item)) : page;
    for (const { value } of fresh) if (E.isRight(value)) index.add(value.right);
    items = [...items, ...fresh];
    if (has_more && lastListed === null) {
      return E.left({ _tag: 'SourceRefused', message: 'Stripe returned a list without ids, so it cannot go on' });
    }
    lastId = lastListed ?? lastId;
    // More objects of the last one's second may be on the next page.
    const read = has_more && last !== undefined ? Math.min(completeFrom, last.created + 1) : span.start;
    completeFrom = Math.max(span.start, read);
    return E.right(undefined);
  };

  const query = (limit: number, { start, end: to }: Span): ListQuery => ({
    limit,
    created: { gte: start, lt: to },
    ...(expand.length > 0 && { expand: [...expand] }),
  });

  /** Holds the one object that Stripe fails on, and goes on before its second. */
  const passOver = async (): Promise<E.Either<StripeFailure, void>> => {
    const until = Math.min(end, completeFrom);
    const second = await unservedSecond((part) => fetch(query(1, part)), { start: span.start, end: until })();
    if (E.isLeft(second)) return second;
    const at = { start: second.right, end: second.right + 1 };
    items = [...items, { id: `${nameOf(at)}, not served`, created: at.start, value: E.left(unserved) }];
    [lastId, end, wasLost, suspects, limit, failuresAlone] = [null, at.start, true, 0, maxPage, 0];
    completeFrom = Math.max(span.start, at.start);
    return E.right(undefined);
  };

  const readMore: Read<void> = async () => {
    const answer = await fetch({
      ...query(limit, { start: span.start, end }),
      ...(lastId !== null && { starting_after: lastId }),
    })();
    if (E.isRight(answer)) {
      [suspects, failuresAlone] = [Math.max(0, suspects - limit), 0];
      if (suspects === 0) limit = maxPage;
      return accept(answer.right);
    }
    if (answer.left._tag === 'SourceUnreachable') {
      if (limit === 1) failuresAlone += 1;
      suspects = limit;
      limit = Math.max(1, Math.floor(limit / 10));
      return failuresAlone >= maxFailuresAlone && (await answersNow()) ? passOver() : answer;
    }
    if (answer.left._tag === 'LostPlace' && lastId !== null) {
      [lastId, end, wasLost] = [null, completeFrom, true];
      return E.right(undefined);
    }
    if (answer.left._tag !== 'MissingPermission') return answer;
    missing = answer.left.message;
    completeFrom = span.start;
    return E.right(undefined);
  };

  return {
    items: () => items,
    completeFrom: () => completeFrom,
    missing: () => missing,
    readUntil: (isEnough) => async () => {
      while (completeFrom > span.start && !isEnough()) {
        const read = await readMore();
        if (E.isLeft(read)) return read;
      }
      return E.right(undefined);
    },
    forgetFrom: (second) => {
      for (const { created, value } of items) if (created >= second && E.isRight(value)) index.remove(value.right);
      items = items.filter(({ created }) => created < second);
    },
  };
};
