import * as E from 'fp-ts/lib/Either.js';
import type * as TE from 'fp-ts/lib/TaskEither.js';
import type { Clock, Random } from '../../core/environment.ts';
import type { BookError } from '../../core/record-book.ts';
import { type BackoffShape, fullJitter } from './backoff.ts';

const shape: BackoffShape = { base: 50, cap: 2_000 };
const attempts = 6;

/**
 * A question to the record book's storage, asked again for a while when another process holds it. Every method is atomic,
 * so that a second attempt doubles nothing.
 */
export const patientlyOn =
  ({ clock, random }: { readonly clock: Clock; readonly random: Random }) =>
  <A>(task: TE.TaskEither<BookError, A>): TE.TaskEither<BookError, A> =>
  async () => {
    for (let attempt = 1; ; attempt += 1) {
      const result = await task();
      if (E.isRight(result) || result.left.problem !== 'busy' || attempt === attempts) return result;
      await clock.sleep(fullJitter(shape)(attempt, random.next()))();
    }
  };
