import { withoutTurns } from '../../support/without-turns.ts';
import '../../support/loaded-ahead.ts';
import type { Dice } from './dice.ts';
import { eventQueue, type Timed } from './event-queue.ts';
import type { Life } from './life.ts';
import type { Trace } from './trace.ts';

interface Event extends Timed {
  /** Null for what happens outside of every process: on the wire, at a platform. */
  readonly life: Life | null;
  readonly label: string;
  readonly act: () => void;
}

/** The time of a world, and everything that happens in it, one thing after the other. */
export interface Kernel {
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Lets something happen after a while, in whole milliseconds as timers are; never, if the process that it belongs to has died by then. */
  readonly after: (milliseconds: number, life: Life | null, label: string, act: () => void) => void;
  /** Runs until a time, or until `isOver`, which is asked between two events. */
  readonly run: (until: number, isOver?: () => boolean) => Promise<void>;
  readonly trace: Trace;
  readonly events: () => number;
}

/** Every promise that can settle does, however deep: a macrotask comes behind all microtasks. */
const allSettled = (): Promise<void> =>
  new Promise((resolve) => {
    setImmediate(resolve);
  });

/**
 * A scheduler without threads and without a clock. Between two events all code runs that can run, and takes no time; of
 * events at the same time the dice decide the order, so that many seeds try many interleavings.
 */
export const kernel = (dice: Dice, startAt: number, trace: Trace): Kernel => {
  const queue = eventQueue<Event>();
  let [now, events] = [startAt, 0];
  const isDropped = ({ life }: Event): boolean => life?.isAlive() === false;
  return {
    trace,
    now: () => now,
    events: () => events,
    after: (milliseconds, life, label, act) =>
      queue.add({ at: now + Math.max(0, Math.ceil(milliseconds)), tie: dice.next(), life, label, act }),
    run: withoutTurns(async (until, isOver = () => false) => {
      while (queue.nextAt() <= until && !isOver()) {
        const event = queue.next();
        if (event === undefined || isDropped(event)) continue;
        now = event.at;
        events += 1;
        trace.note(now, event.label);
        event.act();
        // Outside of every process nothing waits: such an event only lets others happen.
        if (event.life !== null) await allSettled();
      }
      if (!isOver()) now = Math.max(now, until);
    }),
  };
};
