/** Detects workers that died and releases their jobs and storefronts, so that other workers take them over within a minute. */
import type * as TE from 'fp-ts/lib/TaskEither.js';
import { type RawBuilder, sql } from 'kysely';
import type { StoreError } from '../../../domain/sync-store.ts';
import { readFrom, type SqlDatabase, type SqlTransaction, writeTo } from '../../sql/database.ts';
import type { GraphileJob } from './graphile-worker.ts';

/** The time of the database's clock, so that wrong clocks of the processes do not matter. */
export const databaseNow = sql`cast(extract(epoch from clock_timestamp()) * 1000 as bigint)`;

/** Milliseconds, longer than the pause between the heartbeats of a living worker. */
const aliveFor = 60_000;

/** Whether any worker lives. The row of a dead worker stays if no other worker releases it. */
export const hasWorkers = async (transaction: SqlTransaction): Promise<boolean> => {
  const { rows } = await sql`
    select 1 from worker where seen_at > ${databaseNow} - ${aliveFor}::bigint limit 1`.execute(transaction);
  return rows.length > 0;
};

/**
 * Runs as one statement, because each idle process sends it every few seconds. Right: whether other workers seem to have died, as
 * far as is visible without a lock.
 */
export const recordHeartbeat = (
  database: SqlDatabase,
  workerSchema: string,
  { ids, owner, deadAfter }: { readonly ids: readonly string[]; readonly owner: string; readonly deadAfter: number },
): TE.TaskEither<StoreError, boolean> =>
  writeTo(database, async (transaction) => {
    // The second part does not see the rows that the first one writes: after a long sleep, these workers would find themselves
    // dead.
    const { rows } = await sql`
      with seen as (
        insert into worker (id, owner, seen_at) select id, ${owner}, ${databaseNow} from unnest(${ids}::text[]) as id
        on conflict (id) do update set owner = excluded.owner, seen_at = excluded.seen_at)
      select 1 from (${deadWorkers(workerSchema, deadAfter)}) as dead where id <> all (${ids}::text[]) limit 1`.execute(
      transaction,
    );
    return rows.length > 0;
  });

/**
 * Releases the jobs, storefronts and resync requests of workers without a heartbeat. A worker that was only slow does no harm:
 * work that is done twice is settled once. Right: how many workers were dead.
 */
export const releaseDeadWorkers = (
  database: SqlDatabase,
  workerSchema: string,
  deadAfter: number,
): TE.TaskEither<StoreError, number> =>
  writeTo(database, async (transaction) => {
    await database.engine.lock(transaction, 'signs of life');
    const { rows: dead } = await deadWorkers(workerSchema, deadAfter).execute(transaction);
    if (dead.length === 0) return 0;
    const ids = dead.map(({ id }) => id);
    const owners = dead.flatMap(({ owner }) => owner ?? []);
    await sql`update resync_request set claim_owner = '', claim_until = 0 where claim_owner = any(${owners}::text[])`.execute(
      transaction,
    );
    // The leases of its jobs: see `ownerOfJob`.
    await sql`delete from lease where split_part(owner, ' #', 1) = any(${owners}::text[])`.execute(transaction);
    await unlockWorkers(transaction, workerSchema, ids);
    return dead.length;
  });

/** Releases the jobs of workers that have ended. Jobs that they could not report as done or failed run again. */
export const releaseWorkers = (
  database: SqlDatabase,
  workerSchema: string,
  ids: readonly string[],
): TE.TaskEither<StoreError, void> => writeTo(database, (transaction) => unlockWorkers(transaction, workerSchema, ids));

/**
 * Right: whether the row of a job no longer belongs to its worker. This happens when the worker of the job was wrongly found dead: the
 * job is free again, another worker may take it, and a next job with the same key is written into this row. graphile-worker would
 * still delete the row when the first worker is done, and the work that is left would never be done.
 */
export const isJobTakenAway = (
  database: SqlDatabase,
  workerSchema: string,
  { id, locked_by, attempts, revision }: GraphileJob,
): TE.TaskEither<StoreError, boolean> =>
  readFrom(database, async (transaction) => {
    // The next job of a job that still belongs to its worker has a row for itself, and has taken the key over.
    const { rows } = await sql`
      select 1 from ${sql.id(workerSchema, 'jobs')}
      where id = ${id}::bigint and key is not null
        and (locked_by is distinct from ${locked_by} or attempts <> ${attempts} or revision <> ${revision})`.execute(
      transaction,
    );
    return rows.length > 0;
  });

interface DeadWorker {
  readonly id: string;
  readonly owner: string | null;
}

const deadWorkers = (workerSchema: string, deadAfter: number): RawBuilder<DeadWorker> => sql`
  select id, owner from worker where seen_at < ${databaseNow} - ${deadAfter}::bigint
  union
  select locked_by, null from ${sql.id(workerSchema, 'jobs')}
  where locked_by is not null and locked_at < clock_timestamp() - ${deadAfter}::bigint * interval '1 millisecond'
    and not exists (select 1 from worker where worker.id = locked_by)`;

const unlockWorkers = async (
  transaction: SqlTransaction,
  workerSchema: string,
  ids: readonly string[],
): Promise<void> => {
  await sql`select ${sql.id(workerSchema, 'force_unlock_workers')}(${ids}::text[])`.execute(transaction);
  // Jobs that a later job of their key had replaced when their worker died never run again.
  await sql`
    select ${sql.id(workerSchema, 'complete_jobs')}(array(
      select id from ${sql.id(workerSchema, 'jobs')}
      where key is null and locked_at is null and attempts >= max_attempts))`.execute(transaction);
  await sql`delete from worker where id = any(${ids}::text[])`.execute(transaction);
  // The queue announces new jobs this way, but not jobs that are free again: as many workers look for them as died.
  await sql`select pg_notify('jobs:insert', ${JSON.stringify({ count: ids.length })})`.execute(transaction);
};
