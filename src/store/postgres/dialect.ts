import {
  type DatabaseConnection,
  type Dialect,
  type Driver,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type TransactionSettings,
} from 'kysely';
import { connectionOver, withoutNul } from '../sql/database.ts';
import { idleInTransactionTimeout, lockTimeout, type PgClient, type PgPool } from './driver.ts';

/**
 * Every statement runs in a transaction with its own settings: so the store works behind a
 * pooler that hands out connections by transaction, and in a database whose defaults are others.
 *
 * Rows are found by their keys: a planner that met the tables while they were empty would read them whole until the next
 * ANALYZE, and a history grows faster than that.
 */
const beginStatements = (schema: string, { accessMode, isolationLevel }: TransactionSettings): string =>
  [
    `start transaction isolation level ${isolationLevel ?? 'read committed'} ${accessMode ?? 'read write'}`,
    `set local search_path to "${schema}"`,
    'set local enable_seqscan to off',
    `set local lock_timeout to ${lockTimeout}`,
    `set local idle_in_transaction_session_timeout to ${idleInTransactionTimeout}`,
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
      const connection = postgresConnection(await pool.connect(), nameOf);
      connections.set(connection, connection);
      return connection;
    },
    beginTransaction: (connection, settings) => at(connection).runAll(beginStatements(schema, settings)),
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

/** More statements than the store has; it bounds the server's memory if texts ever vary. */
const maxStatements = 300;

/** A short name for each text, the same one on all connections; none for more texts than a connection should prepare. */
const statementNames = (): ((text: string) => string | undefined) => {
  const names = new Map<string, string>();
  return (text) => {
    const known = names.get(text);
    if (known !== undefined || names.size >= maxStatements) return known;
    const name = `tax_nexus_${names.size + 1}`;
    names.set(text, name);
    return name;
  };
};

interface PgConnection extends DatabaseConnection {
  /** Runs several statements without parameters in one round trip. */
  readonly runAll: (text: string) => Promise<void>;
  /** Gives it back to the pool, or closes it. */
  readonly release: (destroys: boolean) => void;
}

/** What kysely runs its statements on. Each text is prepared once. */
const postgresConnection = (client: PgClient, nameOf: (text: string) => string | undefined): PgConnection => ({
  ...connectionOver(async ({ sql, parameters }) => {
    const name = parameters.length === 0 ? undefined : nameOf(sql);
    const values = parameters.map(withoutNul);
    return (await client.query({ text: sql, values, ...(name !== undefined && { name }) })).rows;
  }),
  runAll: async (text) => {
    await client.query({ text });
  },
  release: (destroys) => client.release(destroys),
});
