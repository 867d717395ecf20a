import * as E from 'fp-ts/lib/Either.js';
import * as t from 'io-ts';
import { decodeAs, type Undecodable } from '../../../src/domain/decode.ts';
import type { ListQuery, Read, StripeList } from '../client/stripe-api.ts';
import { isAbsent, isFields } from '../records/codec.ts';

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

/** What to keep beside the items, for as long as they are kept. */
export interface Index<A> {
  readonly add: (item: A) => void;
  readonly remove: (item: A) => void;
}

const Envelope = t.type({ id: t.string, created: t.Int }, 'object with an id and a date');

/** Invoices had a `date` and no `created` before 2019. */
const withCreated = (item: unknown): unknown =>
  isFields(item) && isAbsent(item['created']) ? { ...item, created: item['date'] } : item;

const keepsNothing: Index<unknown> = { add: () => undefined, remove: () => undefined };

export const descending = <A>(
  fetch: (query: ListQuery) => Read<StripeList>,
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
  let missing: string | null = null;

  const toDated = (item: unknown): E.Either<Undecodable, Dated<A>> => {
    const envelope = decodeAs(Envelope)(withCreated(item));
    if (E.isLeft(envelope)) return envelope;
    const { id, created } = envelope.right;
    return E.right({ id, created, value: decode(item) });
  };

  const isKnown = ({ id }: Dated<A>): boolean => items.some((item) => item.id === id);

  const accept = ({
    data,
    has_more,
  }: StripeList): E.Either<{ _tag: 'SourceRefused'; message: string } | Undecodable, void> => {
    const page: Dated<A>[] = [];
    let last: Dated<A> | undefined;
    for (const item of data) {
      const dated = toDated(item);
      if (E.isLeft(dated)) return dated;
      last = dated.right;
      const { id, created } = last;
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
    lastId = last?.id ?? lastId;
    // More objects of the last one's second may be on the next page.
    const read = has_more && last !== undefined ? Math.min(completeFrom, last.created + 1) : span.start;
    completeFrom = Math.max(span.start, read);
    return E.right(undefined);
  };

  const readMore: Read<void> = async () => {
    const answer = await fetch({
      limit: 100,
      created: { gte: span.start, lt: end },
      ...(expand.length > 0 && { expand: [...expand] }),
      ...(lastId !== null && { starting_after: lastId }),
    })();
    if (E.isRight(answer)) return accept(answer.right);
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
