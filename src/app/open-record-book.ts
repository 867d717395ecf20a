import type * as TE from 'fp-ts/lib/TaskEither.js';
import type { BookWithInbox } from '../core/inbox.ts';
import type { BookError } from '../core/record-book.ts';
import type { StateConfiguration } from './configuration/configuration.ts';

/** Opens the record book where the configuration says, and loads its engine only. Left holds what to do. */
export const openRecordBook =
  (state: StateConfiguration): TE.TaskEither<BookError, BookWithInbox> =>
  async () => {
    if (state.engine === 'sqlite') {
      const { sqliteRecordBook } = await import('../state/sqlite/sqlite-record-book.ts');
      return sqliteRecordBook(state.path)();
    }
    const { postgresRecordBook } = await import('../state/postgres/postgres-record-book.ts');
    return postgresRecordBook(state.address)();
  };
