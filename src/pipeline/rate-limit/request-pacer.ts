/** Decides when each request of an API key may start, so that the service's rate limit is used fully and never broken. */
import * as O from 'fp-ts/lib/Option.js';
import type { Clock, Random } from '../../domain/environment.ts';
import { afterAccepted, afterSlowDown, initialRate, isRefusedByChance, requestInterval } from './request-rate.ts';
import { monotonicTime, type Started, wait } from '../../domain/async.ts';
import { maxPause } from '../limits.ts';
import { concurrencySlots, type Ending } from './concurrency.ts';

/** Live requests overtake waiting requests of history. The limit and the pauses apply to both together. */
export type Priority = 'live' | 'history';

/** The pacer of an API key, for pushes and lookups together. */
export interface RequestPacer {
  /** Waits until a request may start; none when it was canceled first. */
  readonly admit: (isOver: () => boolean, priority?: Priority) => Promise<O.Option<Started>>;
  /**
   * The service asked to slow down: all requests wait. `retryAfterMs` is null when the response gave no time. Requests that
   * started before the last such response belong to the same pause. Returns the length of the pause in milliseconds.
   */
  readonly slowDown: (started: Started, retryAfterMs: number | null) => number;
  /**
   * The service responded without asking to slow down. Responses of one `sort` take about the same work; their latency
   * shows how many requests the service works on at the same time.
   */
  readonly answered: (started: Started, sort: string) => void;
  /** A request got no definitive response, and the service did not ask to slow down. */
  readonly failed: (started: Started) => void;
  /** The request was admitted and never sent. Each admitted request ends in one of these four calls. */
  readonly notSent: (started: Started) => void;
  /** How many requests may be in progress at present. */
  readonly concurrency: () => number;
}

export interface PacerPorts {
  readonly clock: Clock;
  readonly random: Random;
  /** Never exceeded. None: only the service limits the rate. */
  readonly requestsPerMinute: O.Option<number>;
  /** Maximum number of requests in progress; the best number below it is learned. */
  readonly concurrency: number;
}

/** One percent slower than allowed, because requests can overtake one another on the network. */
const margin = 1.01;

/** Timers are no finer: requests may start this many milliseconds early, or this many requests where the rate is learned. */
const maxBunchTime = 20;

const maxBunchRequests = 4;

const firstPause = 1_000;

/** Milliseconds. Enough when a request was refused by chance. */
const shortPause = 4;

const maxOwnPause = 60_000;

/**
 * At most `requestsPerMinute` requests start in any minute, evenly spaced, and none during a pause. The rate is learned from
 * the pauses the service asks for, the number of concurrent requests from latencies.
 */
export const makeRequestPacer = ({ clock, random, requestsPerMinute, concurrency }: PacerPorts): RequestPacer => {
  const now = monotonicTime(clock);
  const ceiling = O.isSome(requestsPerMinute) ? (60_000 * margin) / requestsPerMinute.value : 0;
  let rate = initialRate(now());
  // A process that was killed a moment ago may have used the whole limit of the last minute.
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
    const interval = requestInterval(rate);
    const bunch = interval === 0 ? maxBunchTime : Math.min(maxBunchTime, interval * maxBunchRequests);
    nextStart = Math.max(nextStart, at - bunch) + Math.max(ceiling, interval);
    return O.some(slots.take(at));
  };
  const hasWaiting = (): boolean => !queue.isEmpty();
  const startWaiting = async (): Promise<void> => {
    isServing = true;
    try {
      while (!queue.isEmpty() && slots.isFree()) {
        const at = now();
        if (isOpen(at)) {
          const first = queue.next();
          first?.start(first.isOver() ? O.none : start(at));
          continue;
        }
        // A pause can be extended during the wait, so it is checked again.
        await wait(clock, Math.max(pausedUntil, nextStart) - at, queue.hasCanceled);
        queue.removeCanceled();
      }
    } finally {
      isServing = false;
      if (!queue.isEmpty()) slots.recheckWhile(hasWaiting, checkQueue);
    }
  };
  const serve = (): void => {
    // Only a defect throws here; the next recheck then serves the waiting requests.
    if (!isServing) startWaiting().catch(() => undefined);
  };
  const checkQueue = (): void => {
    queue.removeCanceled();
    serve();
  };
  const end = (started: Started, ending: Ending): void => {
    slots.release(started, ending);
    if (!queue.isEmpty()) serve();
  };
  return {
    admit: async (isOver, priority = 'history') => {
      if (isOver()) return O.none;
      const at = now();
      if (queue.isEmpty() && isOpen(at) && slots.isFree()) return start(at);
      return new Promise((enter) => {
        queue.add({ isOver, start: enter }, priority);
        serve();
      });
    },
    slowDown: (started, retryAfterMs) => {
      const at = now();
      const isSameWave = started.at < lastSlowDown;
      if (!isSameWave) {
        basePause = isRefusedByChance(rate) ? shortPause : firstPause;
        rate = afterSlowDown(rate, at, retryAfterMs !== null);
        pausesInARow += 1;
        lastSlowDown = at;
      }
      const bound = Math.min(maxOwnPause, basePause * 2 ** (pausesInARow - 1));
      const own = isSameWave && pausedUntil > at ? 0 : bound * (0.5 + random.next() / 2);
      // A second "at once" in a row is ignored: a service that counts per minute would only get more requests.
      const asked = retryAfterMs === 0 && pausesInARow > 1 ? null : retryAfterMs;
      const pause = Math.min(maxPause, asked ?? own);
      pausedUntil = Math.max(pausedUntil, at + pause);
      end(started, { _tag: 'NotCounted' });
      return pause;
    },
    answered: (started, sort) => {
      if (started.at >= lastSlowDown) pausesInARow = 0;
      rate = afterAccepted(rate, now());
      end(started, { _tag: 'Worked', sort });
    },
    failed: (started) => end(started, { _tag: 'Failed' }),
    notSent: (started) => end(started, { _tag: 'NotCounted' }),
    concurrency: slots.count,
  };
};

interface Waiting {
  /** Called often. Once true, the request must not start. */
  readonly isOver: () => boolean;
  /** None: it was canceled first. */
  readonly start: (started: O.Option<Started>) => void;
}

/** Waiting requests: live before history, otherwise first in, first out. */
interface RequestQueue {
  readonly add: (one: Waiting, priority: 'live' | 'history') => void;
  readonly isEmpty: () => boolean;
  readonly hasCanceled: () => boolean;
  readonly removeCanceled: () => void;
  readonly next: () => Waiting | undefined;
}

const requestQueue = (): RequestQueue => {
  const queues = { live: [] as Waiting[], history: [] as Waiting[] };
  const both = [queues.live, queues.history];
  return {
    add: (one, priority) => void queues[priority].push(one),
    isEmpty: () => both.every(({ length }) => length === 0),
    hasCanceled: () => both.some((queue) => queue.some(({ isOver }) => isOver())),
    removeCanceled: () => {
      for (const queue of both) {
        for (const one of queue.filter(({ isOver }) => isOver())) {
          queue.splice(queue.indexOf(one), 1);
          one.start(O.none);
        }
      }
    },
    next: () => queues.live.shift() ?? queues.history.shift(),
  };
};
