/** The sync database over an open SQLite file, from which deleted addresses disappear physically, log included. */
import * as E from 'fp-ts/lib/Either.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { CompiledQuery, Kysely, sql } from 'kysely';
import type { SyncDatabase } from '../../domain/inbox.ts';
import type { PendingMigration } from '../../domain/pending-migration.ts';
import type { StoreError, StoreResult } from '../../domain/sync-store.ts';
import { defaultOptions, migrate, type MigrateOptions, pendingMigrations } from '../migrate.ts';
import type { StoreTables } from '../schema.ts';
import { type SqlDatabase, type SqlEngine, toChunks, toKeyLists, writeTo } from '../sql/database.ts';
import { fieldOf } from '../../domain/fields.ts';
import { createSqlStore } from '../sql/sync-store.ts';
import { sqliteDialect } from './dialect.ts';
import type { SqliteDatabase } from './driver.ts';
import { sqliteError, toSqliteError } from './errors.ts';
import { setTimeout as sleep } from 'node:timers/promises';

/** Runs work later; the returned function cancels it. */
export type Later = (milliseconds: number, work: () => void) => () => void;

/** Milliseconds to wait for another process that has locked the file. */
const defaultLockTimeout = 5000;

/**
 * The store over an open SQLite database. It closes the database, also if that cannot be used. `path` is its name in messages,
 * `lockTimeout` the milliseconds to wait for another process that writes, `later` a timer that does not keep the process alive.
 */
export const storeOverSqlite =
  (
    database: SqliteDatabase,
    path: string,
    lockTimeout = defaultLockTimeout,
    later: Later = laterInProcess,
    options: MigrateOptions = defaultOptions,
  ): TE.TaskEither<StoreError, SyncDatabase> =>
  async () => {
    const store = openStore(database, path, lockTimeout, later);
    const prepared = await prepare(database, store, options);
    if (E.isLeft(prepared)) {
      await store.close();
      return prepared;
    }
    return E.right(syncDatabaseOf(store, path));
  };

/** The migrated tables alone. It closes the database if that cannot be used. */
export const databaseOverSqlite = async (
  database: SqliteDatabase,
  path: string,
): StoreResult<SqlDatabase & { readonly close: () => Promise<void> }> => {
  const store = openStore(database, path, defaultLockTimeout, laterInProcess);
  const prepared = await prepare(database, store, defaultOptions);
  if (E.isRight(prepared)) return E.right(store);
  await store.close();
  return prepared;
};

/** The changes of the tables that `storeOverSqlite` would make. Closes the database. */
export const pendingOverSqlite = async (
  database: SqliteDatabase,
  path: string,
): StoreResult<readonly PendingMigration[]> => {
  const { db, engine } = openStore(database, path, defaultLockTimeout, laterInProcess);
  const pending = await pendingMigrations({ db, engine });
  await db.destroy();
  return pending;
};

/** A database in memory has no file that could keep deleted bytes. */
const nothingLeftBehind: Pick<SqlEngine, 'afterBodiesDeleted' | 'afterRun' | 'purge'> = {
  afterBodiesDeleted: () => Promise.resolve(),
  afterRun: () => Promise.resolve(),
  purge: () => Promise.resolve(E.right(true)),
};

/** The store over a database in memory that already has the tables. It is ready at once, for tests, which open thousands. */
export const storeInMemory = (database: SqliteDatabase): SyncDatabase => {
  const store = openStore(database, ':memory:', 0, laterInProcess);
  return syncDatabaseOf({ ...store, engine: { ...store.engine, ...nothingLeftBehind } }, ':memory:');
};

const laterInProcess: Later = (milliseconds, work) => {
  const timer = setTimeout(work, milliseconds).unref();
  return () => clearTimeout(timer);
};

interface OpenStore {
  readonly db: Kysely<StoreTables>;
  readonly engine: SqlEngine;
  readonly close: () => Promise<void>;
}

