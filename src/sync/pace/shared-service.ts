import * as E from 'fp-ts/lib/Either.js';
import { type Clock, maxClockSkew } from '../../domain/environment.ts';
import type { RateLimitStore } from '../../domain/rate-limit-store.ts';
import type { PushReply, ServiceFailure, TaxService } from '../../domain/tax-service.ts';
import { longestPause } from '../limits.ts';
import { sharedTurns, type SharedTurnsPorts } from './shared-turns.ts';
import { steadyTime } from './steady-time.ts';

/** How soon a process hears that another one was asked to pause, in milliseconds; so seldom is the record book asked. */
const lookEvery = 1_000;
/** What the others wait when the service does not say how long; the one that was asked knows better. */
const shortPause = 1_000;

export type SharedServicePorts = SharedTurnsPorts;

/** Nobody notes a pause that ends later than so many milliseconds from now but by a wrong clock. */
const mostAhead = longestPause + maxClockSkew;

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

/** The pause of the lane, as far as this process has heard of it. A record book that fails says nothing about it. */
const sharedPause = (
  lane: RateLimitStore,
  clock: Clock,
): { readonly left: () => Promise<number>; readonly note: (milliseconds: number) => Promise<void> } => {
  // By this process's own time, which never runs backwards.
  const now = steadyTime(clock);
  let until = 0;
  let heard = 0;
  let lookedAt = Number.NEGATIVE_INFINITY;
  let looking = Promise.resolve();
  const prolong = (milliseconds: number): void => {
    until = Math.max(until, now() + Math.min(longestPause, milliseconds));
  };
  const look = async (): Promise<void> => {
    const found = await lane.pausedUntil();
    // Heard once is enough: by a clock that was set meanwhile it would begin anew.
    if (E.isLeft(found) || found.right === heard) return;
    heard = found.right;
    const length = heard - clock.now();
    if (length <= mostAhead) prolong(length);
  };
  return {
    left: async () => {
      if (Math.abs(clock.now() - lookedAt) >= lookEvery) {
        lookedAt = clock.now();
        looking = look();
      }
      // Who comes while another one looks waits for the same answer.
      await looking;
      return until - now();
    },
    note: async (milliseconds) => {
      prolong(milliseconds);
      await lane.pauseUntil(clock.now() + Math.min(longestPause, milliseconds), mostAhead)();
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
 * const service = sharedService(httpTaxService(settings), { lane: book.lane, clock, requestsPerMinute: O.some(500) });
 */
export const sharedService = (
  service: TaxService,
  { lane, clock, requestsPerMinute }: SharedServicePorts,
): TaxService => {
  const pause = sharedPause(lane, clock);
  const takeTurn = sharedTurns({ lane, clock, requestsPerMinute });

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
