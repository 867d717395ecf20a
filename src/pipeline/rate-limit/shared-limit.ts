import * as E from 'fp-ts/lib/Either.js';
import { type Clock, maxClockSkew } from '../../domain/environment.ts';
import type { RateLimitStore } from '../../domain/rate-limit-store.ts';
import type { PushReply, ServiceFailure, TaxService } from '../../domain/tax-service.ts';
import { maxPause } from '../limits.ts';
import { monotonicTime } from '../async.ts';
import * as O from 'fp-ts/lib/Option.js';

/** How soon a process hears that another one was asked to pause, in milliseconds; so seldom is the sync database asked. */
const checkEvery = 1_000;

/** What the others wait when the service does not say how long; the one that was asked knows better. */
const shortPause = 1_000;

type SharedServicePorts = SharedStartsPorts;

/** Nobody notes a pause that ends later than so many milliseconds from now but by a wrong clock. */
const maxPauseAhead = maxPause + maxClockSkew;

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

/** The shared pause, as far as this process knows it. A store that fails does not change it. */
const sharedPause = (
  rateLimits: RateLimitStore,
  clock: Clock,
): { readonly left: () => Promise<number>; readonly note: (milliseconds: number) => Promise<void> } => {
  // By this process's own time, which never runs backwards.
  const now = monotonicTime(clock);
  let until = 0;
  let knownUntil = 0;
  let lookedAt = Number.NEGATIVE_INFINITY;
  let looking = Promise.resolve();
  const prolong = (milliseconds: number): void => {
    until = Math.max(until, now() + Math.min(maxPause, milliseconds));
  };
  const look = async (): Promise<void> => {
    const found = await rateLimits.pausedUntil();
    // Heard once is enough: by a clock that was set meanwhile it would begin anew.
    if (E.isLeft(found) || found.right === knownUntil) return;
    knownUntil = found.right;
    const length = knownUntil - clock.now();
    if (length <= maxPauseAhead) prolong(length);
  };
  return {
    left: async () => {
      if (Math.abs(clock.now() - lookedAt) >= checkEvery) {
        lookedAt = clock.now();
        looking = look();
      }
      // Who comes while another one looks waits for the same answer.
      await looking;
      return until - now();
    },
    note: async (milliseconds) => {
      prolong(milliseconds);
      await rateLimits.pauseUntil(clock.now() + Math.min(maxPause, milliseconds), maxPauseAhead)();
    },
  };
};

const isFailure = (reply: PushReply): reply is ServiceFailure =>
  !['Accepted', 'Exists', 'Refused', 'NotStarted'].includes(reply._tag);

/**
 * The same service for one of several processes that share its key: a pause that any of them was asked for holds for all,
 * and the ceiling holds for all of them together. What is paused elsewhere is answered with `SlowDown`, and no request is
 * made.
 *
 * @example
 * const service = sharedService(httpTaxService(settings), { rateLimits: store.rateLimit, clock, requestsPerMinute: O.some(500) });
 */
export const sharedService = (
  service: TaxService,
  { rateLimits, clock, requestsPerMinute }: SharedServicePorts,
): TaxService => {
  const pause = sharedPause(rateLimits, clock);
  const takeTurn = sharedStarts({ rateLimits, clock, requestsPerMinute });

  const guarded = async <A>(
    request: () => Promise<A>,
    failureOf: (answer: A) => ServiceFailure | undefined,
    refuse: (failure: ServiceFailure) => A,
  ): Promise<A> => {
    const before = await pause.left();
    if (before > 0) return refuse({ _tag: 'SlowDown', retryAfterMs: before });
    await takeTurn();
    // A turn can be long in coming, and a pause may have begun meanwhile.
    const left = await pause.left();
    if (left > 0) return refuse({ _tag: 'SlowDown', retryAfterMs: left });
    const answer = await request();
    const failure = failureOf(answer);
    const asked = failure === undefined ? undefined : pauseIn(failure);
    if (asked !== undefined) await pause.note(asked);
    return answer;
  };

  return {
    list: (cursor) => () =>
      guarded(
        service.list(cursor),
        (page) => (E.isLeft(page) && page.left._tag !== 'CursorRefused' ? page.left : undefined),
        (failure) => E.left(failure),
      ),
    find: (id) => () =>
      guarded(
        service.find(id),
        (found) => (E.isLeft(found) ? found.left : undefined),
        (failure) => E.left(failure),
      ),
    push: (body, begin) => () =>
      guarded(
        service.push(body, begin),
        (reply) => (isFailure(reply) ? reply : undefined),
        (failure) => failure,
      ),
  };
};

interface SharedStartsPorts {
  readonly rateLimits: RateLimitStore;
  readonly clock: Clock;
  readonly requestsPerMinute: O.Option<number>;
}

/** One percent slower than allowed, for turns that are taken a little late. */
const margin = 1.01;

/** A turn that was not used so many milliseconds after its time is given up. */
const maxLate = 250;

/** So many seconds' worth of turns are taken at once: a durable write each time. */
const secondsAtOnce = 1;

/**
 * Waits for the next of the turns that all processes of a key share; at once when there is no ceiling. A sync database that
 * fails keeps nobody waiting: then each process keeps to the ceiling by itself.
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
  const dropWrongOnes = (): void => {
    // The clock was set back: nobody waits until it is where it was.
    if (next > clock.now() + maxPause) left = 0;
    while (left > 0 && next < clock.now() - maxLate) [next, left] = [next + interval, left - 1];
  };

  return async () => {
    for (dropWrongOnes(); left === 0; dropWrongOnes()) await (taking ??= takeMore());
    const start = next;
    [next, left] = [next + interval, left - 1];
    const pause = start - clock.now();
    if (pause > 0) await clock.sleep(pause)();
  };
};
