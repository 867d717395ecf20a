import type { Intent, Owner } from '../core/record-book.ts';
import { isOwnedElsewhere } from '../mapping/is-owned-elsewhere.ts';

/**
 * By transaction id, the intents whose sale belongs to a transaction of another storefront already. What the same
 * account told is no rival, whatever the name of the storefront that it was told from.
 */
export const lostClaims = (
  intents: readonly Intent[],
  ownersOf: (reference: string) => readonly Owner[],
): ReadonlyMap<string, Owner> => {
  const lost = new Map<string, Owner>();
  for (const { id, storefront, references } of intents) {
    const rival = references.flatMap(ownersOf).find(isOwnedElsewhere({ id, storefront }));
    if (rival !== undefined) lost.set(id, rival);
  }
  return lost;
};