/** Milliseconds after the first of those commits: live work may not reach that number of commits for hours. */
const truncateAfter = 20_000;

/** A text for each number of parameters, built once: few texts, so that each is prepared once. */
const textByCount = (make: (count: number) => string): ((count: number) => string) => {
  const texts = new Map<number, string>();
  return (count) => {
    const text = texts.get(count) ?? make(count);
    texts.set(count, text);
    return text;
  };
};

const placeholders = (count: number): string => Array.from({ length: count }, () => '?').join(', ');

/** `flat` is far slower, and this runs for every row that is written. */
const cellsOf = (rows: readonly (readonly unknown[])[]): unknown[] => {
  const cells: unknown[] = [];
  for (const row of rows) cells.push(...row);
  return cells;
};

/** SQLite takes each value of many rows, and each of many keys, as a parameter. */
const sqliteStatements: Pick<SqlEngine, 'insertStatements' | 'listStatements'> = {
  insertStatements: ({ into, columns, tail }) => {
    const row = `(${placeholders(columns.length)})`;
    const textOf = textByCount((count) => {
      const rows = Array.from({ length: count }, () => row).join(', ');
      return `insert into ${into} (${columns.join(', ')}) values ${rows} ${tail}`;
    });
    return (rows) => toChunks(rows).map((chunk) => CompiledQuery.raw(textOf(chunk.length), cellsOf(chunk)));
  },
  listStatements: (before, after) => {
    const textOf = textByCount((count) => `${before}${placeholders(count)}${after}`);
    return (keys, first) => toKeyLists(keys).map((list) => CompiledQuery.raw(textOf(list.length), [...first, ...list]));
  },
};

/** Commits that may drop addresses before the log, which still holds their bytes, is truncated. */
const commitsPerTruncate = 32;

