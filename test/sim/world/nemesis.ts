import type { Host } from '../app/host.ts';
import type { Store } from '../app/store.ts';
import type { Faults } from '../faults/faults.ts';
import type { Dice } from '../kernel/dice.ts';
import type { Kernel } from '../kernel/kernel.ts';

export interface NemesisPorts {
  readonly kernel: Kernel;
  readonly dice: Dice;
  readonly faults: Faults;
  readonly host: Host;
  readonly store: Store;
  /** Milliseconds. */
  readonly lasts: number;
}

/** Kills the working process from time to time, at any point; and makes backups. */
export const nemesis = ({ kernel, dice, faults, host, store, lasts }: NemesisPorts): void => {
  const end = kernel.now() + lasts;
  const visit = (): void => {
    if (kernel.now() >= end) return;
    if (dice.chance(0.2)) store.backUp();
    const process = host.anyProcess();
    if (process !== undefined && faults.at('nemesis', ['kills a process']) !== undefined) host.kill(process.life);
    kernel.after(dice.int(500, 20_000), null, 'nemesis comes', visit);
  };
  kernel.after(dice.int(500, 20_000), null, 'nemesis comes', visit);
};
