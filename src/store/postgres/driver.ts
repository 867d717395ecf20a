/**
 * Opens pools of the optional package `pg` for the address in the setting `state`, with the timeouts that the store relies on.
 */
import * as E from 'fp-ts/lib/Either.js';
import type { StoreError } from '../../domain/sync-store.ts';
import { optionalPackage } from '../sql/load-driver.ts';
import { fieldOf } from '../../domain/fields.ts';
import { isSilence, postgresError } from './errors.ts';

interface PgPoolSettings {
  readonly connectionString: string;
  /** Connections at most. */
  readonly max: number;
  /** Milliseconds, here and below. */
  readonly connectionTimeoutMillis: number;
  readonly idleTimeoutMillis: number;
  readonly keepAlive: boolean;
  readonly keepAliveInitialDelayMillis: number;
  /** After this time a statement fails if the server does not answer. */
  readonly query_timeout: number;
  readonly application_name: string;
  /** Whether the process may end while connections are idle. */
  readonly allowExitOnIdle: boolean;
  /** Whether statements are sent before the earlier ones are answered; versions before 8.23 send them one by one. */
  readonly pipeline: boolean;
}

/** The part of `pg` that we use. */
export interface PgDriver {
  readonly Pool: new (settings: PgPoolSettings) => PgPool;
}

export interface PgPool {
  readonly connect: () => Promise<PgClient>;
  readonly end: () => Promise<void>;
  readonly on: ((event: 'error', listener: (error: unknown) => void) => unknown) &
    ((event: 'connect', listener: (client: PgClient) => void) => unknown);
}

interface PgQuery {
  readonly text: string;
  readonly values?: readonly unknown[];
  /** Prepared once on each connection under this name. */
  readonly name?: string;
  /** Milliseconds, in place of the pool's. */
  readonly query_timeout?: number;
}

interface PgResult {
  readonly rows: readonly unknown[];
}

export interface PgClient {
  readonly query: (query: PgQuery) => Promise<PgResult>;
  /** Whether a statement may be sent while another one has no answer yet. */
  readonly pipeline?: boolean;
  /** `true` closes the connection instead of keeping it for the next use. */
  readonly release: (destroys?: boolean) => void;
  /** Closes the connection, at once if a statement has no answer yet. */
  readonly end: () => Promise<void>;
  readonly on: (event: 'error', listener: (error: unknown) => void) => unknown;
}

const isPgDriver = (module: unknown): module is PgDriver => typeof fieldOf(module, 'Pool') === 'function';

export const loadPgDriver = optionalPackage(
  {
    pg: async () => {
      try {
        return await import('pg');
      } catch (error) {
        return error;
      }
    },
  },
  isPgDriver,
  'A sync database in PostgreSQL needs the package pg, which is not installed: npm install pg. ' +
    'Or write sqlite: and a path in the setting state, which needs nothing.',
);

/** A copy of the sync database has another name, so that it does not take itself for another process. */
export type Work = 'sync' | 'copy';

/** The name by which the database lists the connections of a schema. */
export const applicationName = (schema: string, work: Work = 'sync'): string =>
  `tax-nexus-${work}${schema === defaultSchema ? '' : ` ${schema}`}`;

interface DatabaseAddress {
  /** For the driver. Holds a password: never in a message. */
  readonly connectionString: string;
  /** The schema that all of its tables are in. */
  readonly schema: string;
}

const connectTimeout = 10_000;

/** Idle connections are closed, so that many processes leave room for each other. */
const idleConnectionTimeout = 30_000;

/** With this delay, a connection whose other end vanished is noticed after some ten seconds, and not after two hours. */
const keepAliveDelay = 10_000;

/**
 * A pool for a database; connects when it is first used.
 *
 * @param queryTimeout milliseconds, for statements without their own
 */
export const openPool = (
  { Pool }: PgDriver,
  { connectionString, schema }: DatabaseAddress,
  queryTimeout = migrationTimeout,
  pipeline = false,
  work: Work = 'sync',
): E.Either<StoreError, PgPool> => {
  const made = E.tryCatch(
    () =>
      new Pool({
        connectionString,
        max: maxConnections,
        connectionTimeoutMillis: connectTimeout,
        idleTimeoutMillis: idleConnectionTimeout,
        keepAlive: true,
        keepAliveInitialDelayMillis: keepAliveDelay,
        query_timeout: queryTimeout,
        application_name: applicationName(schema, work),
        allowExitOnIdle: false,
        pipeline,
      }),
    () => postgresError('address'),
  );
  if (E.isLeft(made)) return made;
  // An idle connection that breaks is replaced; without a listener it would end the process.
  made.right.on('error', ignore);
  made.right.on('connect', (client) => {
    client.on('error', ignore);
    closeWhenSilent(client);
  });
  return made;
};

/** Keeps our tables apart from everything else that the host's app keeps in the same database. */
export const defaultSchema = 'tax_nexus';

/** The name is written into statements, so no other characters may pass. */
const schemaPattern = /^[a-z_][a-z0-9_]{0,40}$/;

/**
 * Reads `postgres://user:password@host:5432/database`. Our parameter `schema` names another schema, so that one database can hold
 * several accounts; the other parameters (`sslmode`, …) belong to the driver.
 */
export const parseDatabaseUrl = (url: string): E.Either<StoreError, DatabaseAddress> => {
  const parsed = E.tryCatch(
    () => new URL(url),
    () => postgresError('address'),
  );
  if (E.isLeft(parsed)) return parsed;
  const { searchParams } = parsed.right;
  const schema = searchParams.get('schema') ?? defaultSchema;
  if (!schemaPattern.test(schema)) return E.left(postgresError('schema'));
  searchParams.delete('schema');
  return E.right({ connectionString: parsed.right.href, schema });
};

/** Milliseconds to wait for another transaction that holds a lock. */
export const lockTimeout = 5_000;

/** Milliseconds after which the server rolls back the transaction of a process that stopped in the middle of it. */
export const idleInTransactionTimeout = 30_000;

/**
 * Milliseconds to wait for the answer to a statement or commit. A firewall or a pooler may drop a connection silently: without a
 * limit, the process would wait forever.
 */
export const answerTimeout = 60_000;

/** The same for statements that may rewrite a table. */
export const migrationTimeout = 60 * 60_000;

/** Connections of one process: a few pages and resync requests at the same time need no more. */
export const maxConnections = 8;

const ignore = (): void => undefined;

/**
 * Closes a connection that left a statement without an answer, because every later statement would wait for that answer. It is
 * done here, because the job library returns connections to the pool without saying whether they failed.
 */
const closeWhenSilent = (client: PgClient): void => {
  const { query } = client;
  const queryOrClose: typeof query = async (...asked) => {
    try {
      return await query.apply(client, asked);
    } catch (error) {
      if (isSilence(error)) client.end().catch(ignore);
      throw error;
    }
  };
  Object.assign(client, { query: queryOrClose });
};
