import * as O from 'fp-ts/lib/Option.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { RecordBook } from '../../core/record-book.ts';
import { type Memory, noteSeen } from './memory.ts';

export const presence = (memory: Memory): Pick<RecordBook, 'presence' | 'savePresence'> => ({
  presence: TE.fromIO(() => {
    const { latest, complete, cursor } = memory.walks;
    return { walk: latest, complete: complete > 0, cursor: O.fromNullable(cursor) };
  }),

  savePresence: ({ walk, transactions, next, completes }) =>
    TE.fromIO(() => {
      const { walks, present } = memory;
      const isOld = ({ id }: { readonly id: string }): boolean => {
        const seen = present.get(id);
        return seen !== undefined && seen.walk > 0 && seen.walk <= walks.complete;
      };
      const old = transactions.filter(isOld).length;
      for (const { id, name, shown } of transactions) noteSeen(memory, id, { name, shown, walk });
      // A page of a walk that is over, or that a later one has overtaken, moves no cursor.
      if (walk >= walks.latest && walk > walks.complete) walks.cursor = O.toNullable(next);
      walks.latest = Math.max(walks.latest, walk);
      if (completes) walks.complete = Math.max(walks.complete, walk);
      return old;
    }),
});
