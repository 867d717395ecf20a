import {
  type DatabaseConnection,
  type Dialect,
  type Driver,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type TransactionSettings,
} from 'kysely';
import { connectionTo, type PgConnection, statementNames } from './connection.ts';
import { idleInTransaction, lockPatience } from './patience.ts';
import type { PgPool } from './pg-driver.ts';

/**
 * Everything that the book says to the database stands in a transaction, whose settings are its own: so it works behind a
 * pooler that hands out connections by transaction, and in a database whose defaults are others.
 *
 * Rows are found by their keys: a planner that met the tables while they were empty would read them whole until the next
 * ANALYZE, and a history grows faster than that.
 */
const beginning = (schema: string, { accessMode, isolationLevel }: TransactionSettings): string =>
  [
    `start transaction isolation level ${isolationLevel ?? 'read committed'} ${accessMode ?? 'read write'}`,
    `set local search_path to "${schema}"`,
    'set local enable_seqscan to off',
    `set local lock_timeout to ${lockPatience}`,
    `set local idle_in_transaction_session_timeout to ${idleInTransaction}`,
  ].join('; ');

const driverOf = (pool: PgPool, schema: string): Driver => {
  const nameOf = statementNames();
  const connections = new Map<DatabaseConnection, PgConnection>();
  const broken = new Set<DatabaseConnection>();
  const at = (connection: DatabaseConnection): PgConnection => {
    const found = connections.get(connection);
    if (found === undefined) throw new Error('the connection was given back');
    return found;
  };
  return {
    init: () => Promise.resolve(),
    acquireConnection: async () => {
      const connection = connectionTo(await pool.connect(), nameOf);
      connections.set(connection, connection);
      return connection;
    },
    beginTransaction: (connection, settings) => at(connection).runAll(beginning(schema, settings)),
    commitTransaction: (connection) => at(connection).runAll('commit'),
    // A broken connection has rolled back by itself; the failure that led here is the one to report.
    rollbackTransaction: (connection) =>
      at(connection)
        .runAll('rollback')
        .catch(() => void broken.add(connection)),
    releaseConnection: (connection) => {
      const released = at(connection);
      connections.delete(connection);
      released.release(broken.delete(connection));
      return Promise.resolve();
    },
    destroy: () => pool.end(),
  };
};

/** Lets kysely speak to a pool of connections, with all tables in one schema. */
export const postgresDialect = (pool: PgPool, schema: string): Dialect => ({
  createAdapter: () => new PostgresAdapter(),
  createDriver: () => driverOf(pool, schema),
  createIntrospector: (db) => new PostgresIntrospector(db),
  createQueryCompiler: () => new PostgresQueryCompiler(),
});
