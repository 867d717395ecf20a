import * as E from 'fp-ts/lib/Either.js';

/**
 * Does a piece of work for each item, a few at a time, starting them in their order. After the first failure nothing more is
 * started; what is under way is waited for, and the failure is given back.
 */
export const forEachConcurrently = async <A, L>(
  maxConcurrent: number,
  items: readonly A[],
  work: (item: A) => Promise<E.Either<L, void>>,
): Promise<E.Either<L, void>> => {
  const rest = items[Symbol.iterator]();
  let outcome: E.Either<L, void> = E.right(undefined);
  const worker = async (): Promise<void> => {
    for (const item of rest) {
      const done = await work(item);
      if (E.isLeft(done) && E.isRight(outcome)) outcome = done;
      if (E.isLeft(outcome)) return;
    }
  };
  await Promise.all(Array.from({ length: Math.min(maxConcurrent, items.length) }, worker));
  return outcome;
};
