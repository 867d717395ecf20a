/** Shares one API key's rate limit among several processes through the sync database: a pause for one is a pause for all. */
import * as E from 'fp-ts/lib/Either.js';
import { type Clock, maxClockSkew } from '../../domain/environment.ts';
import type { RateLimitStore } from '../../domain/rate-limit-store.ts';
import { linkedService } from '../../domain/service-link.ts';
import type { ServiceFailure, TaxService } from '../../domain/tax-service.ts';
import { maxPause } from '../limits.ts';
import { monotonicTime } from '../../domain/async.ts';
import * as O from 'fp-ts/lib/Option.js';

interface SharedStartsPorts {
  readonly rateLimits: RateLimitStore;
  readonly clock: Clock;
  readonly requestsPerMinute: O.Option<number>;
}

/**
 * The service for one of these processes; `requestsPerMinute` counts for all together. During a pause, each call returns
 * `SlowDown` without a request.
 *
 * @example
 * const service = sharedService(httpTaxService(settings), { rateLimits: store.rateLimit, clock, requestsPerMinute: O.some(500) });
 */
export const sharedService = (
  service: TaxService,
  { rateLimits, clock, requestsPerMinute }: SharedStartsPorts,
): TaxService => {
  const pause = sharedPause(rateLimits, clock);
  const takeTurn = sharedStarts({ rateLimits, clock, requestsPerMinute });

  return linkedService(service, async (request, send) => {
    const before = await pause.left();
    if (before > 0) return request.failed({ _tag: 'SlowDown', retryAfterMs: before });
    await takeTurn();
    // The wait can be long, and a pause may have begun.
    const left = await pause.left();
    if (left > 0) return request.failed({ _tag: 'SlowDown', retryAfterMs: left });
    const answer = await send();
    const failure = request.failureOf(answer);
    const asked = failure === undefined ? undefined : pauseIn(failure);
    if (asked !== undefined) await pause.note(asked);
    return answer;
  });
};

/** Milliseconds. A stored pause that ends later than this comes from a wrong clock. */
const maxPauseAhead = maxPause + maxClockSkew;

/** Milliseconds between two reads of the shared pause in the sync database. */
const checkEvery = 1_000;

/** The shared pause as this process knows it. A failure of the sync database does not change it. */
const sharedPause = (
  rateLimits: RateLimitStore,
  clock: Clock,
): { readonly left: () => Promise<number>; readonly note: (milliseconds: number) => Promise<void> } => {
  const now = monotonicTime(clock);
  let until = 0;
  let knownUntil = 0;
  let readAt = Number.NEGATIVE_INFINITY;
  let reading = Promise.resolve();
  const prolong = (milliseconds: number): void => {
    until = Math.max(until, now() + Math.min(maxPause, milliseconds));
  };
  const readPause = async (): Promise<void> => {
    const found = await rateLimits.pausedUntil();
    // Applied only once: after a change of the clock, the same pause would start again.
    if (E.isLeft(found) || found.right === knownUntil) return;
    knownUntil = found.right;
    const length = knownUntil - clock.now();
    if (length <= maxPauseAhead) prolong(length);
  };
  return {
    left: async () => {
      if (Math.abs(clock.now() - readAt) >= checkEvery) {
        readAt = clock.now();
        reading = readPause();
      }
      await reading;
      return until - now();
    },
    note: async (milliseconds) => {
      prolong(milliseconds);
      await rateLimits.pauseUntil(clock.now() + Math.min(maxPause, milliseconds), maxPauseAhead)();
    },
  };
};

/** One percent slower than allowed, for requests that start a little late. */
const margin = 1.01;

/** Seconds of starts reserved at once: each reservation is a durable write. */
const secondsAtOnce = 1;

/** Milliseconds after which an unused start is dropped. */
const maxLate = 250;

/**
 * Waits for the next start that the processes of a key share; no wait without a limit. If the sync database fails, each
 * process keeps to the limit by itself.
 */
const sharedStarts = ({ rateLimits, clock, requestsPerMinute }: SharedStartsPorts): (() => Promise<void>) => {
  if (O.isNone(requestsPerMinute)) return () => Promise.resolve();
  const interval = (60_000 * margin) / requestsPerMinute.value;
  const count = Math.max(1, Math.floor((requestsPerMinute.value / 60) * secondsAtOnce));
  let [next, left] = [0, 0];
  let taking: Promise<void> | null = null;

  const takeMore = async (): Promise<void> => {
    const now = clock.now();
    const first = await rateLimits.reserveStarts({ now, count, interval, maxAhead: maxPause })();
    [next, left] = [E.isRight(first) ? first.right : now, count];
    taking = null;
  };
  const dropUnusable = (): void => {
    // The clock was set back: do not wait for the old time.
    if (next > clock.now() + maxPause) left = 0;
    while (left > 0 && next < clock.now() - maxLate) [next, left] = [next + interval, left - 1];
  };

  return async () => {
    for (dropUnusable(); left === 0; dropUnusable()) await (taking ??= takeMore());
    const start = next;
    [next, left] = [next + interval, left - 1];
    const pause = start - clock.now();
    if (pause > 0) await clock.sleep(pause)();
  };
};

/**
 * The pause in milliseconds for other processes when the service gave no time; the process that got the answer computes its
 * own.
 */
const shortPause = 1_000;

/** The pause that an answer asks for, in milliseconds; undefined when it asks for none. */
const pauseIn = (failure: ServiceFailure): number | undefined => {
  switch (failure._tag) {
    case 'SlowDown':
      return failure.retryAfterMs ?? shortPause;
    case 'Unclear':
      return failure.retryAfterMs;
    case 'CredentialsRefused':
    case 'Misdirected':
      return undefined;
  }
};
