import * as E from 'fp-ts/lib/Either.js';
import type { JobQueue, NewJob } from '../../../domain/job-queue.ts';
import type { StoreError } from '../../../domain/sync-store.ts';
import { inReadTransaction, inWriteTransaction, type SqlTransaction } from '../../sql/statements.ts';
import { commitPageWith } from '../../sql/pages.ts';
import { openRunWith } from '../../sql/runs.ts';
import type { SqlDatabase } from '../../sql/engine.ts';
import type { PgPool } from '../driver.ts';
import { type GraphileWorker, loadGraphileWorker } from './graphile-worker.ts';
import { runJobs } from './run-jobs.ts';
import { sql } from 'kysely';

interface JobQueueDependencies {
  readonly database: SqlDatabase;
  /** The schema of the store's tables; the jobs are in a separate one. */
  readonly schema: string;
  /** A pool of a queue's own. */
  readonly openPool: () => E.Either<StoreError, PgPool>;
}

/** A host may run a graphile-worker of its own in the same database: ours has another schema. */
const workerSchemaOf = (schema: string): string => `${schema}_worker`;

const silentLogger = ({ Logger }: GraphileWorker): unknown => new Logger(() => () => undefined);

/** Loads the queue and brings its tables up to date, once; a failure is tried again at the next use. */
const prepareOnce = ({
  database,
  schema,
  openPool,
}: JobQueueDependencies): (() => Promise<E.Either<StoreError, GraphileWorker>>) => {
  const prepare = async (): Promise<E.Either<StoreError, GraphileWorker>> => {
    const graphile = await loadGraphileWorker();
    if (E.isLeft(graphile)) return graphile;
    const pool = openPool();
    if (E.isLeft(pool)) return pool;
    const migrated = await inWriteTransaction(database, async (transaction) => {
      // Of several processes that start at once, one makes the tables.
      await database.engine.lock(transaction, ['jobs']);
      const logger = silentLogger(graphile.right);
      await graphile.right.runMigrations({ pgPool: pool.right, schema: workerSchemaOf(schema), logger });
      return E.right(graphile.right);
    })();
    await pool.right.end();
    return migrated;
  };
  let prepared: Promise<E.Either<StoreError, GraphileWorker>> | null = null;
  return async () => {
    const graphile = await (prepared ??= prepare());
    if (E.isLeft(graphile)) prepared = null;
    return graphile;
  };
};

/** Jobs on graphile-worker, in the sync database. */
export const postgresJobQueue = (ports: JobQueueDependencies): JobQueue => {
  const { database, openPool } = ports;
  const schema = workerSchemaOf(ports.schema);
  const prepare = prepareOnce(ports);
  const open = openRunWith(database);
  const commit = commitPageWith(database);
  return {
    ready: async () => E.map(() => undefined)(await prepare()),
    hasJobs: (keys) => async () => {
      const ready = await prepare();
      return E.isLeft(ready)
        ? ready
        : inReadTransaction(database, (transaction) => hasJobs(transaction, schema, keys))();
    },
    addJobs: (jobs) => async () => {
      const ready = await prepare();
      if (E.isLeft(ready)) return ready;
      return inWriteTransaction(database, async (transaction) => E.right(await addJobs(transaction, schema, jobs)))();
    },
    openRun: (request, fresh, nextJobs) => async () => {
      const ready = await prepare();
      if (E.isLeft(ready)) return ready;
      return open(request, fresh, (transaction, run) => addJobs(transaction, schema, nextJobs(run)))();
    },
    commitPage: (page, at, nextJobs, fence) => async () => {
      const ready = await prepare();
      if (E.isLeft(ready)) return ready;
      return commit(page, at, fence, (transaction) => addJobs(transaction, schema, nextJobs))();
    },
    startWorker: (options) => async () => {
      const graphile = await prepare();
      if (E.isLeft(graphile)) return graphile;
      const pool = openPool();
      return E.isLeft(pool) ? pool : runJobs({ graphile: graphile.right, database, pool: pool.right, schema }, options);
    },
  };
};

/** Adds jobs within a transaction: they are there when it is committed, and not before. */
const addJobs = async (transaction: SqlTransaction, workerSchema: string, jobs: readonly NewJob[]): Promise<void> => {
  if (jobs.length === 0) return;
  await sql`
    select ${sql.id(workerSchema, 'add_job')}(
      task, about::json, queue, now() + delay * interval '1 millisecond', null, key, priority)
    from unnest(
      ${jobs.map(({ task }) => task)}::text[],
      ${jobs.map(({ payload }) => JSON.stringify(payload))}::text[],
      ${jobs.map(({ queue }) => queue)}::text[],
      ${jobs.map(({ delay }) => Math.ceil(delay))}::bigint[],
      ${jobs.map(({ key }) => key)}::text[],
      ${jobs.map(({ priority }) => priority)}::integer[]
    ) as job (task, about, queue, delay, key, priority)`.execute(transaction);
};

/** Whether there is a job whose key begins with one of these. */
const hasJobs = async (
  transaction: SqlTransaction,
  workerSchema: string,
  keys: readonly string[],
): Promise<E.Either<StoreError, boolean>> => {
  const { rows } = await sql`
    select 1 from ${sql.id(workerSchema, 'jobs')}
    where exists (select 1 from unnest(${keys}::text[]) as wanted where starts_with(key, wanted)) limit 1`.execute(
    transaction,
  );
  return E.right(rows.length > 0);
};
