import * as O from 'fp-ts/lib/Option.js';
import type { Clock, Random } from '../../domain/environment.ts';
import { afterAnswer, afterSlowDown, intervalOf, isChance, nothingLearnt } from './learnt-rate.ts';
import type { Started } from './started.ts';
import { longestPause } from '../limits.ts';
import { type Ending, placesFor } from './places.ts';
import { steadyTime } from './steady-time.ts';
import { wait } from '../patience/wait.ts';
import { waitingLine } from './waiting-line.ts';

/** Live requests overtake those of history that wait. The ceiling and the pauses hold for both together. */
export type Priority = 'live' | 'history';

/** The one gate for all requests of an API key, questions included. */
export interface Pace {
  /** Waits until a request may start; none when it was over before. */
  readonly admit: (isOver: () => boolean, priority?: Priority) => Promise<O.Option<Started>>;
  /**
   * The service asked to slow down in answer to a request: everybody waits. Null when it did not say how
   * long. Answers to requests that had started before an earlier such answer came belong to that one. Gives the length
   * of the pause in milliseconds.
   */
  readonly slowDown: (started: Started, retryAfterMs: number | null) => number;
  /**
   * The service answered a request without asking to slow down. Answers of one `sort` take about the same work; how long
   * they take teaches how many requests it works on at the same time.
   */
  readonly answered: (started: Started, sort: string) => void;
  /** A request got no clear answer, and no request to slow down. */
  readonly failed: (started: Started) => void;
  /** It was let in, and not made after all. Every request that was let in ends in one of the four. */
  readonly left: (started: Started) => void;
  /** How many requests may be under way at the same time just now. */
  readonly width: () => number;
}

export interface PacePorts {
  readonly clock: Clock;
  readonly random: Random;
  /** Never exceeded; none leaves it to the service. */
  readonly requestsPerMinute: O.Option<number>;
  /** Requests under way at the same time, at most; how many are best is found out below it. */
  readonly concurrency: number;
}

/** One percent slower than allowed, for requests that overtake one another on the way. */
const margin = 1.01;
/** Milliseconds by which requests may bunch up, because timers are no finer. Where the pace is learnt: by so many requests. */
const bunching = 20;
const learntBunch = 4;
const firstPause = 1_000;
/** Enough when it is mere chance that a request was put off. */
const shortBreath = 4;
const longestOwnPause = 60_000;

/**
 * A gate that never lets more than `requestsPerMinute` requests start in any minute, spaced evenly, that lets none start
 * while a pause is in force, and that learns from pauses how fast the service can be asked, from latencies how many requests
 * it works on at the same time.
 */
export const makePace = ({ clock, random, requestsPerMinute, concurrency }: PacePorts): Pace => {
  const now = steadyTime(clock);
  const ceiling = O.isSome(requestsPerMinute) ? (60_000 * margin) / requestsPerMinute.value : 0;
  let rate = nothingLearnt(now());
  // A process that was killed a moment ago may have used the last minute up to its ceiling.
  let nextStart = now() + ceiling;
  let pausedUntil = 0;
  let lastSlowDown = Number.NEGATIVE_INFINITY;
  let pausesInARow = 0;
  let breath = firstPause;
  let isServing = false;
  const line = waitingLine();
  const places = placesFor(clock, now, Math.max(1, concurrency));

  const isOpen = (at: number): boolean => at >= pausedUntil && at >= nextStart;
  const start = (at: number): O.Option<Started> => {
    const learnt = intervalOf(rate);
    const bunch = learnt === 0 ? bunching : Math.min(bunching, learnt * learntBunch);
    nextStart = Math.max(nextStart, at - bunch) + Math.max(ceiling, learnt);
    return O.some(places.take(at));
  };
  const isWaitedFor = (): boolean => !line.isEmpty();
  /** Lets them in one after the other until nobody waits, or no place is free. */
  const letIn = async (): Promise<void> => {
    isServing = true;
    while (!line.isEmpty() && places.isFree()) {
      const at = now();
      if (isOpen(at)) {
        const first = line.next();
        first?.enter(first.isOver() ? O.none : start(at));
        continue;
      }
      // A pause can be prolonged meanwhile, so it is looked at again after every wait.
      await wait(clock, Math.max(pausedUntil, nextStart) - at, line.hasLeft);
      line.sendAway();
    }
    isServing = false;
    if (!line.isEmpty()) places.watch(isWaitedFor, lookAgain);
  };
  const serve = (): void => {
    if (!isServing) void letIn();
  };
  const lookAgain = (): void => {
    line.sendAway();
    serve();
  };
  const end = (started: Started, ending: Ending): void => {
    places.giveBack(started, ending);
    if (!line.isEmpty()) serve();
  };
  return {
    admit: async (isOver, priority = 'history') => {
      if (isOver()) return O.none;
      const at = now();
      if (line.isEmpty() && isOpen(at) && places.isFree()) return start(at);
      return new Promise((enter) => {
        line.join({ isOver, enter }, priority);
        serve();
      });
    },
    slowDown: (started, retryAfterMs) => {
      const at = now();
      const isSameWave = started.at < lastSlowDown;
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
      end(started, { _tag: 'PutOff' });
      return pause;
    },
    answered: (started, sort) => {
      if (started.at >= lastSlowDown) pausesInARow = 0;
      rate = afterAnswer(rate, now());
      end(started, { _tag: 'Worked', sort });
    },
    failed: (started) => end(started, { _tag: 'Failed' }),
    left: (started) => end(started, { _tag: 'PutOff' }),
    width: places.count,
  };
};
