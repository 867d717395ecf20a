/**
 * Runs the store's statements over one SQLite connection, one transaction at a time, waiting for other processes without
 * blocking.
 */
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type DialectAdapter,
  type Driver,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import { connectionOver, hasNul, withoutNul } from '../sql/database.ts';
import type { SqliteDatabase, SqliteStatement } from './driver.ts';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { toSqliteError } from './errors.ts';

const adapter: DialectAdapter = {
  supportsCreateIfNotExists: true,
  // With `begin immediate` this makes migrations safe against a second process that opens the same new file.
  supportsTransactionalDdl: true,
  supportsReturning: true,
  acquireMigrationLock: () => Promise.resolve(),
  releaseMigrationLock: () => Promise.resolve(),
};

/**
 * The dialect of kysely for an open SQLite database. A writing transaction waits up to `lockTimeout` milliseconds for other
 * writers.
 */
export const sqliteDialect = (database: SqliteDatabase, lockTimeout: number): Dialect => ({
  createAdapter: () => adapter,
  createDriver: () => driverOf(database, lockTimeout),
  createIntrospector: (db) => new SqliteIntrospector(db),
  createQueryCompiler: () => new SqliteQueryCompiler(),
});

const driverOf = (database: SqliteDatabase, lockTimeout: number): Driver => {
  const { connection, forget } = sqliteConnection(database);
  const begin = beginWithRetry((text) => run(connection, text), lockTimeout);
  const { lock, unlock } = mutex();
  return {
    init: () => Promise.resolve(),
    acquireConnection: async () => {
      await lock();
      return connection;
    },
    beginTransaction: (_, { accessMode }) => (accessMode === 'read only' ? run(connection, 'begin') : begin()),
    commitTransaction: () => run(connection, 'commit'),
    // On a full disk SQLite has rolled back by itself; the failure that caused the rollback is the one to report.
    rollbackTransaction: () => run(connection, 'rollback').catch(() => undefined),
    releaseConnection: () => {
      unlock();
      return Promise.resolve();
    },
    destroy: () => {
      // The driver for Node 20 keeps the locks of a closed file as long as a statement exists.
      forget();
      database.close();
      return Promise.resolve();
    },
  };
};

/** More statements than the store has; it bounds memory if texts ever vary. */
const maxStatements = 300;

/** The connection on which kysely runs its statements. Each text is prepared once. */
const sqliteConnection = (
  database: SqliteDatabase,
): { readonly connection: DatabaseConnection; readonly forget: () => void } => {
  const statements = new Map<string, SqliteStatement>();
  const prepare = (sql: string): SqliteStatement => {
    const known = statements.get(sql);
    if (known !== undefined) return known;
    if (statements.size >= maxStatements) statements.clear();
    const statement = database.prepare(sql);
    statements.set(sql, statement);
    return statement;
  };
  // `async`, so that a throw of the driver becomes a rejection.
  const connection = connectionOver(async ({ sql, parameters }) =>
    Promise.resolve(prepare(sql).all(...(parameters.some(hasNul) ? parameters.map(withoutNul) : parameters))),
  );
  return { connection, forget: () => statements.clear() };
};

const minPauseMs = 1;

const maxPauseMs = 10;

/**
 * Begins a writing transaction, and waits while another writer holds the lock. It takes the lock at once, because a transaction
 * that starts as a reader may have to start over half way. SQLite's own waiting would block the process, so that another handle
 * of the same process could not finish. So this tries, sleeps and retries, for `lockTimeout` milliseconds.
 */
const beginWithRetry = (execute: (text: string) => Promise<void>, lockTimeout: number): (() => Promise<void>) => {
  if (lockTimeout === 0) return () => execute('begin immediate');
  const begin = async (): Promise<void> => {
    await execute('pragma busy_timeout = 0');
    try {
      await execute('begin immediate');
    } finally {
      await execute(`pragma busy_timeout = ${lockTimeout}`);
    }
  };
  return async () => {
    const deadline = performance.now() + lockTimeout;
    for (let pause = minPauseMs; ; pause = Math.min(2 * pause, maxPauseMs)) {
      const attempt = begin();
      const isLocked = await attempt.then(() => false, isBusy);
      if (!isLocked || performance.now() > deadline) return attempt;
      await sleep(pause);
    }
  };
};

const isBusy = (error: unknown): boolean => toSqliteError('')(error).problem === 'busy';

const run = async (connection: DatabaseConnection, text: string): Promise<void> => {
  await connection.executeQuery(CompiledQuery.raw(text));
};

/** Admits one caller at a time, in the order in which they asked. */
interface Mutex {
  /** Resolves when the caller holds the mutex; it keeps it until `unlock`. */
  readonly lock: () => Promise<void>;
  readonly unlock: () => void;
}

const mutex = (): Mutex => {
  const waiting: (() => void)[] = [];
  let isHeld = false;
  return {
    lock: () => {
      if (isHeld) return new Promise((resolve) => waiting.push(resolve));
      isHeld = true;
      return Promise.resolve();
    },
    unlock: () => {
      const next = waiting.shift();
      if (next === undefined) isHeld = false;
      else next();
    },
  };
};
