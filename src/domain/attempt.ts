/** Runs steps one after another until one fails, like do-notation, but in a plain `async` function. */
import * as E from 'fp-ts/lib/Either.js';

/** Waits for a step. A Left ends the whole attempt, and is its result. */
export type Take<L> = <A>(step: E.Either<L, A> | Promise<E.Either<L, A>>) => Promise<A>;

/** Thrown by `take`, and caught only by its `attempt`. One shared error, because a new one would record a stack. */
const ended = new Error('A step ended with Left outside of its attempt.');

/**
 * Runs steps up to the first Left. An exception, which only a defect throws, passes. No step may stand in a `try` with a
 * `catch`: that would catch the Left.
 *
 * @example
 * attempt(async (take) => {
 *   const run = await take(store.readRun(id)());
 *   await take(store.endRun(run.id)());
 *   return run.range;
 * }); // Promise<Either<StoreError, DateRange>>
 */
export const attempt = async <L, A>(steps: (take: Take<L>) => Promise<A>): Promise<E.Either<L, A>> => {
  let end: E.Left<L> | null = null as E.Left<L> | null;
  const take: Take<L> = async (step) => {
    const result = await step;
    if (E.isRight(result)) return result.right;
    end = result;
    throw ended;
  };
  try {
    return E.right(await steps(take));
  } catch (thrown) {
    if (thrown !== ended || end === null) throw thrown;
    return end;
  }
};