const openStore = (database: SqliteDatabase, path: string, lockTimeout: number, later: Later): OpenStore => {
  const db = new Kysely<StoreTables>({ dialect: sqliteDialect(database, lockTimeout) });
  let isOpen = true;
  let commits = 0;
  // Until a purge succeeds, bytes of dropped bodies may be left in the file.
  let mayHoldDeleted = false;
  // Runs through kysely, which waits until no transaction is running. A closed store has truncated its log already.
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
  let callOff: (() => void) | null = null;
  /** False if deleted bytes may be left. */
  const cleanUp = async (): Promise<boolean> => {
    commits = 0;
    callOff?.();
    callOff = null;
    if (!mayHoldDeleted) return truncate();
    const purged = await purge();
    return E.isRight(purged) && purged.right;
  };
  /** Tries again as long as another process reads or writes. A failure of the disk shows at the next commit. */
  const cleanUpSoon = (): void => {
    callOff ??= later(truncateAfter, () => {
      callOff = null;
      if (!isOpen) return;
      void cleanUp().then(
        (isClean) => {
          if (!isClean && isOpen) cleanUpSoon();
        },
        () => undefined,
      );
    });
  };
  const engine: SqlEngine = {
    ...sqliteStatements,
    tableSyntax: { text: 'text', countedKey: 'integer primary key', clustered: 'without rowid', positionIn: 'instr' },
    byIndex: (index) => `indexed by ${index}`,
    migrationTable: sql`select name from sqlite_master where type = 'table' and name = 'kysely_migration'`,
    prepareMigration: () => Promise.resolve(),
    indexStatement,
    isAmong: ({ key }, keys) => {
      const rows = keys.map((values) => sql`(${sql.join(values)})`);
      return sql`(${sql.raw(key.join(', '))}) in (values ${sql.join(rows)})`;
    },
    buildIndex: (handle, index) =>
      writeTo(handle, async (transaction) => void (await sql.raw(indexStatement(index)).execute(transaction)))(),
    exclusively: async (_, work) => E.map(() => true)(await work()),
    // SQLite has one writer at a time, which holds the lock from its beginning.
    lock: () => Promise.resolve(),
    share: () => Promise.resolve(),
    clockAhead: () => Promise.resolve(0),
    supportsRowLocks: false,
    mayRetryAtOnce: () => false,
    toStoreError: (error) => (isOpen ? toSqliteError(path)(error) : sqliteError(path, 'other', 'it was closed')),
    afterBodiesDeleted: async () => {
      commits += 1;
      mayHoldDeleted = true;
      const isClean = commits >= commitsPerTruncate && (await cleanUp());
      if (!isClean) cleanUpSoon();
    },
    afterRun: async () => void (await cleanUp()),
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

/**
 * Moves the write-ahead log into the file and truncates it, so that neither holds deleted bytes. False, with an unchanged log,
 * while another process reads or writes, or when the disk is full: nothing is lost, and the next attempt may succeed.
 */
const truncateLog = (database: SqliteDatabase): boolean => {
  try {
    database.exec('pragma busy_timeout = 0');
    return !database.prepare('pragma wal_checkpoint(truncate)').all().some(isBusy);
  } catch {
    return false;
  } finally {
    database.exec(`pragma busy_timeout = ${defaultLockTimeout}`);
  }
};

const isBusy = (row: unknown): boolean => fieldOf(row, 'busy') === 1;

/**
 * Rewrites the frozen bodies that are still needed. `secure_delete` overwrites a row that is deleted; but a copy that remained
 * when SQLite moved rows between pages is no row any more, and keeps its bytes until its page is cleared.
 */
const rewriteBodies = (database: SqlDatabase): TE.TaskEither<StoreError, void> =>
  writeTo(database, async (transaction) => {
    // The copy is in the file itself: a temporary table would leave addresses in a temporary folder.
    await sql`create table body_kept as select account, id, body from submission_body`.execute(transaction);
    await sql`delete from submission_body`.execute(transaction);
    await sql`
      insert into submission_body (account, id, body) select account, id, body from body_kept order by account, id
      `.execute(transaction);
    await sql`drop table body_kept`.execute(transaction);
  });

/** SQLite builds an index in one transaction, for which other writers wait: two or three seconds for a million rows. */
const indexStatement: SqlEngine['indexStatement'] = ({ name, table, on }) =>
  `create index if not exists ${name} on ${table} ${on}`;

const prepare = async (
  database: SqliteDatabase,
  { db, engine }: OpenStore,
  options: MigrateOptions,
): StoreResult<void> => {
  const applied = await applySettings(database, engine.toStoreError);
  if (E.isLeft(applied)) return applied;
  // An earlier process that was killed could not truncate it.
  truncateLog(database);
  return migrate({ db, engine }, options);
};

/**
 * `wal` and `full`: a commit is durable when it returns, also through a power failure. `secure_delete`: deleted bytes are
 * overwritten, because bodies hold addresses.
 */
const settings = [
  `pragma busy_timeout = ${defaultLockTimeout}`,
  'pragma journal_mode = wal',
  'pragma synchronous = full',
  'pragma foreign_keys = on',
  'pragma secure_delete = on',
].join('; ');

const attempts = 100;

const pauseMs = 50;

/** Unlike statements, the change to WAL does not wait for other processes. Two processes that create a file at once must wait. */
const applySettings = async (
  database: SqliteDatabase,
  toStoreError: (error: unknown) => StoreError,
): StoreResult<void> => {
  for (let attempt = 1; ; attempt += 1) {
    const applied = E.tryCatch(() => database.exec(settings), toStoreError);
    if (E.isRight(applied) || applied.left.problem !== 'busy' || attempt === attempts) return applied;
    await sleep(pauseMs);
  }
};

const syncDatabaseOf = (store: OpenStore, path: string): SyncDatabase =>
  createSqlStore(store, { close: TE.tryCatch(store.close, toSqliteError(path)) });
