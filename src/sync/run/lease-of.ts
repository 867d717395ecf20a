import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import { leaseLength, leaseRenewal } from '../limits.ts';
import type { Session } from '../session.ts';
import { storefrontBusy, type SyncFailure } from '../sync-failure.ts';

export interface Lease {
  /** Takes it, or renews it when it is no longer young. Left when another process holds it. */
  readonly renew: () => Promise<E.Either<SyncFailure, void>>;
  /** Gives it back; a book that cannot do that any more lets it run out. */
  readonly release: () => Promise<void>;
}

/** The right to work on a storefront. Losing it is harmless, as every id is deterministic; it saves doing work twice. */
export const leaseOf = (
  { ports: { clock, owner, isGone }, book }: Pick<Session, 'ports' | 'book'>,
  storefront: string,
): Lease => {
  let renewedAt = Number.NEGATIVE_INFINITY;
  return {
    renew: async () => {
      const now = clock.now();
      if (now >= renewedAt && now - renewedAt < leaseRenewal) return E.right(undefined);
      const holder = await book.lease(storefront, owner, { now, until: now + leaseLength }, isGone)();
      if (E.isLeft(holder)) return holder;
      if (O.isSome(holder.right)) return E.left(storefrontBusy(storefront, holder.right.value));
      renewedAt = now;
      return E.right(undefined);
    },
    release: async () => {
      await book.release(storefront, owner)();
    },
  };
};
