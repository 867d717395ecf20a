import './loaded-ahead.ts';
import type { Clock } from '../../src/domain/environment.ts';
import { withoutTurns } from './without-turns.ts';

export interface VirtualClock extends Clock {
  /** Runs work to its end, jumping from one sleep to the next. Fails when nothing is left to wait for. */
  readonly run: <A>(work: () => Promise<A>) => Promise<A>;
}

interface Sleeper {
  readonly at: number;
  readonly wake: () => void;
}

const start = Date.UTC(2026, 3, 1, 12);
/** Real turns of the event loop without a sleeper before the work counts as stuck. */
const timeLimit = 200;

const turn = (): Promise<void> =>
  new Promise((resolve) => {
    setImmediate(resolve);
  });

/** A clock on which an hour costs nothing. Between two jumps every promise that can settle does. */
export const virtualClock = (startAt: number = start): VirtualClock => {
  let now = startAt;
  /** The next one to wake is the last; of the ones that wake at the same time, the one that fell asleep first. */
  const sleepers: Sleeper[] = [];
  const add = (sleeper: Sleeper): void => {
    let [low, high] = [0, sleepers.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((sleepers[middle]?.at ?? 0) > sleeper.at) low = middle + 1;
      else high = middle;
    }
    sleepers.splice(low, 0, sleeper);
  };
  const jump = (): boolean => {
    const next = sleepers.pop();
    if (next === undefined) return false;
    now = Math.max(now, next.at);
    next.wake();
    return true;
  };
  return {
    now: () => now,
    sleep: (milliseconds) => () =>
      new Promise((wake) => {
        add({ at: now + Math.max(0, milliseconds), wake });
      }),
    run: withoutTurns(async (work) => {
      const state = { isOver: false };
      const result = work().finally(() => {
        state.isOver = true;
      });
      // The failure is given to the caller below; this only prevents an unhandled rejection.
      result.catch(() => undefined);
      for (let idle = 0; idle < timeLimit;) {
        await turn();
        if (state.isOver) return result;
        idle = jump() ? 0 : idle + 1;
      }
      throw new Error('the work waits for something that will never come');
    }),
  };
};
