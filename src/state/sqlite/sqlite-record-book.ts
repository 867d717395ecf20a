import * as E from 'fp-ts/lib/Either.js';
import type * as TE from 'fp-ts/lib/TaskEither.js';
import type { BookWithInbox } from '../../core/inbox.ts';
import type { BookError } from '../../core/record-book.ts';
import { loadDriver } from './load-driver.ts';
import { openFile } from './open-file.ts';

/**
 * The record book and its inbox in one SQLite file; the folder must be there, the file need not. Several processes may share it.
 * `:memory:` is a book that is gone when it is closed.
 *
 * Left when there is no SQLite in this Node, when the file cannot be opened or written, when it is no record book, or
 * when a newer version has written it; the message says what to do.
 *
 * @example
 * const book = await sqliteRecordBook('./tax-nexus.db')();
 */
export const sqliteRecordBook =
  (path: string): TE.TaskEither<BookError, BookWithInbox> =>
  async () => {
    const driver = await loadDriver();
    if (E.isLeft(driver)) return driver;
    const database = openFile(driver.right, path);
    if (E.isLeft(database)) return database;
    // Not at the top: an app that keeps its book in PostgreSQL imports this package as well.
    const { bookOver } = await import('./book-over.ts');
    return bookOver(database.right, path)();
  };
