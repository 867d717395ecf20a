import { withoutTurns } from '../support/without-turns.ts';
import type { Clock } from '../../src/domain/environment.ts';

export interface ClockOverHttp extends Clock {
  /** Runs work to its end. Fails when nothing is left to wait for. */
  readonly run: <A>(work: () => Promise<A>) => Promise<A>;
  /** Lets time pass. */
  readonly pass: (milliseconds: number) => void;
}

interface Sleeper {
  readonly at: number;
  readonly order: number;
  readonly wake: () => void;
}

const turn = (): Promise<void> =>
  new Promise((resolve) => {
    setImmediate(resolve);
  });

/** Turns of the event loop without a sleeper and without a request before the work counts as stuck. */
const maxIdle = 500;

/**
 * A clock on which waiting costs nothing, for work that asks a real server: it jumps from one sleep to the next only while
 * no request is under way.
 */
export const clockOverHttp = (isRequestUnderWay: () => boolean): ClockOverHttp => {
  let [now, order] = [Date.UTC(2026, 3, 1, 12), 0];
  const sleepers: Sleeper[] = [];
  const jump = (): boolean => {
    sleepers.sort((a, b) => a.at - b.at || a.order - b.order);
    const next = sleepers.shift();
    if (next === undefined) return false;
    now = Math.max(now, next.at);
    next.wake();
    return true;
  };
  return {
    now: () => now,
    pass: (milliseconds) => {
      now += milliseconds;
    },
    sleep: (milliseconds) => () =>
      new Promise((wake) => {
        order += 1;
        sleepers.push({ at: now + Math.max(0, milliseconds), order, wake });
      }),
    run: withoutTurns(async (work) => {
      const state = { isOver: false };
      const result = work().finally(() => {
        state.isOver = true;
      });
      // The failure is given to the caller below; this only keeps Node from calling it unhandled until then.
      result.catch(() => undefined);
      for (let idle = 0; idle < maxIdle;) {
        await turn();
        if (state.isOver) return result;
        if (isRequestUnderWay()) continue;
        // What an answer has set off comes first.
        await turn();
        idle = !isRequestUnderWay() && jump() ? 0 : idle + 1;
      }
      throw new Error('the work waits for something that will never come');
    }),
  };
};
