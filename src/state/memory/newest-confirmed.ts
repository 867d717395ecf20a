import * as TE from 'fp-ts/lib/TaskEither.js';
import type { RecordBook } from '../../core/record-book.ts';
import type { Memory } from './memory.ts';

/** In the order of their intents, which is the order of their confirmation but for a few that overtook one another. */
export const newestConfirmed = (memory: Memory): Pick<RecordBook, 'newestConfirmed'> => ({
  newestConfirmed: (limit) =>
    TE.fromIO(() =>
      [...memory.sendings.values()]
        .filter(({ status }) => status === 'confirmed')
        .reverse()
        .slice(0, limit)
        .map(({ id, name, remoteId }) => ({ id, name, remoteId })),
    ),
});
