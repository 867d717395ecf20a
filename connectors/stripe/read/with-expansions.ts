/** Requests related objects together with charges and sessions, as far as the key and the API version allow. */
import * as E from 'fp-ts/lib/Either.js';
import type { Read, StripeApi } from '../client/stripe-api.ts';

/** The expansions of a charge, and smaller ones for keys and versions that do not allow all of them. */
const expansions: readonly (readonly string[])[] = [
  ['payment_intent.amount_details.line_items', 'refunds'],
  ['payment_intent', 'refunds'],
  ['refunds'],
];

/**
 * Reads charges with as much of their payments as the key may read. The deepest expansion is at the documented limit of four
 * levels; the payment needs its own permission. After a refusal, the smaller expansion is kept.
 *
 * @param always expansions at every level; a key that may not read them is refused
 */
export const withPayments = (api: StripeApi, always: readonly string[] = []): StripeApi => {
  let level = 0;
  const attempt =
    <A>(read: (expand: readonly string[]) => Read<A>): Read<A> =>
    async () => {
      for (;;) {
        const tried = level;
        const answer = await read([...(expansions[tried] ?? []), ...always])();
        if (E.isRight(answer)) return answer;
        const isAboutPayment =
          answer.left._tag === 'MissingPermission' && answer.left.message.includes('payment_intent');
        const isLess = answer.left._tag === 'RefusedExpansion' || isAboutPayment;
        if (!isLess || tried >= expansions.length - 1) return answer;
        level = Math.max(level, isAboutPayment ? expansions.length - 1 : tried + 1);
      }
    };
  return {
    ...api,
    list: (name, query) =>
      name === 'charges'
        ? attempt((expand) => api.list(name, { ...query, expand: expand.map((path) => `data.${path}`) }))
        : api.list(name, query),
    retrieve: (name, id, options) =>
      name === 'charge' ? attempt((expand) => api.retrieve(name, id, expand)) : api.retrieve(name, id, options),
  };
};

/**
 * Reads sessions with the taxes of their lines, which state why no tax was charged, without a further request. After a refusal,
 * they are no longer requested; amounts do not depend on them.
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

const lineItems = /^(?:data\.)?line_items$/;

/** The lines of a session with their taxes: at the documented limit of four levels. */
const andTaxes = (expand: readonly string[] | undefined): readonly string[] =>
  (expand ?? []).flatMap((path) => (lineItems.test(path) ? [path, `${path}.data.taxes`] : [path]));
