import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import type { SyncPorts } from '../ports.ts';

/** Milliseconds between two looks. */
const between = 1_000;

/**
 * Whether a run was ended in the record book (see `endRun`), by whatever process. To be asked as often as `isInterrupted`: it
 * looks at the book once a second, and what it sees counts from the next question on. A book that cannot be read says
 * nothing.
 */
export const endedElsewhere = ({ book, clock }: Pick<SyncPorts, 'book' | 'clock'>, runId: string): (() => boolean) => {
  let isEnded = false;
  let isLooking = false;
  let lookedAt = clock.now();
  const look = async (): Promise<void> => {
    const run = await book.findRun(O.some(runId))();
    isEnded = E.isRight(run) && O.isSome(run.right) && run.right.value.status !== 'running';
    isLooking = false;
  };
  return () => {
    const now = clock.now();
    const isDue = now - lookedAt >= between || now < lookedAt;
    if (isDue && !isEnded && !isLooking) {
      isLooking = true;
      lookedAt = now;
      void look();
    }
    return isEnded;
  };
};
