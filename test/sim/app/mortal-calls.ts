import * as E from 'fp-ts/lib/Either.js';
import type * as TE from 'fp-ts/lib/TaskEither.js';
import type { StoreError } from '../../../src/domain/sync-store.ts';
import type { Faults } from '../faults/faults.ts';
import type { Dice } from '../kernel/dice.ts';
import type { Kernel } from '../kernel/kernel.ts';
import type { Life } from '../kernel/life.ts';

export interface MortalPorts {
  readonly kernel: Kernel;
  readonly dice: Dice;
  readonly faults: Faults;
  /** Kills the process that it is about. */
  readonly kill: (life: Life) => void;
}

/** One call to the sync database's storage: it takes a moment, it may find the storage busy, and its caller may die. */
export type MortalCall = <A>(name: string, task: TE.TaskEither<StoreError, A>) => TE.TaskEither<StoreError, A>;

const busy: StoreError = { _tag: 'StoreError', problem: 'busy', message: 'another process holds the sync database' };

/**
 * Calls of one process. A call happens completely or not at all, as the sync database promises; a process can be killed
 * before it, or after it and before it gets the result.
 */
export const mortalCalls =
  ({ kernel, dice, faults, kill }: MortalPorts, life: Life): MortalCall =>
  (name, task) =>
  () =>
    new Promise((resolve) => {
      kernel.after(dice.int(1, 4), life, `${life.name} book ${name}`, () => {
        const killed = faults.at(name === 'commitPage' ? 'commit' : 'life', [
          'killed before it wrote',
          'killed after it wrote',
        ]);
        if (killed === 'killed before it wrote') return kill(life);
        if (faults.at('book', ['busy']) !== undefined) return resolve(E.left(busy));
        void task().then((result) => {
          if (killed === 'killed after it wrote') return kill(life);
          kernel.after(dice.int(0, 2), life, `${life.name} book ${name} done`, () => resolve(result));
        });
      });
    });
