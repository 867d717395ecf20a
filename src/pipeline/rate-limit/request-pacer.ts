import * as O from 'fp-ts/lib/Option.js';
import type { Clock, Random } from '../../domain/environment.ts';
import { afterAnswer, afterSlowDown, isChance, noRateEstimate, requestInterval } from './rate-estimate.ts';
import { monotonicTime, type Started, wait } from '../async.ts';
import { maxPause } from '../limits.ts';
import { concurrencySlots, type Ending } from './concurrency.ts';

/** Live requests overtake those of history that wait. The ceiling and the pauses hold for both together. */
export type Priority = 'live' | 'history';

/** The one gate for all requests of an API key, questions included. */
export interface RequestPacer {
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
  readonly concurrency: () => number;
}

export interface PacerPorts {
  readonly clock: Clock;
  readonly random: Random;
  /** Never exceeded; none leaves it to the service. */
  readonly requestsPerMinute: O.Option<number>;
  /** Requests under way at the same time, at most; how many are best is found out below it. */
  readonly concurrency: number;
}

/** One percent slower than allowed, for requests that overtake one another on the way. */
const margin = 1.01;

/** Milliseconds by which requests may bunch up, because timers are no finer. Where the pace is learned: by so many requests. */
const bunching = 20;

const maxBunch = 4;

const firstPause = 1_000;

/** Enough when it is mere chance that a request was put off. */
const shortPause = 4;

const maxOwnPause = 60_000;

/**
 * A gate that never lets more than `requestsPerMinute` requests start in any minute, spaced evenly, that lets none start
 * while a pause is in force, and that learns from pauses how fast the service can be asked, from latencies how many requests
 * it works on at the same time.
 */
export const makeRequestPacer = ({ clock, random, requestsPerMinute, concurrency }: PacerPorts): RequestPacer => {
  const now = monotonicTime(clock);
  const ceiling = O.isSome(requestsPerMinute) ? (60_000 * margin) / requestsPerMinute.value : 0;
  let rate = noRateEstimate(now());
  // A process that was killed a moment ago may have used the last minute up to its ceiling.
  let nextStart = now() + ceiling;
  let pausedUntil = 0;
  let lastSlowDown = Number.NEGATIVE_INFINITY;
  let pausesInARow = 0;
  let basePause = firstPause;
  let isServing = false;
  const queue = requestQueue();
  const slots = concurrencySlots(clock, now, Math.max(1, concurrency));

  const isOpen = (at: number): boolean => at >= pausedUntil && at >= nextStart;
  const start = (at: number): O.Option<Started> => {
    const learnt = requestInterval(rate);
    const bunch = learnt === 0 ? bunching : Math.min(bunching, learnt * maxBunch);
    nextStart = Math.max(nextStart, at - bunch) + Math.max(ceiling, learnt);
    return O.some(slots.take(at));
  };
  const isWaitedFor = (): boolean => !queue.isEmpty();
  /** Lets them in one after the other until nobody waits, or no place is free. */
  const letIn = async (): Promise<void> => {
    isServing = true;
    while (!queue.isEmpty() && slots.isFree()) {
      const at = now();
      if (isOpen(at)) {
        const first = queue.next();
        first?.enter(first.isOver() ? O.none : start(at));
        continue;
      }
      // A pause can be prolonged meanwhile, so it is looked at again after every wait.
      await wait(clock, Math.max(pausedUntil, nextStart) - at, queue.hasLeft);
      queue.sendAway();
    }
    isServing = false;
    if (!queue.isEmpty()) slots.watch(isWaitedFor, lookAgain);
  };
  const serve = (): void => {
    if (!isServing) void letIn();
  };
  const lookAgain = (): void => {
    queue.sendAway();
    serve();
  };
  const end = (started: Started, ending: Ending): void => {
    slots.giveBack(started, ending);
    if (!queue.isEmpty()) serve();
  };
  return {
    admit: async (isOver, priority = 'history') => {
      if (isOver()) return O.none;
      const at = now();
      if (queue.isEmpty() && isOpen(at) && slots.isFree()) return start(at);
      return new Promise((enter) => {
        queue.join({ isOver, enter }, priority);
        serve();
      });
    },
    slowDown: (started, retryAfterMs) => {
      const at = now();
      const isSameWave = started.at < lastSlowDown;
      if (!isSameWave) {
        basePause = isChance(rate) ? shortPause : firstPause;
        rate = afterSlowDown(rate, at, retryAfterMs !== null);
        pausesInARow += 1;
        lastSlowDown = at;
      }
      const bound = Math.min(maxOwnPause, basePause * 2 ** (pausesInARow - 1));
      const own = isSameWave && pausedUntil > at ? 0 : bound * (0.5 + random.next() / 2);
      const pause = Math.min(maxPause, retryAfterMs ?? own);
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
    concurrency: slots.count,
  };
};

/** A request that waits for its turn. */
interface Waiting {
  /** Asked often: once true, nothing more is to start. */
  readonly isOver: () => boolean;
  /** Tells it when it started; none when it was over before. */
  readonly enter: (started: O.Option<Started>) => void;
}

/** Those who wait for a gate: live ones before history, otherwise in the order in which they came. */
interface RequestQueue {
  readonly join: (one: Waiting, priority: 'live' | 'history') => void;
  readonly isEmpty: () => boolean;
  /** Whether one of them waits for nothing any more. */
  readonly hasLeft: () => boolean;
  /** Lets go of those who wait for nothing any more. */
  readonly sendAway: () => void;
  readonly next: () => Waiting | undefined;
}

const requestQueue = (): RequestQueue => {
  const queues = { live: [] as Waiting[], history: [] as Waiting[] };
  const both = [queues.live, queues.history];
  return {
    join: (one, priority) => void queues[priority].push(one),
    isEmpty: () => both.every(({ length }) => length === 0),
    hasLeft: () => both.some((queue) => queue.some(({ isOver }) => isOver())),
    sendAway: () => {
      for (const queue of both) {
        for (const one of queue.filter(({ isOver }) => isOver())) {
          queue.splice(queue.indexOf(one), 1);
          one.enter(O.none);
        }
      }
    },
    next: () => queues.live.shift() ?? queues.history.shift(),
  };
};
