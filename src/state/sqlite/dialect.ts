import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type DialectAdapter,
  type Driver,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import { connectionTo } from './connection.ts';
import { mutex } from './mutex.ts';
import { patientBegin } from './patient-begin.ts';
import type { SqliteDatabase } from './sqlite-driver.ts';

const adapter: DialectAdapter = {
  supportsCreateIfNotExists: true,
  // With `begin immediate` this makes migrations safe against a second process that opens the same new file.
  supportsTransactionalDdl: true,
  supportsReturning: true,
  acquireMigrationLock: () => Promise.resolve(),
  releaseMigrationLock: () => Promise.resolve(),
};

const run = async (connection: DatabaseConnection, text: string): Promise<void> => {
  await connection.executeQuery(CompiledQuery.raw(text));
};

const driverOf = (database: SqliteDatabase, patience: number): Driver => {
  const connection = connectionTo(database);
  const begin = patientBegin((text) => run(connection, text), patience);
  const { lock, unlock } = mutex();
  return {
    init: () => Promise.resolve(),
    acquireConnection: async () => {
      await lock();
      return connection;
    },
    beginTransaction: (_, { accessMode }) => (accessMode === 'read only' ? run(connection, 'begin') : begin()),
    commitTransaction: () => run(connection, 'commit'),
    // On a full disk SQLite has rolled back by itself; the failure that led here is the one to report.
    rollbackTransaction: () => run(connection, 'rollback').catch(() => undefined),
    releaseConnection: () => {
      unlock();
      return Promise.resolve();
    },
    destroy: () => {
      database.close();
      return Promise.resolve();
    },
  };
};

/**
 * Lets kysely speak to an open SQLite database: one connection, one transaction at a time. A writing transaction waits
 * `patience` milliseconds for its turn.
 */
export const sqliteDialect = (database: SqliteDatabase, patience: number): Dialect => ({
  createAdapter: () => adapter,
  createDriver: () => driverOf(database, patience),
  createIntrospector: (db) => new SqliteIntrospector(db),
  createQueryCompiler: () => new SqliteQueryCompiler(),
});
