/** Keeps the newest answers of a question that costs much, by all that they depend on. */
import * as E from 'fp-ts/lib/Either.js';
import type * as TE from 'fp-ts/lib/TaskEither.js';

/** The answer that is kept under a key, or else a new one, which replaces the oldest. A failure is not kept. */
export type KeepNewest<A> = <Failure>(key: string, ask: TE.TaskEither<Failure, A>) => TE.TaskEither<Failure, A>;

export const keepNewest = <A>(most: number): KeepNewest<A> => {
  const kept = new Map<string, A>();
  return (key, ask) => async () => {
    const known = kept.get(key);
    if (known !== undefined) return E.right(known);
    const answer = await ask();
    if (E.isRight(answer)) {
      kept.set(key, answer.right);
      const [oldest] = kept.keys();
      if (kept.size > most && oldest !== undefined) kept.delete(oldest);
    }
    return answer;
  };
};
