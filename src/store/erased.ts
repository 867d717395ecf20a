import { digestOf } from '../domain/fields.ts';
import type { RemoteTransaction, ShownFields } from '../domain/sync-store.ts';
import { textKey } from '../mapping/comparison.ts';

/** A name as it is kept after an erasure: a transaction of the service's list is still found by it, and its row is known as erased. */
export const erasedNameOf = (name: string): string => (isErasedName(name) ? name : `erased-${digestOf(textKey(name))}`);

export const isErasedName = (name: string | null): boolean => name !== null && /^erased-[0-9a-f]{64}$/.test(name);

/** What an erasure leaves of what the service shows. Pure. */
export const withoutZip = (shown: ShownFields | null): ShownFields | null => {
  if (shown?.['zip'] === undefined) return shown;
  const { zip: _, ...rest } = shown;
  return rest;
};

/** What is kept of a listed transaction of an erased record. Pure. */
export const erasedTransaction = ({ id, name, shown }: RemoteTransaction): RemoteTransaction => ({
  id,
  name: name === null ? null : erasedNameOf(name),
  shown: withoutZip(shown),
});
