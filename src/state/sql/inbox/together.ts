import * as E from 'fp-ts/lib/Either.js';

interface Waiting<A, L, B> {
  readonly one: A;
  readonly settle: (result: Promise<E.Either<L, B>>) => void;
}

/** The next turn of the event loop: what the network has brought is read before it. */
const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/**
 * Carries out as one what is asked for at about the same time: a commit waits for the disk, and costs the same for many.
 * Who asks while the last ones are carried out comes with the next ones. What goes wrong with some goes wrong with all
 * that came together.
 *
 * @param most how many come together
 * @param work gives a result for each, in their order
 */
export const together = <A, L, B>(
  most: number,
  work: (all: readonly A[]) => Promise<E.Either<L, readonly B[]>>,
): ((one: A) => Promise<E.Either<L, B>>) => {
  const waiting: Waiting<A, L, B>[] = [];
  let isAtWork = false;

  const carryOut = (batch: readonly Waiting<A, L, B>[]): Promise<E.Either<L, readonly B[]>> => {
    const results = work(batch.map(({ one }) => one));
    batch.forEach(({ settle }, index) => {
      settle(
        results.then(
          E.map((all) => {
            const [own] = all.slice(index, index + 1);
            if (own === undefined) throw new Error('a result is missing');
            return own;
          }),
        ),
      );
    });
    return results;
  };

  const carryOn = async (): Promise<void> => {
    while (waiting.length > 0) {
      // Everybody who has come in by now is let in; what works without a pause would never see a second one. The second
      // turn is for those whose body arrived behind their headers: a commit costs more than all that a turn holds up.
      await nextTurn();
      await nextTurn();
      // Who asked is told how it went; here it only has to be over.
      await carryOut(waiting.splice(0, most)).catch(() => undefined);
    }
    isAtWork = false;
  };

  return (one) =>
    new Promise((settle) => {
      waiting.push({ one, settle });
      if (isAtWork) return;
      isAtWork = true;
      void carryOn();
    });
};
