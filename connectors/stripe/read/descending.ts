/** Reads a list of Stripe newest first, only as far down as needed, and continues past an object that Stripe cannot serve. */
import * as E from 'fp-ts/lib/Either.js';
import * as t from 'io-ts';
import { decodeAs, type Undecodable } from '../../../src/domain/decode.ts';
import type { StripeFailure } from '../errors.ts';
import type { ListQuery, Read, StripeList } from '../client/stripe-api.ts';
import { unservedSecond } from './unserved-second.ts';
import { maxFailuresAlone } from './with-objects-not-served.ts';

/** One object of a list; one that cannot be decoded keeps its position in the list. */
export interface Dated<A> {
  readonly id: string;
  /** Unix seconds. */
  readonly created: number;
  readonly value: E.Either<Undecodable, A>;
}

/** Unix seconds; `end` is excluded. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** The items that were read stay when a later page fails, so that the next attempt continues from there. */
export interface Descending<A> {
  /** Newest first. */
  readonly items: () => readonly Dated<A>[];
  /** Everything created at or after this second is among the items. */
  readonly completeFrom: () => number;
  /** Reads on until `isEnough` or the end of the span. */
  readonly readUntil: (isEnough: () => boolean) => Read<void>;
  /** Drops items that were created at or after a second. */
  readonly forgetFrom: (second: number) => void;
  /** Why the list could not be read at all, when the key may not read it; null otherwise. */
  readonly missing: () => string | null;
}

/** Receives each item when it is read, and again when it is dropped. */
export interface Index<A> {
  readonly add: (item: A) => void;
  readonly remove: (item: A) => void;
}

/** The functions by which a list is read. */
export interface ListSource {
  readonly fetch: (query: ListQuery) => Read<StripeList>;
  /** The name of a part of the list that cannot be read. */
  readonly nameOf: (span: Span) => string;
  /** Whether Stripe answers at all. */
  readonly answersNow: () => Promise<boolean>;
}

const keepsNothing: Index<unknown> = { add: () => undefined, remove: () => undefined };

/** Objects of a page, at most. */
const maxPage = 100;

const Envelope = t.type({ id: t.string, created: t.Int }, 'object with an id and a date');

const unserved: Undecodable = {
  _tag: 'Undecodable',
  expected: 'object',
  problems: [
    'Stripe fails whenever it is listed, and lists those before and after it; others of the same second may be missing as well. Sync its day again; if it lasts, report it to Stripe’s support',
  ],
};

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
  /** Earlier than `span.end` after a restart: the object after which the list was to continue was deleted. */
  let end = span.end;
  let wasLost = false;
  /** How many of the next objects may include the one that Stripe failed on: they are read in smaller pages until it is alone. */
  let suspects = 0;
  let limit = maxPage;
  let failuresAlone = 0;
  let missing: string | null = null;

  /** An object without an id or a date gets the date of the object before it, and a name that contains its id. */
  const toDated = (item: unknown, before: Dated<A> | undefined): Dated<A> => {
    const envelope = decodeAs(Envelope)(item);
    if (E.isRight(envelope)) return { ...envelope.right, value: decode(item) };
    const created = before?.created ?? Math.max(span.start, Math.min(completeFrom, end) - 1);
    const name = nameOf({ start: created, end: created + 1 });
    return { id: `${name}, behind ${before?.id ?? lastId ?? 'its start'}`, created, value: envelope };
  };

  const isKnown = ({ id }: Dated<A>): boolean => items.some((item) => item.id === id);

  const accept = ({ data, has_more }: StripeList): E.Either<StripeFailure, void> => {
    const page: Dated<A>[] = [];
    let last: Dated<A> | undefined;
    /** The last object with an id: the list continues after it. */
    let lastListed: string | null = null;
    for (const item of data) {
      last = toDated(item, last);
      const { id, created } = last;
      if (isEnvelope(item)) lastListed = id;
      if (id === lastId) {
        return E.left({ _tag: 'SourceRefused', message: 'Stripe returned a list that repeats itself' });
      }
      // A proxy may answer with more objects than requested: those are in another window.
      if (created >= span.start && created < end) page.push(last);
    }
    // After a restart the list begins with objects of the same second that are here already.
    const fresh = wasLost ? page.filter((item) => !isKnown(item)) : page;
    for (const { value } of fresh) if (E.isRight(value)) index.add(value.right);
    items = [...items, ...fresh];
    if (has_more && lastListed === null) {
      return E.left({
        _tag: 'SourceRefused',
        message: 'Stripe returned a list without ids, so reading cannot continue',
      });
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

  /** Holds the one object that Stripe fails on, and continues before its second. */
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

const isEnvelope = (item: unknown): boolean => Envelope.is(item);
