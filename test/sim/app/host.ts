import type { Faults } from '../faults/faults.ts';
import type { Dice } from '../kernel/dice.ts';
import type { Kernel } from '../kernel/kernel.ts';
import { type Life, newLife } from '../kernel/life.ts';
import type { Store } from './store.ts';

/** A process at work. */
export interface Process {
  readonly life: Life;
  /** A webhook arrives. */
  readonly receive: (request: Request) => Promise<Response>;
}

/** Starts processes, and starts them again when they have died. */
export interface Host {
  readonly start: () => void;
  /** Nothing runs until it is started again. */
  readonly rest: () => void;
  readonly kill: (life: Life) => void;
  /** One that is alive; undefined when none is. */
  readonly anyProcess: () => Process | undefined;
  readonly isAlive: (name: string) => boolean;
  readonly kills: () => number;
}

export interface HostPorts {
  readonly kernel: Kernel;
  readonly dice: Dice;
  readonly faults: Faults;
  readonly store: Store;
  readonly processes: number;
  /** Whether the sync database can be lost. */
  readonly canLoseBook: boolean;
  readonly startProcess: (life: Life, place: number) => Process;
  /** Pushed when one has died, before it comes again. */
  readonly onDeath: () => void;
}

export const newHost = (ports: HostPorts): Host => {
  const { kernel, dice, faults, store, processes, startProcess, onDeath } = ports;
  const places: { life: Life | undefined; process: Process | undefined; starts: number }[] = Array.from(
    { length: processes },
    () => ({ life: undefined, process: undefined, starts: 0 }),
  );
  const state = { kills: 0, isResting: true };

  const startAt = (place: number): void => {
    const slot = places[place];
    if (slot === undefined || state.isResting || slot.life?.isAlive() === true) return;
    slot.starts += 1;
    const life = newLife(`${'ab'.charAt(place)}${slot.starts}`);
    slot.life = life;
    kernel.after(0, life, `${life.name} starts`, () => {
      slot.process = startProcess(life, place);
    });
  };

  /** A sync database is lost, or an older copy is restored, only while no process has it open. */
  const loseDisk = (): void => {
    if (processes > 1 || !ports.canLoseBook) return;
    const loss = faults.at('death', ['the sync database is lost', 'an older sync database comes back']);
    if (loss === 'the sync database is lost') store.lose();
    if (loss === 'an older sync database comes back') store.restore();
    if (loss !== undefined) kernel.trace.note(kernel.now(), loss);
  };

  const kill = (life: Life): void => {
    const place = places.findIndex(({ process }) => process?.life === life);
    const slot = places[place];
    if (slot === undefined || !life.isAlive()) return;
    life.end();
    slot.process = undefined;
    state.kills += 1;
    kernel.trace.note(kernel.now(), `${life.name} is killed`);
    loseDisk();
    kernel.after(dice.int(0, 1_000), null, 'unobserved', onDeath);
    kernel.after(dice.int(100, 30_000), null, `place ${place} is taken again`, () => startAt(place));
  };

  const alive = (): readonly Process[] => places.flatMap(({ process }) => (process === undefined ? [] : [process]));

  return {
    start: () => {
      state.isResting = false;
      for (const place of places.keys()) startAt(place);
    },
    rest: () => {
      state.isResting = true;
      for (const slot of places) {
        slot.life?.end();
        slot.process = undefined;
      }
    },
    kill,
    anyProcess: () => {
      const [first, ...others] = alive();
      return first === undefined ? undefined : dice.pick([first, ...others]);
    },
    isAlive: (name) => alive().some(({ life }) => life.name === name),
    kills: () => state.kills,
  };
};
