import * as E from 'fp-ts/lib/Either.js';

interface PendingCall<A, L, B> {
  readonly input: A;
  readonly resolve: (result: Promise<E.Either<L, B>>) => void;
}

/** The next turn of the event loop: what the network has brought is read before it. */
const nextEventLoopTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/**
 * Runs calls that are made at about the same time as one batch: a commit waits for the disk, and costs the same for many.
 * Calls made while a batch runs join the next one. An error of a batch is the error of all its calls.
 *
 * @param maxBatchSize calls of one batch
 * @param runAll returns a result for each call, in their order
 */
export const batchCalls = <A, L, B>(
  maxBatchSize: number,
  runAll: (all: readonly A[]) => Promise<E.Either<L, readonly B[]>>,
): ((input: A) => Promise<E.Either<L, B>>) => {
  const waiting: PendingCall<A, L, B>[] = [];
  let isRunning = false;

  const runBatch = (batch: readonly PendingCall<A, L, B>[]): Promise<E.Either<L, readonly B[]>> => {
    const results = runAll(batch.map(({ input }) => input));
    batch.forEach(({ resolve }, index) => {
      resolve(
        results.then(
          E.map((all) => {
            const [result] = all.slice(index, index + 1);
            if (result === undefined) throw new Error('a result is missing');
            return result;
          }),
        ),
      );
    });
    return results;
  };

  const runPending = async (): Promise<void> => {
    while (waiting.length > 0) {
      // Waits for calls that have already arrived. The second turn is for requests whose body came after their headers: a
      // commit costs more than the delay.
      await nextEventLoopTurn();
      await nextEventLoopTurn();
      // Each caller gets the result; here it only has to be finished.
      await runBatch(waiting.splice(0, maxBatchSize)).catch(() => undefined);
    }
    isRunning = false;
  };

  return (input) =>
    new Promise((resolve) => {
      waiting.push({ input, resolve });
      if (isRunning) return;
      isRunning = true;
      void runPending();
    });
};
