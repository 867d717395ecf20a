/**
 * Runs the store's statements over a pool of PostgreSQL connections, each in a transaction with our settings, also behind a
 * pooler.
 */
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
import { createHash } from 'node:crypto';
import {
  answerTimeout,
  idleInTransactionTimeout,
  lockTimeout,
  maxConnections,
  migrationTimeout,
  type PgClient,
  type PgPool,
} from './driver.ts';
import { isForeignStatement, noFreeConnection } from './errors.ts';

/**
 * Lets kysely speak to a pool of connections, with all tables in one schema.
 *
 * @param timeout milliseconds for an answer of the server
 */
export const postgresDialect = (pool: PgPool, schema: string, timeout = answerTimeout): Dialect => ({
  createAdapter: () => new PostgresAdapter(),
  createDriver: () => driverOf(pool, schema, timeout),
  createIntrospector: (db) => new PostgresIntrospector(db),
  createQueryCompiler: () => new PostgresQueryCompiler(),
});

interface PgConnection extends DatabaseConnection {
  /**
   * Begins a transaction. A read-only transaction does not wait for the answers to BEGIN and COMMIT if the connection can
   * pipeline: under load, each answer takes its turn. A transaction that writes does wait, or its first statement might run
   * outside of it.
   */
  readonly begin: (text: string, isReadOnly: boolean) => Promise<void>;
  /** Rejects when the transaction never began. */
  readonly commit: () => Promise<void>;
  /** Runs several statements without parameters in one round trip. */
  readonly runAll: (text: string) => Promise<void>;
  /** Gives it back to the pool, or closes it. */
  readonly release: (destroys: boolean) => void;
}

const driverOf = (pool: PgPool, schema: string, timeout: number): Driver => {
  const { take, give } = places(maxConnections, timeout);
  const names = statementNames();
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
      await take();
      try {
        const connection = postgresConnection(await pool.connect(), names, timeout);
        connections.set(connection, connection);
        return connection;
      } catch (error) {
        give();
        throw error;
      }
    },
    beginTransaction: (connection, settings) =>
      at(connection).begin(beginStatements(schema, settings), settings.accessMode === 'read only'),
    commitTransaction: (connection) => at(connection).commit(),
    // A broken connection has rolled back by itself; the failure that caused the rollback is the one to report.
    rollbackTransaction: (connection) =>
      at(connection)
        .runAll('rollback')
        .catch(() => void broken.add(connection)),
    releaseConnection: (connection) => {
      const released = at(connection);
      connections.delete(connection);
      released.release(broken.delete(connection));
      give();
      return Promise.resolve();
    },
    destroy: () => pool.end(),
  };
};

/** A limit on how many connections are in use; others wait in the order in which they asked. */
interface Places {
  /** Rejects if no connection became free within `maxWait`. */
  readonly take: () => Promise<void>;
  readonly give: () => void;
}

/**
 * Asks the pool only for connections that are free. The pool counts a long wait for a free connection as a failure to connect,
 * and under load would answer that the database cannot be reached.
 *
 * @param maxWait milliseconds
 */
const places = (count: number, maxWait: number): Places => {
  const waiting = new Set<() => void>();
  let free = count;
  const give = (): void => {
    const [next] = waiting;
    if (next === undefined) free += 1;
    else next();
  };
  return {
    give,
    take: () => {
      if (free > 0) {
        free -= 1;
        return Promise.resolve();
      }
      return new Promise((resolve, reject) => {
        const enter = (): void => {
          clearTimeout(late);
          waiting.delete(enter);
          resolve();
        };
        const late = setTimeout(() => {
          waiting.delete(enter);
          reject(new Error(noFreeConnection));
        }, maxWait);
        waiting.add(enter);
      });
    },
  };
};

/** The names of prepared statements. */
interface StatementNames {
  /** The name for a text; undefined after `maxStatements` texts, or when statements cannot be prepared. */
  readonly of: (text: string) => string | undefined;
  /** Gives no more names: a pooler does not follow prepared statements. */
  readonly stop: () => void;
}

/** More statements than the store has; it bounds the server's memory if texts ever vary. */
const maxStatements = 300;

/**
 * A name is a digest of its text, so that it means the same text in all processes: behind a pooler, a process can meet a
 * statement that another process prepared, and numbered names would run that other statement.
 */
const statementNames = (): StatementNames => {
  const names = new Map<string, string>();
  let isStopped = false;
  return {
    of: (text) => {
      if (isStopped) return undefined;
      const known = names.get(text);
      if (known !== undefined || names.size >= maxStatements) return known;
      const name = `tax_nexus_${createHash('sha256').update(text).digest('base64url')}`;
      names.set(text, name);
      return name;
    },
    stop: () => {
      isStopped = true;
    },
  };
};

/** The connection on which kysely runs its statements. Each text is prepared once. */
const postgresConnection = (client: PgClient, names: StatementNames, timeout: number): PgConnection => {
  let begun: Promise<void> | null = null;
  const query = async (asked: Parameters<PgClient['query']>[0]): Promise<readonly unknown[]> => {
    try {
      return (await client.query(asked)).rows;
    } catch (error) {
      if (isForeignStatement(error)) names.stop();
      throw error;
    }
  };
  const runAll = async (text: string): Promise<void> => {
    await query({ text, query_timeout: timeout });
  };
  return {
    begin: async (text, isReadOnly) => {
      const beginning = runAll(text);
      begun = isReadOnly && client.pipeline === true ? beginning : null;
      if (begun === null) await beginning;
      else beginning.catch(ignore);
    },
    commit: async () => {
      const isPipelined = begun !== null;
      // BEGIN is answered before the statements that followed it.
      await begun;
      const committing = runAll('commit');
      // Nothing was written. A connection that breaks now is noticed by the pool.
      if (isPipelined) committing.catch(ignore);
      else await committing;
    },
    ...connectionOver(({ sql, parameters }) => {
      const name = parameters.length === 0 ? undefined : names.of(sql);
      const values = parameters.map(withoutNul);
      // A statement without parameters can be a migration, which may rewrite a table.
      const limit = parameters.length === 0 ? Math.max(timeout, migrationTimeout) : timeout;
      return query({ text: sql, values, query_timeout: limit, ...(name !== undefined && { name }) });
    }),
    runAll,
    release: (destroys) => client.release(destroys),
  };
};

const ignore = (): void => undefined;

/**
 * Each transaction sets its settings again: a pooler may hand out another connection for it, and the defaults of the database may
 * differ. Rows are found by their keys: a planner that met the tables while they were empty would read them whole until the next
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
