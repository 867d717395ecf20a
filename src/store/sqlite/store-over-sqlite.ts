import * as E from 'fp-ts/lib/Either.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { Kysely, sql } from 'kysely';
import type { SyncDatabase } from '../../domain/inbox.ts';
import type { StoreError } from '../../domain/sync-store.ts';
import { migrate } from '../migrate.ts';
import { sqlRateLimit } from '../sql/coordination.ts';
import type { StoreTables } from '../schema.ts';
import type { SqlEngine } from '../sql/engine.ts';
import { createSqlInbox, createSqlStore } from '../sql/sync-store.ts';
import { sqliteDialect } from './dialect.ts';
import { applySettings, defaultLockTimeout, rewriteBodies, truncateLog } from './maintenance.ts';
import type { SqliteDatabase } from './driver.ts';
import { sqliteStatements } from './statements.ts';
import { sqliteError, toSqliteError } from './errors.ts';

/** How many commits may drop addresses before the log that still holds their bytes is cut. */
const commitsPerTruncate = 32;

interface OpenStore {
  readonly db: Kysely<StoreTables>;
  readonly engine: SqlEngine;
  readonly close: () => Promise<void>;
}

const openStore = (database: SqliteDatabase, path: string, lockTimeout: number): OpenStore => {
  const db = new Kysely<StoreTables>({ dialect: sqliteDialect(database, lockTimeout) });
  let isOpen = true;
  let commits = 0;
  // Until a purge succeeds, bytes of dropped bodies may be left in the file.
  let mayHoldDeleted = false;
  // Through kysely, which waits until no transaction is at work. A book that was closed has been cut already.
  const truncate = async (): Promise<boolean> => {
    if (!isOpen) return true;
    return db
      .connection()
      .execute(() => Promise.resolve(truncateLog(database)))
      .catch(() => false);
  };
  const purge: SqlEngine['purge'] = async () => {
    const rewritten = await rewriteBodies({ db, engine })();
    if (E.isLeft(rewritten)) return rewritten.left.problem === 'busy' ? E.right(false) : rewritten;
    const isTruncated = await truncate();
    if (isTruncated) mayHoldDeleted = false;
    return E.right(isTruncated);
  };
  const cleanUp = async (): Promise<void> => {
    commits = 0;
    if (mayHoldDeleted) await purge();
    else await truncate();
  };
  const engine: SqlEngine = {
    ...sqliteStatements,
    text: 'text',
    migrationTable: sql`select name from sqlite_master where type = 'table' and name = 'kysely_migration'`,
    prepareSchema: () => Promise.resolve(),
    // One writer at a time, which holds the lock from its beginning.
    lock: () => Promise.resolve(),
    supportsRowLocks: false,
    isSerializationFailure: () => false,
    clusteredTable: 'without rowid',
    toStoreError: (error) => (isOpen ? toSqliteError(path)(error) : sqliteError(path, 'other', 'it was closed')),
    afterBodiesDeleted: async () => {
      commits += 1;
      mayHoldDeleted = true;
      if (commits >= commitsPerTruncate) await cleanUp();
    },
    afterRun: cleanUp,
    purge,
  };
  const close = async (): Promise<void> => {
    if (!isOpen) return;
    await cleanUp();
    isOpen = false;
    await db.destroy();
  };
  return { db, engine, close };
};

const prepare = async (database: SqliteDatabase, { db, engine }: OpenStore): Promise<E.Either<StoreError, void>> => {
  const applied = await applySettings(database, engine.toStoreError);
  if (E.isLeft(applied)) return applied;
  // A process that was killed could not do it.
  truncateLog(database);
  return migrate({ db, engine });
};

/**
 * The store over an open SQLite database, which the store closes, also when it cannot be used. `path` is its name in
 * messages, `lockTimeout` how many milliseconds it waits for another process that writes.
 */
export const storeOverSqlite =
  (database: SqliteDatabase, path: string, lockTimeout = defaultLockTimeout): TE.TaskEither<StoreError, SyncDatabase> =>
  async () => {
    const store = openStore(database, path, lockTimeout);
    const prepared = await prepare(database, store);
    if (E.isLeft(prepared)) {
      await store.close();
      return prepared;
    }
    return E.right({
      ...createSqlStore(store),
      inbox: createSqlInbox(store),
      rateLimit: sqlRateLimit(store),
      close: TE.tryCatch(store.close, toSqliteError(path)),
    });
  };
