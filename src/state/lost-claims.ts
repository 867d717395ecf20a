import type { Intent, Owner } from '../core/record-book.ts';

/**
 * By transaction id, the intents whose sale belongs to a transaction of another storefront already. A transaction is never
 * its own rival, whatever the name of the storefront that it was told from.
 */
export const lostClaims = (
  intents: readonly Intent[],
  ownersOf: (reference: string) => readonly Owner[],
): ReadonlyMap<string, Owner> => {
  const lost = new Map<string, Owner>();
  for (const { id, storefront, references } of intents) {
    const rival = references.flatMap(ownersOf).find((owner) => owner.storefront !== storefront && owner.id !== id);
    if (rival !== undefined) lost.set(id, rival);
  }
  return lost;
};
