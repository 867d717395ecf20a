import * as E from 'fp-ts/lib/Either.js';
import type * as TE from 'fp-ts/lib/TaskEither.js';

/** Runs the task at its first call and remembers its success; a failure is forgotten, and the next call tries again. */
export const memoizeSuccess = <L, A>(task: TE.TaskEither<L, A>): TE.TaskEither<L, A> => {
  let running: Promise<E.Either<L, A>> | undefined;
  return async () => {
    running ??= task();
    const result = await running;
    if (E.isLeft(result)) running = undefined;
    return result;
  };
};
