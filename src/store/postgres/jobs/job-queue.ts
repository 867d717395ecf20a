/**
 * Shares the work of runs and storefronts among several processes: a page is committed together with the job for the next page.
 */
import { hasWorkers } from './heartbeats.ts';
import * as E from 'fp-ts/lib/Either.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { memoizeSuccess } from '../../../domain/async.ts';
import type { JobQueue, NewJob } from '../../../domain/job-queue.ts';
import type { StoreError } from '../../../domain/sync-store.ts';
import { type AccountDatabase, readFrom, type SqlDatabase, type SqlTransaction, writeTo } from '../../sql/database.ts';
import { commitPage } from '../../sql/pages.ts';
import { openRun } from '../../sql/runs.ts';
import { answerTimeout, type PgPool } from '../driver.ts';
import { type GraphileWorker, loadGraphileWorker } from './graphile-worker.ts';
import { runJobs } from './run-jobs.ts';
import { sql } from 'kysely';
import { attempt } from '../../../domain/attempt.ts';

export interface JobQueueDependencies {
  readonly database: SqlDatabase;
  /** The schema of the store's tables; the jobs are in a separate one. */
  readonly schema: string;
  /** Opens a pool for the queue. `queryTimeout`: milliseconds for the answer to a statement. */
  readonly openPool: (queryTimeout?: number) => E.Either<StoreError, PgPool>;
}

/** All accounts share one queue; the runs and pages that are opened and committed with its jobs belong to the given account. */
export const postgresJobQueue = (ports: JobQueueDependencies): ((database: AccountDatabase) => JobQueue) => {
  const { openPool } = ports;
  const schema = workerSchemaOf(ports.schema);
  const prepare = prepareOnce(ports);
  const whenReady = <A>(
    work: (graphile: GraphileWorker) => TE.TaskEither<StoreError, A>,
  ): TE.TaskEither<StoreError, A> => TE.flatMap(prepare, work);
  return (database) => {
    const open = openRun(database);
    const commit = commitPage(database);
    return {
      ready: whenReady(() => TE.right(undefined)),
      hasJobs: (keys) => readFrom(database, (transaction) => hasJobs(transaction, schema, keys)),
      areWorkedOn: (keys) =>
        readFrom(
          database,
          async (transaction) => (await hasWorkers(transaction)) && hasJobs(transaction, schema, keys),
        ),
      addJobs: (jobs) => whenReady(() => writeTo(database, (transaction) => addJobs(transaction, schema, jobs))),
      passTurn: (storefront) =>
        whenReady(() => writeTo(database, (transaction) => passTurn(transaction, schema, storefront))),
      openRun: (request, fresh, nextJobs) =>
        whenReady(() => open(request, fresh, (transaction, run) => addJobs(transaction, schema, nextJobs(run)))),
      commitPage: (page, at, nextJobs, fence) =>
        whenReady(() => commit(page, at, fence, (transaction) => addJobs(transaction, schema, nextJobs))),
      startWorker: (options) =>
        whenReady((graphile) => async () => {
          const pool = openPool(answerTimeout);
          return E.isLeft(pool) ? pool : runJobs({ graphile, database, pool: pool.right, schema }, options);
        }),
    };
  };
};

/** Our job tables have a separate schema, because the host may run graphile-worker in the same database. */
const workerSchemaOf = (schema: string): string => `${schema}_worker`;

/** Loads the queue and brings its tables up to date, once; a failure is tried again at the next use. */
const prepareOnce = ({ database, schema, openPool }: JobQueueDependencies): TE.TaskEither<StoreError, GraphileWorker> =>
  memoizeSuccess(() =>
    attempt(async (take) => {
      const graphile = await take(loadGraphileWorker());
      const pool = await take(openPool());
      const { Logger, runMigrations } = graphile;
      const logger = new Logger(() => () => undefined);
      const migrated = await writeTo(database, async (transaction) => {
        // If several processes start at once, one of them creates the tables.
        await database.engine.lock(transaction, 'jobs');
        await runMigrations({ pgPool: pool, schema: workerSchemaOf(schema), logger });
        return graphile;
      })();
      await pool.end();
      return take(migrated);
    }),
  );

/** Whether there is a job whose key begins with one of these. Creates no tables: without tables, no process has added a job. */
const hasJobs = async (
  transaction: SqlTransaction,
  workerSchema: string,
  keys: readonly string[],
): Promise<boolean> => {
  const { rows: tables } = await sql`
    select 1 from information_schema.tables
    where table_schema = ${workerSchema} and table_name = 'jobs'`.execute(transaction);
  if (tables.length === 0) return false;
  const { rows } = await sql`
    select 1 from ${sql.id(workerSchema, 'jobs')}
    where attempts < max_attempts
      and exists (select 1 from unnest(${keys}::text[]) as wanted where starts_with(key, wanted)) limit 1`.execute(
    transaction,
  );
  return rows.length > 0;
};

/** Adds jobs within a transaction: they exist when it is committed, and not before. */
const addJobs = async (transaction: SqlTransaction, workerSchema: string, jobs: readonly NewJob[]): Promise<void> => {
  if (jobs.length === 0) return;
  // One statement cannot add a key twice.
  const added = [...new Map(jobs.map((job) => [job.key, job])).values()];
  await sql`
    select count(*) from ${sql.id(workerSchema, 'add_jobs')}(array(
      select row(task, about::json, null, now() + delay * interval '1 millisecond', null, key, priority,
        case when turn is not null then array[turn] end)::${sql.id(workerSchema, 'job_spec')}
      from unnest(
        ${added.map(({ task }) => task)}::text[],
        ${added.map(({ payload }) => JSON.stringify(payload))}::text[],
        ${added.map(({ delay }) => Math.ceil(delay))}::bigint[],
        ${added.map(({ key }) => key)}::text[],
        ${added.map(({ priority }) => priority)}::integer[],
        ${added.map(({ waitsForTurnAt }) => (waitsForTurnAt === null ? null : turnOf(waitsForTurnAt)))}::text[],
        ${added.map(({ isOneAtATime }) => isOneAtATime)}::boolean[]
      ) as job (task, about, delay, key, priority, turn, one_at_a_time)
      where not one_at_a_time or not exists (
        select 1 from ${sql.id(workerSchema, 'jobs')} as other where other.key = job.key and other.locked_at is not null)
    ))`.execute(transaction);
};

/** The flag of a job that waits for its turn at a storefront. */
const turnOf = (storefront: string): string => `turn at ${storefront}`;

const passTurn = async (transaction: SqlTransaction, workerSchema: string, storefront: string): Promise<number> => {
  const { rows } = await sql`
    select id from ${sql.id(workerSchema, 'reschedule_jobs')}(array(
      select id from ${sql.id(workerSchema, 'jobs')} where locked_at is null and flags ? ${turnOf(storefront)}), now())`.execute(
    transaction,
  );
  return rows.length;
};
