import * as E from 'fp-ts/lib/Either.js';
import type { StripeFailure } from '../errors.ts';
import type { Read } from '../client/stripe-api.ts';

/** How many records of a page are looked up at once; the pace decides how fast. */
const width = 8;

/** Reads for each item in order, a few at a time; the first failure ends it after those in flight. */
export const forEach =
  <A, B>(read: (item: A) => Read<B>) =>
  (items: readonly A[]): Read<readonly B[]> =>
  async () => {
    const answers: B[] = [];
    for (let first = 0; first < items.length; first += width) {
      const batch = await Promise.all(items.slice(first, first + width).map((item) => read(item)()));
      for (const answer of batch) {
        if (E.isLeft(answer)) return E.left<StripeFailure>(answer.left);
        answers.push(answer.right);
      }
    }
    return E.right(answers);
  };
