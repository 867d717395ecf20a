/**
 * A lock across all processes that share the sync database, for work such as renewing a Shopify token that must not happen twice.
 */
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import { type Lock, processLock } from '../domain/async.ts';
import type { LivePorts } from '../live/index.ts';

/** Milliseconds after which the lock of a process that hangs is released; longer than a request to Shopify may take. */
const lockLength = 60_000;

/** Milliseconds between two attempts to take a lock that another process holds. */
const pollMs = 200;

/**
 * The lock is a lease under a name that no storefront can have. A lease does not exclude other work of the same owner, so the
 * process's own lock is taken first.
 */
export const storeLock =
  ({ store, clock, owner, isGone }: Pick<LivePorts['sync'], 'store' | 'clock' | 'owner' | 'isGone'>): Lock =>
  (key, work) =>
    processLock(key, async () => {
      const name = `lock ${key}`;
      const giveUpAt = clock.now() + 2 * lockLength;
      for (let isTaken = true; isTaken;) {
        const now = clock.now();
        const holder = await store.acquireLease(name, owner, { now, until: now + lockLength }, isGone)();
        if (E.isLeft(holder)) throw new Error(holder.left.message);
        isTaken = O.isSome(holder.right);
        if (isTaken && now > giveUpAt) throw new Error(`Another process has held "${name}" for two minutes.`);
        if (isTaken) await clock.sleep(pollMs)();
      }
      try {
        return await work();
      } finally {
        // If the store cannot release it, the lease expires.
        await store.releaseLease(name, owner)();
      }
    });
