/** Opens the sync database in an SQLite file, and lists the table changes that opening it would make. */
import { existsSync } from 'node:fs';
import type * as TE from 'fp-ts/lib/TaskEither.js';
import type { SyncDatabase } from '../../domain/inbox.ts';
import type { StoreError, StoreResult } from '../../domain/sync-store.ts';
import type { PendingMigration } from '../../domain/pending-migration.ts';
import { loadSqliteDriver, openDatabaseFile } from './driver.ts';
import { attempt } from '../../domain/attempt.ts';

/**
 * The sync database in one SQLite file; the folder must exist, the file need not. Several processes may share it.
 * `:memory:` is a database that is gone when it is closed.
 *
 * Left when this Node has no SQLite, when the file cannot be opened or written, when it is no sync database, or when a
 * newer version wrote it; the message names the remedy.
 *
 * @param warn is called with what the operator should correct; default: nothing is reported
 *
 * @example
 * const store = await sqliteStore('./tax-nexus.db')();
 */
export const sqliteStore =
  (path: string, warn: (message: string) => void = () => undefined): TE.TaskEither<StoreError, SyncDatabase> =>
  () =>
    attempt(async (take) => {
      const driver = await take(loadSqliteDriver());
      const database = await take(openDatabaseFile(driver, path));
      if (database.warning !== null) warn(database.warning);
      // Imported lazily: an app that uses PostgreSQL imports this package as well.
      const { storeOverSqlite } = await import('./store-over-sqlite.ts');
      return take(storeOverSqlite(database.database, path)());
    });

/** Changes nothing, and creates no file. */
export const pendingInSqlite = (path: string): StoreResult<readonly PendingMigration[]> =>
  attempt(async (take) => {
    const driver = await take(loadSqliteDriver());
    const database = await take(openDatabaseFile(driver, existsSync(path) ? path : ':memory:'));
    const { pendingOverSqlite } = await import('./store-over-sqlite.ts');
    return take(pendingOverSqlite(database.database, path));
  });
