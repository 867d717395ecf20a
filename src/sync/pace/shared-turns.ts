import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import type { Clock } from '../../domain/environment.ts';
import type { RateLimitStore } from '../../domain/rate-limit-store.ts';
import { longestPause } from '../limits.ts';

export interface SharedTurnsPorts {
  readonly lane: RateLimitStore;
  readonly clock: Clock;
  readonly requestsPerMinute: O.Option<number>;
}

/** One percent slower than allowed, for turns that are taken a little late. */
const margin = 1.01;
/** A turn that was not used so many milliseconds after its time is given up. */
const mostLate = 250;
/** So many seconds' worth of turns are taken at once: a durable write each time. */
const secondsAtOnce = 1;

/**
 * Waits for the next of the turns that all processes of a key share; at once when there is no ceiling. A record book that
 * fails keeps nobody waiting: then each process keeps to the ceiling by itself.
 */
export const sharedTurns = ({ lane, clock, requestsPerMinute }: SharedTurnsPorts): (() => Promise<void>) => {
  if (O.isNone(requestsPerMinute)) return () => Promise.resolve();
  const interval = (60_000 * margin) / requestsPerMinute.value;
  const count = Math.max(1, Math.floor((requestsPerMinute.value / 60) * secondsAtOnce));
  let [next, left] = [0, 0];
  let taking: Promise<void> | null = null;

  const takeMore = async (): Promise<void> => {
    const now = clock.now();
    const first = await lane.reserveStarts({ now, count, interval, maxAhead: longestPause })();
    [next, left] = [E.isRight(first) ? first.right : now, count];
    taking = null;
  };
  const dropWrongOnes = (): void => {
    // The clock was set back: nobody waits until it is where it was.
    if (next > clock.now() + longestPause) left = 0;
    while (left > 0 && next < clock.now() - mostLate) [next, left] = [next + interval, left - 1];
  };

  return async () => {
    for (dropWrongOnes(); left === 0; dropWrongOnes()) await (taking ??= takeMore());
    const start = next;
    [next, left] = [next + interval, left - 1];
    const pause = start - clock.now();
    if (pause > 0) await clock.sleep(pause)();
  };
};
