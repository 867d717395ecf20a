import * as E from 'fp-ts/lib/Either.js';
import { listToEnd } from './list-to-end.ts';
import type { NamedDecoder } from './named-decoder.ts';
import type { ChildName, Read, StripeApi } from './stripe-api.ts';

/**
 * A list inside of an object with the items that Stripe left out of it.
 *
 * @param known what came with the object; null reads all of it
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
