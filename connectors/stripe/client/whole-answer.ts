import * as E from 'fp-ts/lib/Either.js';
import type { StripeFailure } from '../errors.ts';

const statusOf = (answer: object): number => {
  const last: unknown = 'lastResponse' in answer ? answer.lastResponse : null;
  return typeof last === 'object' && last !== null && 'statusCode' in last && typeof last.statusCode === 'number'
    ? last.statusCode
    : 200;
};

/**
 * An answer of the client that really is one. The client looks for an `error` in the body and not at the status: a gateway
 * that answers 502 with a body of its own would pass as an object or as an empty list.
 */
export const wholeAnswer =
  (what: string) =>
  <A>(answer: A): E.Either<StripeFailure, A> => {
    const status = typeof answer === 'object' && answer !== null ? statusOf(answer) : 0;
    const message = `Stripe did not answer while reading ${what}`;
    return status >= 200 && status < 300
      ? E.right(answer)
      : E.left({ _tag: 'SourceUnreachable', message, cause: status === 0 ? 'no object' : `HTTP ${status}` });
  };

/** A list that is one: a truncated answer is no empty list, and where more is to come something stands before it. */
export const wholeList =
  (what: string) =>
  <A extends { readonly data: unknown; readonly has_more: unknown }>(answer: A): E.Either<StripeFailure, A> => {
    const { data, has_more: hasMore } = answer;
    if (Array.isArray(data) && typeof hasMore === 'boolean' && (data.length > 0 || !hasMore)) return E.right(answer);
    const message = `Stripe returned no list while reading ${what}`;
    return E.left({ _tag: 'SourceUnreachable', message, cause: 'no list' });
  };
