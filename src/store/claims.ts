import { maxClockSkew } from '../domain/environment.ts';
import { type Instant, millisecondsOf } from '../domain/instant.ts';
import type { Intent, SaleOwner } from '../domain/sync-store.ts';
import { isOwnedByOther } from '../mapping/identity.ts';

/**
 * Whether a lease until `leasedUntil` blocks a new one from `now` until `until` (milliseconds since 1970). A lease that
 * reaches further than a new one would was taken by a wrong clock and is ignored. Pure.
 */
export const isLeased = (
  leasedUntil: number,
  { now, until }: { readonly now: number; readonly until: number },
): boolean => leasedUntil > now && leasedUntil <= until + maxClockSkew;

/**
 * Whether a task that is due at `dueAt` was already started. `at`: the caller's clock; `startedAt`: the last start, in
 * milliseconds since 1970. Pure.
 */
export const isTaskStarted = (startedAt: number, dueAt: Instant, at: Instant): boolean =>
  startedAt >= millisecondsOf(dueAt) && startedAt <= millisecondsOf(at) + maxClockSkew;

/**
 * By transaction id, the intents whose sale already belongs to a transaction of another storefront. Transactions of the same
 * account never conflict, even under another storefront name.
 */
export const findLostClaims = (
  intents: readonly Intent[],
  ownersOf: (reference: string) => readonly SaleOwner[],
): ReadonlyMap<string, SaleOwner> => {
  const lost = new Map<string, SaleOwner>();
  for (const { id, storefront, references } of intents) {
    const owner = references.flatMap(ownersOf).find(isOwnedByOther({ id, storefront }));
    if (owner !== undefined) lost.set(id, owner);
  }
  return lost;
};
