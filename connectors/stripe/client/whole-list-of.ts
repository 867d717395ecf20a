import { listToEnd } from './list-to-end.ts';
import type { NamedDecoder } from './named-decoder.ts';
import type { ListName, ListQuery, Read, StripeApi } from './stripe-api.ts';

/** All of a list that is known to be short: everything of one payment, charge or invoice. */
export const wholeListOf = <A>(
  api: StripeApi,
  name: ListName,
  query: Omit<ListQuery, 'limit'>,
  codec: NamedDecoder<A>,
): Read<readonly A[]> => listToEnd((one) => api.list(name, one), { ...query, limit: 100 }, codec, null);
