import type * as TE from 'fp-ts/lib/TaskEither.js';
import type { RateLimitStore } from '../../../src/domain/rate-limit-store.ts';
import type { StoreError } from '../../../src/domain/sync-store.ts';
import type { Dice } from '../kernel/dice.ts';
import type { Kernel } from '../kernel/kernel.ts';
import type { Life } from '../kernel/life.ts';

export interface LanePorts {
  readonly kernel: Kernel;
  readonly dice: Dice;
}

/**
 * The shared rate limit as one process reaches it. It is never busy: a failing sync database states no pauses, and then
 * they could not be judged.
 */
export const mortalLane = (client: RateLimitStore, { kernel, dice }: LanePorts, life: Life): RateLimitStore => {
  const call =
    <A>(name: string, task: TE.TaskEither<StoreError, A>): TE.TaskEither<StoreError, A> =>
    () =>
      new Promise((resolve) => {
        kernel.after(dice.int(1, 4), life, `${life.name} lane ${name}`, () => void task().then(resolve));
      });
  return {
    pausedUntil: call('pausedUntil', client.pausedUntil),
    pauseUntil: (...all) => call('pauseUntil', client.pauseUntil(...all)),
    reserveStarts: (turns) => call('takeTurns', client.reserveStarts(turns)),
  };
};
