import * as E from 'fp-ts/lib/Either.js';

/**
 * Runs `work` for each item in order, a few at a time. After the first failure no more work starts; running work is awaited, and
 * the failure is returned.
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
