import * as E from 'fp-ts/lib/Either.js';
import { decodeAs } from '../../../src/domain/decode.ts';
import type { StripeFailure } from '../errors.ts';
import type { NamedDecoder } from './named-decoder.ts';
import type { ListQuery, Read, StripeList } from './stripe-api.ts';

const idOf = (item: unknown): string | null =>
  typeof item === 'object' && item !== null && 'id' in item && typeof item.id === 'string' ? item.id : null;

/** More than any object can have; a list that does not end before it repeats itself. */
const maxPages = 1000;

/**
 * A list to its end, decoded.
 *
 * @param after id of the last item that is known already; null for none
 */
export const listToEnd =
  <A>(
    fetch: (query: ListQuery) => Read<StripeList>,
    query: ListQuery,
    codec: NamedDecoder<A>,
    after: string | null,
  ): Read<readonly A[]> =>
  async () => {
    const all: A[] = [];
    let cursor = after;
    for (let page = 0; page < maxPages; page += 1) {
      const answer = await fetch(cursor === null ? query : { ...query, starting_after: cursor })();
      if (E.isLeft(answer)) return answer;
      for (const item of answer.right.data) {
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
