import * as O from 'fp-ts/lib/Option.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { RecordBook } from '../../core/record-book.ts';
import { isLeased } from '../is-leased.ts';
import type { Memory } from './memory.ts';

export const leases = (memory: Memory): Pick<RecordBook, 'lease' | 'release'> => ({
  lease: (storefront, owner, { now, until, renews = false }, isGone) =>
    TE.fromIO(() => {
      const held = memory.leases.get(storefront);
      if (renews && held?.owner !== owner) return O.some(held?.owner ?? '');
      const isTaken =
        held !== undefined && held.owner !== owner && isLeased(held.until, { now, until }) && !isGone(held.owner);
      if (isTaken) return O.some(held.owner);
      memory.leases.set(storefront, { owner, until });
      return O.none;
    }),

  release: (storefront, owner) =>
    TE.fromIO(() => {
      if (memory.leases.get(storefront)?.owner === owner) memory.leases.delete(storefront);
    }),
});
