import * as O from 'fp-ts/lib/Option.js';
import type { Clock, Random } from '../core/environment.ts';
import { afterAnswer, afterSlowDown, intervalOf, isChance, nothingLearnt } from './learnt-rate.ts';
import { longestPause } from './limits.ts';
import { steadyTime } from './steady-time.ts';
import { wait } from './wait.ts';
import { waitingLine } from './waiting-line.ts';

/** Live requests overtake those of history that wait. The ceiling and the pauses hold for both together. */
export type Priority = 'live' | 'history';

/** The one gate for all requests of an API key, questions included. */
export interface Pace {
  /** Waits until a request may start. The time of the start, or none when it was over before. */
  readonly admit: (isOver: () => boolean, priority?: Priority) => Promise<O.Option<number>>;
  /**
   * The service asked to slow down in answer to a request of that start: everybody waits. Null when it did not say how
   * long. Answers to requests that had started before an earlier such answer came belong to that one. Gives the length
   * of the pause in milliseconds.
   */
  readonly slowDown: (startedAt: number, retryAfterMs: number | null) => number;
  /** The service answered a request without asking to slow down. */
  readonly answered: (startedAt: number) => void;
}

/** One percent slower than allowed, for requests that overtake one another on the way. */
const margin = 1.01;
/** Requests may bunch up by this many milliseconds, because timers are no finer; by how many requests where the pace is learnt. */
const bunching = 20;
const learntBunch = 4;
const firstPause = 1_000;
/** Enough when it is mere chance that a request was put off. */
const shortBreath = 4;
const longestOwnPause = 60_000;

/**
 * A gate that never lets more than `requestsPerMinute` requests start in any minute, spaced evenly, that lets none start
 * while a pause is in force, and that learns from pauses how fast the service can be asked.
 */
export const makePace = (clock: Clock, random: Random, requestsPerMinute: O.Option<number>): Pace => {
  const now = steadyTime(clock);
  const ceiling = O.isSome(requestsPerMinute) ? (60_000 * margin) / requestsPerMinute.value : 0;
  let rate = nothingLearnt(now());
  // A process that was killed a moment ago may have used the last minute up to its ceiling.
  let nextStart = now() + ceiling;
  let pausedUntil = 0;
  let lastSlowDown = Number.NEGATIVE_INFINITY;
  let pausesInARow = 0;
  let breath = firstPause;
  const line = waitingLine();

  const isOpen = (at: number): boolean => at >= pausedUntil && at >= nextStart;
  const start = (at: number): O.Option<number> => {
    const learnt = intervalOf(rate);
    const bunch = learnt === 0 ? bunching : Math.min(bunching, learnt * learntBunch);
    nextStart = Math.max(nextStart, at - bunch) + Math.max(ceiling, learnt);
    return O.some(at);
  };
  /** Lets them in one after the other until nobody waits. */
  const serve = async (): Promise<void> => {
    while (!line.isEmpty()) {
      const at = now();
      line.sendAway();
      if (isOpen(at)) line.next()?.enter(start(at));
      // A pause can be prolonged meanwhile, so it is looked at again after every wait.
      else await wait(clock, Math.max(pausedUntil, nextStart) - at, line.hasLeft);
    }
  };

  return {
    admit: async (isOver, priority = 'history') => {
      if (isOver()) return O.none;
      const isFirst = line.isEmpty();
      const at = now();
      if (isFirst && isOpen(at)) return start(at);
      return new Promise((enter) => {
        line.join({ isOver, enter }, priority);
        if (isFirst) void serve();
      });
    },
    slowDown: (startedAt, retryAfterMs) => {
      const at = now();
      const isSameWave = startedAt < lastSlowDown;
      if (!isSameWave) {
        breath = isChance(rate) ? shortBreath : firstPause;
        rate = afterSlowDown(rate, at, retryAfterMs !== null);
        pausesInARow += 1;
        lastSlowDown = at;
      }
      const bound = Math.min(longestOwnPause, breath * 2 ** (pausesInARow - 1));
      const own = isSameWave && pausedUntil > at ? 0 : bound * (0.5 + random.next() / 2);
      const pause = Math.min(longestPause, retryAfterMs ?? own);
      pausedUntil = Math.max(pausedUntil, at + pause);
      return pause;
    },
    answered: (startedAt) => {
      if (startedAt >= lastSlowDown) pausesInARow = 0;
      rate = afterAnswer(rate, now());
    },
  };
};
