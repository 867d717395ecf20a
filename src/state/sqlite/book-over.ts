import * as E from 'fp-ts/lib/Either.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { Kysely, sql } from 'kysely';
import type { BookWithInbox } from '../../core/inbox.ts';
import type { BookError } from '../../core/record-book.ts';
import { migrate } from '../migrate.ts';
import { lane } from '../sql/lane.ts';
import type { BookTables } from '../schema.ts';
import type { SqlEngine } from '../sql-engine.ts';
import { sqlInbox } from '../sql-inbox.ts';
import { sqlRecordBook } from '../sql-record-book.ts';
import { sqliteDialect } from './dialect.ts';
import { defaultPatience } from './patience.ts';
import { cutLog } from './cut-log.ts';
import { rewriteBodies } from './rewrite-bodies.ts';
import { applySettings } from './settings.ts';
import type { SqliteDatabase } from './sqlite-driver.ts';
import { sqliteStatements } from './statements.ts';
import { bookError, toBookError } from './to-book-error.ts';

/** How many commits may drop addresses before the log that still holds their bytes is cut. */
const commitsPerCut = 32;

interface OpenBook {
  readonly db: Kysely<BookTables>;
  readonly engine: SqlEngine;
  readonly close: () => Promise<void>;
}

const openBook = (database: SqliteDatabase, path: string, patience: number): OpenBook => {
  const db = new Kysely<BookTables>({ dialect: sqliteDialect(database, patience) });
  let isOpen = true;
  let commits = 0;
  // Until a purge succeeds, bytes of dropped bodies may be left in the file.
  let mayHoldDropped = false;
  // Through kysely, which waits until no transaction is at work. A book that was closed has been cut already.
  const cut = async (): Promise<boolean> => {
    if (!isOpen) return true;
    return db
      .connection()
      .execute(() => Promise.resolve(cutLog(database)))
      .catch(() => false);
  };
  const purge: SqlEngine['purge'] = async () => {
    const rewritten = await rewriteBodies({ db, engine })();
    if (E.isLeft(rewritten)) return rewritten.left.problem === 'busy' ? E.right(false) : rewritten;
    const isCut = await cut();
    if (isCut) mayHoldDropped = false;
    return E.right(isCut);
  };
  const tidy = async (): Promise<void> => {
    commits = 0;
    if (mayHoldDropped) await purge();
    else await cut();
  };
  const engine: SqlEngine = {
    ...sqliteStatements,
    text: 'text',
    migrationTable: sql`select name from sqlite_master where type = 'table' and name = 'kysely_migration'`,
    makeRoom: () => Promise.resolve(),
    // One writer at a time, which holds the lock from its beginning.
    lock: () => Promise.resolve(),
    takesRows: false,
    isCollision: () => false,
    clusteredTable: 'without rowid',
    toBookError: (error) => (isOpen ? toBookError(path)(error) : bookError(path, 'other', 'it was closed')),
    afterBodiesDropped: async () => {
      commits += 1;
      mayHoldDropped = true;
      if (commits >= commitsPerCut) await tidy();
    },
    afterRun: tidy,
    purge,
  };
  const close = async (): Promise<void> => {
    if (!isOpen) return;
    await tidy();
    isOpen = false;
    await db.destroy();
  };
  return { db, engine, close };
};

const prepare = async (database: SqliteDatabase, { db, engine }: OpenBook): Promise<E.Either<BookError, void>> => {
  const applied = await applySettings(database, engine.toBookError);
  if (E.isLeft(applied)) return applied;
  // A process that was killed could not do it.
  cutLog(database);
  return migrate({ db, engine });
};

/**
 * The record book over an open SQLite database, which from now on is the book's own: the book closes it, also when it
 * cannot be used. `path` is what messages call it, `patience` how many
 * milliseconds it waits for another process that writes.
 */
export const bookOver =
  (database: SqliteDatabase, path: string, patience = defaultPatience): TE.TaskEither<BookError, BookWithInbox> =>
  async () => {
    const book = openBook(database, path, patience);
    const prepared = await prepare(database, book);
    if (E.isLeft(prepared)) {
      await book.close();
      return prepared;
    }
    return E.right({
      ...sqlRecordBook(book),
      inbox: sqlInbox(book),
      lane: lane(book),
      close: TE.tryCatch(book.close, toBookError(path)),
    });
  };
