import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import type { FencingToken } from '../../domain/sync-store.ts';
import { leaseLength, leaseRenewal } from '../limits.ts';
import type { Session } from '../session.ts';
import { storefrontBusy, storefrontTakenOver, type SyncFailure } from '../sync-failure.ts';

export interface Lease {
  /** Takes it, or renews it when it is no longer young. Left when another process holds it, or has held it since. */
  readonly renew: () => Promise<E.Either<SyncFailure, void>>;
  /** See `holding`: a commit without the lease is refused. */
  readonly hold: FencingToken;
  /** Gives it back; a book that cannot do that any more lets it run out. */
  readonly release: () => Promise<void>;
}

/** The right to work on a storefront. Nothing is committed without it, and nothing is doubled by losing it: every id is deterministic. */
export const leaseOf = (
  { ports: { clock, owner, isGone }, book }: Pick<Session, 'ports' | 'book'>,
  storefront: string,
): Lease => {
  let renewedAt = Number.NEGATIVE_INFINITY;
  return {
    hold: { storefront, owner },
    renew: async () => {
      const now = clock.now();
      if (now >= renewedAt && now - renewedAt < leaseRenewal) return E.right(undefined);
      const renews = renewedAt !== Number.NEGATIVE_INFINITY;
      const holder = await book.acquireLease(storefront, owner, { now, until: now + leaseLength, renews }, isGone)();
      if (E.isLeft(holder)) return holder;
      if (O.isSome(holder.right))
        return E.left(renews ? storefrontTakenOver(storefront) : storefrontBusy(storefront, holder.right.value));
      renewedAt = now;
      return E.right(undefined);
    },
    release: async () => {
      await book.releaseLease(storefront, owner)();
    },
  };
};
