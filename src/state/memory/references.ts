import * as TE from 'fp-ts/lib/TaskEither.js';
import type { Owner, RecordBook } from '../../core/record-book.ts';
import { saleIdWithin } from '../../mapping/naming.ts';
import type { Memory } from './memory.ts';

/** The key of what was told, or is about to be; a dry run's own id is the key of what it would tell. */
export const told = '';

/** The first word about a reference stays in its place: the order says who was the earliest. */
export const noteReference = ({ references }: Memory, key: string, reference: string, owner: Owner): void => {
  const ofKey = references.get(key) ?? new Map<string, readonly Owner[]>();
  const before = ofKey.get(reference) ?? [];
  if (!before.some(({ id }) => id === owner.id)) ofKey.set(reference, [...before, owner]);
  references.set(key, ofKey);
};

export const ownersOf = ({ references }: Memory, key: string, reference: string): readonly Owner[] =>
  references.get(key)?.get(reference) ?? [];

/** What the service refused for good tells no sale. */
export const forgetReferencesOf = ({ references }: Memory, id: string): void => {
  const ofTold = references.get(told);
  for (const [reference, owners] of ofTold ?? []) {
    ofTold?.set(
      reference,
      owners.filter((owner) => owner.id !== id),
    );
  }
};

export const references = (memory: Memory): Pick<RecordBook, 'hasUnnotedSales'> => ({
  hasUnnotedSales: (platform) =>
    TE.fromIO(() => {
      const noted = new Set([...(memory.references.get(told)?.values() ?? [])].flat().map(({ id }) => id));
      return [...memory.present.keys()].some(
        (id) => id.startsWith(`${platform}:`) && saleIdWithin(id) === id && !noted.has(id),
      );
    }),
});
