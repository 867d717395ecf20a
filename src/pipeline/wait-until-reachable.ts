import * as E from 'fp-ts/lib/Either.js';
import type * as TE from 'fp-ts/lib/TaskEither.js';
import type { Clock } from '../domain/environment.ts';
import type { SyncFailure } from './failures.ts';
import { wait } from './backoff.ts';

/** Milliseconds between two attempts. */
const pause = 2_000;

export interface WaitingFor {
  readonly clock: Clock;
  /** Takes one line when the waiting begins, and one when it is over. */
  readonly note: (line: string) => void;
  readonly isInterrupted: () => boolean;
}

const away =
  'The database cannot be reached. This process waits for it. Check that it runs, and the host and port in the setting state.';

/**
 * Does a task again and again while the database does not answer, for processes whose only work is in the database. Left with
 * `unreachable` only when it is interrupted.
 */
export const waitUntilReachable =
  ({ clock, note, isInterrupted }: WaitingFor) =>
  <F extends SyncFailure, A>(task: TE.TaskEither<F, A>): TE.TaskEither<F, A> =>
  async () => {
    for (let isNoted = false; ; isNoted = true) {
      const result = await task();
      const isAway = E.isLeft(result) && result.left._tag === 'BookError' && result.left.problem === 'unreachable';
      if (!isAway || isInterrupted()) {
        if (isNoted && !isAway) note('The database can be reached again.');
        return result;
      }
      if (!isNoted) note(away);
      await wait(clock, pause, isInterrupted);
    }
  };
