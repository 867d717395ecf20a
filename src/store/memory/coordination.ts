import * as O from 'fp-ts/lib/Option.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { FencingToken, SyncStore } from '../../domain/sync-store.ts';
import { isLeased } from '../store-rules.ts';
import type { Memory } from './memory.ts';
import { resyncKey } from './inbox.ts';
import type { RateLimitStore } from '../../domain/rate-limit-store.ts';

export const memoryLeases = (memory: Memory): Pick<SyncStore, 'acquireLease' | 'releaseLease'> => ({
  acquireLease: (storefront, owner, { now, until, renews = false }, isGone) =>
    TE.fromIO(() => {
      const current = memory.leases.get(storefront);
      if (renews && current?.owner !== owner) return O.some(current?.owner ?? '');
      const isTaken =
        current !== undefined &&
        current.owner !== owner &&
        isLeased(current.until, { now, until }) &&
        !isGone(current.owner);
      if (isTaken) return O.some(current.owner);
      memory.leases.set(storefront, { owner, until });
      return O.none;
    }),

  releaseLease: (storefront, owner) =>
    TE.fromIO(() => {
      if (memory.leases.get(storefront)?.owner === owner) memory.leases.delete(storefront);
    }),
});

/** Whether the lease or claim still belongs to its owner. */
export const isFenceValid = (
  { leases, resyncRequests }: Memory,
  { storefront, recordId, owner }: FencingToken,
): boolean => {
  const current =
    recordId === undefined ? leases.get(storefront) : resyncRequests.get(resyncKey(storefront, recordId))?.claim;
  return current?.owner === owner;
};

export const memoryRateLimit = ({ rateLimit: limit }: Memory): RateLimitStore => ({
  pausedUntil: TE.fromIO(() => limit.pausedUntil),

  pauseUntil: (until, maxAhead) =>
    TE.fromIO(() => {
      const at = Math.ceil(until);
      limit.pausedUntil = limit.pausedUntil > at + maxAhead ? at : Math.max(limit.pausedUntil, at);
    }),

  reserveStarts: ({ now, count, interval, maxAhead }) =>
    TE.fromIO(() => {
      const first = limit.nextTurn > now + maxAhead ? Math.ceil(now) : Math.max(Math.ceil(now), limit.nextTurn);
      limit.nextTurn = first + Math.ceil(count * interval);
      return first;
    }),
});
