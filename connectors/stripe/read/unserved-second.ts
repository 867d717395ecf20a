/** Finds the second of an object that Stripe cannot list, so that its list can continue before that second. */
import * as E from 'fp-ts/lib/Either.js';
import type { Read, StripeList } from '../client/stripe-api.ts';

/** Unix seconds; `end` is excluded. */
interface Span {
  readonly start: number;
  readonly end: number;
}

/**
 * The second of the newest object of a span, if Stripe fails on that object. A list does not show an object that it fails on, so
 * the second is found by halves: about 20 requests for a month.
 *
 * @param newest the newest object of a span, as a list of one
 */
export const unservedSecond =
  (newest: (span: Span) => Read<StripeList>, { start, end }: Span): Read<number> =>
  async () => {
    // Up to `served` Stripe answers; up to `failing` it does not.
    let [served, failing] = [start, end];
    while (failing - served > 1) {
      const middle = Math.floor((served + failing) / 2);
      const answer = await newest({ start, end: middle })();
      if (E.isRight(answer)) served = middle;
      else if (answer.left._tag === 'SourceUnreachable') failing = middle;
      else return answer;
    }
    return E.right(failing - 1);
  };
