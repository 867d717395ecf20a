import * as E from 'fp-ts/lib/Either.js';
import type { Read, StripeApi } from '../client/stripe-api.ts';

const lineItems = /^(?:data\.)?line_items$/;

/** Beside the lines of a session, their taxes: at the documented limit of four levels. */
const andTaxes = (expand: readonly string[] | undefined): readonly string[] =>
  (expand ?? []).flatMap((path) => (lineItems.test(path) ? [path, `${path}.data.taxes`] : [path]));

/**
 * The same reads, with the taxes of the lines of Checkout Sessions, which state why no tax was charged. No further
 * request. Once refused, they are no longer requested; amounts do not depend on them.
 */
export const withTaxes = (api: StripeApi): StripeApi => {
  let isRefused = false;
  const attempt =
    <A>(withThem: Read<A>, without: Read<A>): Read<A> =>
    async () => {
      if (isRefused) return without();
      const answer = await withThem();
      if (E.isRight(answer) || answer.left._tag !== 'RefusedExpansion') return answer;
      isRefused = true;
      return without();
    };
  return {
    ...api,
    list: (name, query) =>
      name === 'checkout sessions' && query.expand !== undefined
        ? attempt(api.list(name, { ...query, expand: [...andTaxes(query.expand)] }), api.list(name, query))
        : api.list(name, query),
    retrieve: (name, id, expand) =>
      name === 'checkout session'
        ? attempt(api.retrieve(name, id, andTaxes(expand)), api.retrieve(name, id, expand))
        : api.retrieve(name, id, expand),
    children: (name, id, query) =>
      name === 'session lines'
        ? attempt(api.children(name, id, { ...query, expand: ['data.taxes'] }), api.children(name, id, query))
        : api.children(name, id, query),
  };
};
