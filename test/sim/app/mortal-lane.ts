import type * as TE from 'fp-ts/lib/TaskEither.js';
import type { LaneBook } from '../../../src/core/lane-book.ts';
import type { BookError } from '../../../src/core/record-book.ts';
import type { Dice } from '../kernel/dice.ts';
import type { Kernel } from '../kernel/kernel.ts';
import type { Life } from '../kernel/life.ts';

export interface LanePorts {
  readonly kernel: Kernel;
  readonly dice: Dice;
}

/**
 * What processes of one key know of each other, as one of them reaches it. It is never busy: a record book that fails
 * says nothing about pauses, and then nobody could be judged by them.
 */
export const mortalLane = (lane: LaneBook, { kernel, dice }: LanePorts, life: Life): LaneBook => {
  const call =
    <A>(name: string, task: TE.TaskEither<BookError, A>): TE.TaskEither<BookError, A> =>
    () =>
      new Promise((resolve) => {
        kernel.after(dice.int(1, 4), life, `${life.name} lane ${name}`, () => void task().then(resolve));
      });
  return {
    pausedUntil: call('pausedUntil', lane.pausedUntil),
    pauseUntil: (...all) => call('pauseUntil', lane.pauseUntil(...all)),
    takeTurns: (turns) => call('takeTurns', lane.takeTurns(turns)),
  };
};
