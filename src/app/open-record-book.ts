import type * as TE from 'fp-ts/lib/TaskEither.js';
import type { BookWithInbox } from '../core/inbox.ts';
import type { BookError } from '../core/record-book.ts';
import { postgresRecordBook } from '../state/postgres/postgres-record-book.ts';
import { sqliteRecordBook } from '../state/sqlite/sqlite-record-book.ts';
import type { StateConfiguration } from './configuration/configuration.ts';

/** Opens the record book where the configuration says. Left holds what to do. */
export const openRecordBook = (state: StateConfiguration): TE.TaskEither<BookError, BookWithInbox> =>
  state.engine === 'sqlite' ? sqliteRecordBook(state.path) : postgresRecordBook(state.address);
