import * as TE from 'fp-ts/lib/TaskEither.js';
import type { SyncDatabase } from '../../src/domain/inbox.ts';
import { loadSqliteDriver, type SqliteDatabase, type SqliteStatement } from '../../src/store/sqlite/driver.ts';
import { storeInMemory, storeOverSqlite } from '../../src/store/sqlite/store-over-sqlite.ts';
import { right } from './right.ts';

const { DatabaseSync } = right(await loadSqliteDriver());

/** The statements that make the tables, as a migration leaves them. */
const schema = await (async () => {
  const database = new DatabaseSync(':memory:');
  const store = right(await storeOverSqlite(database, ':memory:')());
  const statements = database.prepare('select sql from sqlite_master where sql is not null order by rowid').all();
  right(await store.close());
  return (statements as readonly { readonly sql: string }[]).map((row) => row.sql).join(';');
})();

/** An empty SQLite database in memory that has the tables. Each text is prepared once, however many stores are opened over it. */
export const memoryDatabase = (): SqliteDatabase => {
  const database = new DatabaseSync(':memory:');
  database.exec(`pragma foreign_keys = on; begin; ${schema}; commit`);
  const statements = new Map<string, SqliteStatement>();
  return {
    exec: (text) => database.exec(text),
    prepare: (text) => {
      const statement = statements.get(text) ?? database.prepare(text);
      statements.set(text, statement);
      return statement;
    },
    close: () => database.close(),
  };
};

/**
 * A sync database in memory, the product's own over SQLite. It is there at once, and lasts as long as the test: closing it changes
 * nothing, so that a "restarted" program can be given the same store again.
 *
 * @example
 * const store = memoryStore();
 * await store.openRun(request, { id: 'run-1', at: '2026-01-01T00:00:00Z' })();
 */
export const memoryStore = (): SyncDatabase => neverClosed(storeInMemory(memoryDatabase()));

const neverClosed = (store: SyncDatabase): SyncDatabase => ({
  ...store,
  forAccount: (account) => neverClosed(store.forAccount(account)),
  close: TE.right(undefined),
});
