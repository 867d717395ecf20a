import * as E from 'fp-ts/lib/Either.js';
import type * as TE from 'fp-ts/lib/TaskEither.js';
import type { Clock, Logger, Random } from '../../domain/environment.ts';
import type { StoreError } from '../../domain/sync-store.ts';
import { type BackoffShape, fullJitter } from './backoff.ts';
import { wait } from './wait.ts';

interface Patience {
  readonly shape: BackoffShape;
  readonly attempts: number;
}

/** For another process that holds the storage: about a second. */
const whileBusy: Patience = { shape: { base: 50, cap: 2_000 }, attempts: 6 };

/** For a database server that is being restarted: about a minute. */
const whileAway: Patience = { shape: { base: 250, cap: 4_000 }, attempts: 35 };

/** What a question to the storage is asked with. */
export interface Patient {
  readonly clock: Clock;
  readonly random: Random;
  /** Takes a warning when the database does not answer. */
  readonly log?: Logger;
  /** Whether the caller is asked to end: then it does not wait for a restart. */
  readonly isInterrupted?: () => boolean;
}

const never = (): boolean => false;

/**
 * A question to the record book's storage, asked again for a while when another process holds it, or when the database is
 * being restarted. Every method is atomic, so that a second attempt doubles nothing.
 */
export const patientlyOn =
  ({ clock, random, log, isInterrupted = never }: Patient) =>
  <A>(task: TE.TaskEither<StoreError, A>): TE.TaskEither<StoreError, A> =>
  async () => {
    for (let attempt = 1; ; attempt += 1) {
      const result = await task();
      if (E.isRight(result)) return result;
      const { problem } = result.left;
      if (problem !== 'busy' && problem !== 'unreachable') return result;
      const isAway = problem === 'unreachable';
      const { shape, attempts } = isAway && !isInterrupted() ? whileAway : whileBusy;
      if (attempt >= attempts) return result;
      if (isAway && attempt === 2)
        log?.warn('The database does not answer. It is tried again for about a minute.', { problem });
      const pause = fullJitter(shape)(attempt, random.next());
      await (isAway ? wait(clock, pause, isInterrupted) : clock.sleep(pause)());
    }
  };
