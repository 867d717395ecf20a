/** Opens the sync database in PostgreSQL, by its address or over the host's own connections. */
import * as E from 'fp-ts/lib/Either.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { SyncDatabase } from '../../domain/inbox.ts';
import type { PendingMigration } from '../../domain/pending-migration.ts';
import type { StoreError, StoreResult } from '../../domain/sync-store.ts';
import type { Secret } from '../../domain/secret.ts';
import {
  defaultSchema,
  loadPgDriver,
  migrationTimeout,
  openPool,
  parseDatabaseUrl,
  type PgPool,
  type Work,
} from './driver.ts';
import type { HostPool } from '../../domain/host-pool.ts';
import { borrowedPool } from './host-pool.ts';
import { CompiledQuery, Kysely, sql } from 'kysely';
import { defaultOptions, migrate, type MigrateOptions, pendingMigrations } from '../migrate.ts';
import { migrateOnline } from './migrate-online.ts';
import type { StoreTables } from '../schema.ts';
import { type SqlDatabase, type SqlEngine, toSlices } from '../sql/database.ts';
import { createSqlStore } from '../sql/sync-store.ts';
import { postgresDialect } from './dialect.ts';
import { databaseNow } from './jobs/heartbeats.ts';
import { type JobQueueDependencies, postgresJobQueue } from './jobs/job-queue.ts';
import { mayRetryAtOnce, postgresError, toPostgresError } from './errors.ts';
import { attempt } from '../../domain/attempt.ts';

/**
 * The sync database in PostgreSQL, for any number of processes and machines. Its tables are in the schema `tax_nexus`,
 * or in the one that the address names with `?schema=`; this creates and migrates them.
 *
 * Left when the package pg is not installed, when the database cannot be reached or refuses the user, or when a newer
 * version wrote it; the message names the remedy, and contains neither address nor password.
 *
 * @example
 * const store = await postgresStore(secret('postgres://tax_nexus:…@db.internal:5432/shop'))();
 */
export const postgresStore =
  (url: Secret, options: MigrateOptions = defaultOptions): TE.TaskEither<StoreError, SyncDatabase> =>
  async () => {
    const own = await ownDatabase(url);
    return E.isLeft(own) ? own : storeOverPostgres({ ...own.right, options })();
  };

/**
 * The sync database over the pool of the host, in the schema `tax_nexus`. The pool is used and never ended. The package pg is
 * not needed.
 *
 * @example
 * const store = await hostPostgresStore(new Pool({ host, user, password: () => signer.getAuthToken() }))();
 */
export const hostPostgresStore = (database: HostPool): TE.TaskEither<StoreError, SyncDatabase> =>
  storeOverPostgres({ ...hostAccess(database), options: defaultOptions });

/** An address, or the connections of a host. */
export type PostgresState = { readonly address: Secret } | { readonly database: HostPool };

export const accessTo = async (state: PostgresState, work: Work): StoreResult<DatabaseAccess> =>
  'address' in state ? ownDatabase(state.address, work) : E.right(hostAccess(state.database));

/** The changes of the tables that opening a database would make. Changes nothing. */
export const pendingInPostgres = (state: PostgresState): StoreResult<readonly PendingMigration[]> =>
  attempt(async (take) => {
    const access = await take(accessTo(state, 'sync'));
    const database = await take(openDatabase(access));
    try {
      return await take(pendingMigrations(database));
    } finally {
      await database.db.destroy();
    }
  });

/** An error at opening is not retried, because it stays until a person acts. */
export const asOpenError = (error: StoreError): StoreError =>
  error.problem === 'busy' ? { ...error, problem: 'cannot open' } : error;

type NewPool = (queryTimeout?: number) => E.Either<StoreError, PgPool>;

export interface DatabaseAccess {
  readonly newPool: NewPool;
  readonly schema: string;
  /** Opens another pool for a worker; null where there are no workers. */
  readonly workerPool: JobQueueDependencies['openPool'];
}

export const openDatabase = ({ newPool, schema }: DatabaseAccess): E.Either<StoreError, SqlDatabase> =>
  E.map((pool: PgPool) => ({
    db: new Kysely<StoreTables>({ dialect: postgresDialect(pool, schema) }),
    engine: createEngine(schema),
  }))(newPool());

/** The columns that are not text, by name: a name means the same in every table, except for the sums of days. */
const integers: ReadonlySet<string> = new Set(
  (
    'run number dry_run sent older into_closed_periods scan is_deletion from_webhook request_count changes attempts parked latest_scan complete_scan ' +
    'source service missing differing hash night marketplace exempt resale sale_count'
  ).split(' '),
);

const amounts: ReadonlySet<string> = new Set(
  'total tax_collected amount tax taxed not_taxable discount shipping reported_amount sales'.split(' '),
);

const bigints: ReadonlySet<string> = new Set(
  (
    'position version next_position count until received_at first_requested_at due_at claim_until claimed_at settled_at begun_at ' +
    'paused_until next_start seen_at audit_number settings_number'
  ).split(' '),
);

const sums: ReadonlySet<string> = new Set(
  (
    'entries gross unknown_if_taxed without_tax threshold_count threshold_sales ' +
    'not_taxable_count not_taxable_sales untaxed_sales shown service_total service_tax service_reported_tax'
  ).split(' '),
);

export const listType = (column: string, table: string): string => {
  if (integers.has(column)) return 'integer[]';
  if (column === 'summed') return 'numeric[]';
  if (amounts.has(column)) return 'bigint[]';
  return bigints.has(column) || (table === 'day_figure' && sums.has(column)) ? 'bigint[]' : 'text[]';
};

