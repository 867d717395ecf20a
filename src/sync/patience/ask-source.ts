import * as E from 'fp-ts/lib/Either.js';
import type * as TE from 'fp-ts/lib/TaskEither.js';
import type { SourceError } from '../../domain/errors.ts';
import { longestCall, shortestCall } from '../limits.ts';
import type { SyncPorts } from '../ports.ts';

/** Milliseconds between two looks whether the answer is still wanted. */
const slice = 250;

const defect: SourceError = {
  _tag: 'SourceRefused',
  message: 'The connector failed by a defect of its own; nothing was lost. Report it to its author.',
};

const noAnswer = (milliseconds: number): SourceError => ({
  _tag: 'SourceUnreachable',
  message: `The platform gave no answer within ${Math.round(milliseconds / 1_000)} seconds`,
  cause: 'no answer',
});

/** Asks a platform once. Never rejects. */
export const askSource = async <A>(task: TE.TaskEither<SourceError, A>): Promise<E.Either<SourceError, A>> => {
  try {
    return await task();
  } catch {
    return E.left(defect);
  }
};

const never = (): boolean => false;

/**
 * Asks a platform once, for a caller that retries by itself, and waits no longer than a call may take. When it is over,
 * an answer that is long in coming is not waited for; what comes later is dropped. Never rejects.
 */
export const askInTime =
  ({ clock }: Pick<SyncPorts, 'clock'>, isOver: () => boolean = never) =>
  async <A>(task: TE.TaskEither<SourceError, A>): Promise<E.Either<SourceError, A>> => {
    const asked: { answer: E.Either<SourceError, A> | null } = { answer: null };
    const answered = askSource(task).then((answer) => {
      asked.answer = answer;
    });
    // Counted in sleeps: a clock that is set makes no call longer or shorter.
    for (let waited = 0; ; waited += slice) {
      await Promise.race([answered, clock.sleep(slice)()]);
      if (asked.answer !== null) return asked.answer;
      if (waited >= longestCall || (waited >= shortestCall && isOver())) return E.left(noAnswer(waited));
    }
  };
