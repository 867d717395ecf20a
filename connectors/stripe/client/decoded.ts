/** Decodes what Stripe returns and reads lists to their end, so that no sale is mapped from half a list. */
import { fieldOf } from '../../../src/domain/fields.ts';
import type * as t from 'io-ts';
import * as E from 'fp-ts/lib/Either.js';
import { decodeAs } from '../../../src/domain/decode.ts';
import type { Read, ListQuery, StripeList, ListName, StripeApi, ChildName } from './stripe-api.ts';
import type { StripeFailure } from '../errors.ts';

/** A decoder with the name that messages show when a response has another shape. */
type NamedDecoder<A> = t.Decoder<unknown, A> & { readonly name: string };

export const decoded =
  <A>(read: Read<unknown>, codec: NamedDecoder<A>): Read<A> =>
  async () => {
    const answer = await read();
    return E.isLeft(answer) ? answer : decodeAs(codec)(answer.right);
  };

/** More pages than any object can have: a longer list repeats itself. */
const maxPages = 1000;

/**
 * Reads a list to its end and decodes it.
 *
 * @param after id of the last item that is known already; null without one
 * @param isWanted items for which it is false are left out. Default: all are wanted
 */
export const listToEnd =
  <A>(
    fetch: (query: ListQuery) => Read<StripeList>,
    query: ListQuery,
    codec: NamedDecoder<A>,
    after: string | null,
    isWanted: (item: unknown) => boolean = () => true,
  ): Read<readonly A[]> =>
  async () => {
    const all: A[] = [];
    let cursor = after;
    for (let page = 0; page < maxPages; page += 1) {
      const answer = await fetch(cursor === null ? query : { ...query, starting_after: cursor })();
      if (E.isLeft(answer)) return answer;
      for (const item of answer.right.data) {
        if (!isWanted(item)) continue;
        const one = decodeAs(codec)(item);
        if (E.isLeft(one)) return E.left<StripeFailure>(one.left);
        all.push(one.right);
      }
      if (!answer.right.has_more) return E.right(all);
      const last = idOf(answer.right.data.at(-1));
      if (last === null || last === cursor) break;
      cursor = last;
    }
    return E.left({ _tag: 'SourceRefused', message: 'Stripe returned a list that repeats itself' });
  };

/**
 * Reads a whole short list: everything of one payment, charge or invoice. A proxy may ignore the filter, so items of another
 * payment, such as its refund, are left out.
 */
export const wholeListOf = <A>(
  api: StripeApi,
  name: ListName,
  query: Omit<ListQuery, 'limit'>,
  codec: NamedDecoder<A>,
): Read<readonly A[]> =>
  listToEnd((one) => api.list(name, one), { ...query, limit: 100 }, codec, null, isAskedFor(query));

/**
 * Completes a list inside an object with the items that Stripe left out.
 *
 * @param known the items that came with the object; null reads the whole list
 */
export const wholeChildrenOf =
  <A extends { readonly id: string }>(
    api: StripeApi,
    name: ChildName,
    parentId: string,
    codec: NamedDecoder<A>,
    known: { readonly data: readonly A[]; readonly has_more: boolean | null } | null,
  ): Read<{ readonly data: readonly A[]; readonly has_more: boolean }> =>
  async () => {
    if (known !== null && known.has_more !== true) return E.right({ data: known.data, has_more: false });
    const data = known?.data ?? [];
    const after = data.at(-1)?.id ?? null;
    const rest = await listToEnd((query) => api.children(name, parentId, query), { limit: 100 }, codec, after)();
    return E.isLeft(rest) ? rest : E.right({ data: [...data, ...rest.right], has_more: false });
  };

const idOf = (item: unknown): string | null => {
  const id = fieldOf(item, 'id');
  return typeof id === 'string' ? id : null;
};

/** Whether an item matches the filter of its list. An item without the field, as in an old version, matches. */
const isAskedFor = ({ payment, ...query }: Omit<ListQuery, 'limit'>): ((item: unknown) => boolean) => {
  const isOf = (item: unknown, field: string, wanted: string | undefined): boolean => {
    const stated = wanted === undefined ? undefined : referenceIn(item, field);
    return stated === undefined || stated === wanted;
  };
  return (item) =>
    (['charge', 'invoice', 'payment_intent', 'subscription'] as const).every((field) =>
      isOf(item, field, query[field]),
    ) && isOf(fieldOf(item, 'payment'), 'payment_intent', payment?.payment_intent);
};

/** The id that a field holds, as an id or as the object itself. */
const referenceIn = (item: unknown, field: string): unknown => {
  const value = fieldOf(item, field);
  return idOf(value) ?? value;
};