/** Pools that we open for the database at an address. */
const ownDatabase = (url: Secret, work: Work = 'sync'): StoreResult<DatabaseAccess> =>
  attempt(async (take) => {
    const address = await take(parseDatabaseUrl(url.reveal()));
    const driver = await take(loadPgDriver());
    return {
      newPool: () => openPool(driver, address, migrationTimeout, true, work),
      schema: address.schema,
      workerPool: (timeout) => openPool(driver, address, timeout),
    };
  });

/** The store over a pool of connections, which the store closes, also when it cannot be used. All tables are in one schema. */
const storeOverPostgres =
  ({
    options,
    ...access
  }: DatabaseAccess & { readonly options: MigrateOptions }): TE.TaskEither<StoreError, SyncDatabase> =>
  async () => {
    const { schema, workerPool } = access;
    const opened = openDatabase(access);
    if (E.isLeft(opened)) return opened;
    const database = opened.right;
    let isOpen = true;
    const close = async (): Promise<void> => {
      if (!isOpen) return;
      isOpen = false;
      await database.db.destroy();
    };
    const migrated = await migrate(database, options);
    if (E.isLeft(migrated)) {
      await close();
      return E.left(asOpenError(migrated.left));
    }
    return E.right(
      createSqlStore(database, {
        jobsOf: postgresJobQueue({ database, schema, openPool: workerPool }),
        close: TE.tryCatch(close, () => postgresError('closed')),
      }),
    );
  };

/** Rows in one statement, so that no statement keeps the server or this process busy for long. */
const maxRows = 1000;

/** How PostgreSQL takes many rows and many keys: as a list for each column, so that each statement has one text. */
const postgresStatements: Pick<SqlEngine, 'insertStatements' | 'listStatements'> = {
  insertStatements: ({ into, columns, tail }) => {
    const lists = columns.map((column, index) => `$${index + 1}::${listType(column, into)}`).join(', ');
    const text = `insert into ${into} (${columns.join(', ')}) select * from unnest(${lists}) ${tail}`;
    return (rows) =>
      toSlices(rows, maxRows).map((slice) =>
        CompiledQuery.raw(
          text,
          columns.map((_, cell) => slice.map((row) => row[cell])),
        ),
      );
  },
  listStatements: (before, after) => {
    let position = 0;
    const start = before.replace(/in \($/, '= any(').replaceAll('?', () => `$${++position}`);
    const list = `$${position + 1}::`;
    return (keys, first) => {
      const type = typeof keys[0] === 'number' ? 'bigint[]' : 'text[]';
      return [CompiledQuery.raw(`${start}${list}${type}${after}`, [...first, keys])];
    };
  },
};

const createEngine = (schema: string): SqlEngine => ({
  ...postgresStatements,
  tableSyntax: {
    text: 'text collate "C"',
    countedKey: 'bigint generated always as identity primary key',
    clustered: '',
    positionIn: 'strpos',
  },
  migrationTable: sql`
    select tablename from pg_tables where schemaname = ${schema} and tablename = 'kysely_migration'`,
  ...migrateOnline(schema, listType),
  lock: advisoryLock(schema, 'pg_advisory_xact_lock'),
  share: advisoryLock(schema, 'pg_advisory_xact_lock_shared'),
  clockAhead: async (transaction) => {
    const before = Date.now();
    const { rows } = await sql<{ readonly at: string }>`select ${databaseNow} as at`.execute(transaction);
    const [at, after] = [Number(rows[0]?.at), Date.now()];
    // The time of the database is rounded, and ours is not.
    return at < before ? at - before : Math.max(0, at - after - 1);
  },
  byIndex: () => '',
  supportsRowLocks: true,
  mayRetryAtOnce,
  toStoreError: toPostgresError,
  // The server removes the bytes of deleted rows: VACUUM reuses them.
  afterBodiesDeleted: () => Promise.resolve(),
  afterRun: () => Promise.resolve(),
  purge: () => Promise.resolve(E.right(true)),
});

/**
 * A page names hundreds of things, and the server has room for few locks. Two names that share a lock only wait for each other.
 */
const lockCount = 64;

/**
 * Locks that end with the transaction. They are taken in a fixed order, so that no two transactions wait for each other. Schema
 * and `what` are the first half of each lock: a page holds nearly all numbers of its account, and other accounts do not wait for
 * it.
 */
const advisoryLock =
  (schema: string, take: 'pg_advisory_xact_lock' | 'pg_advisory_xact_lock_shared'): SqlEngine['lock'] =>
  async (transaction, what, names = [what]) => {
    await sql`
      select ${sql.raw(take)}(hashtext(${`${schema} ${what}`}), number)
      from (select distinct hashtext(name) & ${sql.lit(lockCount - 1)} as number from unnest(${names}::text[]) as name order by 1)
        as numbers`.execute(transaction);
  };

/** Connections that a worker uses in addition to the store. */
const minForWorkers = 4;

const tooSmall = E.left<StoreError>({
  _tag: 'StoreError',
  problem: 'cannot open',
  message: `Workers need a pool of at least ${minForWorkers} connections. Raise max in the pool that the option state was given; until then each process does its own work.`,
});

const hostAccess = (database: HostPool): DatabaseAccess => {
  const borrow = (): ReturnType<NewPool> => E.right(borrowedPool(database));
  const workerPool = (): ReturnType<NewPool> => (hasRoomForWorkers(database) ? borrow() : tooSmall);
  return { newPool: borrow, schema: defaultSchema, workerPool };
};

/** By default a pool of pg has ten. */
const hasRoomForWorkers = ({ options }: HostPool): boolean => (options?.max ?? 10) >= minForWorkers;
