import * as TE from 'fp-ts/lib/TaskEither.js';
import type { SyncDatabase } from '../../src/domain/inbox.ts';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadSqliteDriver, type SqliteDatabase, type SqliteStatement } from '../../src/store/sqlite/driver.ts';
import { sqliteStore } from '../../src/store/sqlite/sqlite-store.ts';
import { storeInMemory } from '../../src/store/sqlite/store-over-sqlite.ts';
import { right } from './right.ts';

const { DatabaseSync } = right(await loadSqliteDriver());

const folder = mkdtempSync(join(tmpdir(), 'tax-nexus-stores-'));
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));

/** A file with the tables, as a migration leaves them: making them takes four times as long as opening a copy. */
const withTables = await (async () => {
  const path = join(folder, 'with-tables.db');
  right(await right(await sqliteStore(path)()).close());
  return readFileSync(path);
})();

let count = 0;

/** Nothing waits for a disk, and no other process is there to look at it. */
const settings = [
  'pragma locking_mode = exclusive',
  'pragma journal_mode = memory',
  'pragma synchronous = off',
  'pragma foreign_keys = on',
].join('; ');

/** An empty SQLite database that has the tables, and no file once it is open. Each text is prepared once, however many stores are opened over it. */
export const memoryDatabase = (): SqliteDatabase => {
  const path = join(folder, `${(count += 1)}.db`);
  writeFileSync(path, withTables);
  const database = new DatabaseSync(path);
  database.exec(settings);
  // An open file may go, but on Windows, where it goes with the folder.
  if (process.platform !== 'win32') rmSync(path);
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
 * A sync database for a test, the product's own over SQLite. It is there at once, and lasts as long as the test: closing it changes
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
