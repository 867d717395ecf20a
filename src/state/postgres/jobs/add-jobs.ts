import { sql } from 'kysely';
import type { NewJob } from '../../../core/job-desk.ts';
import type { Transaction } from '../../sql/in-transaction.ts';

/** Adds jobs within a transaction: they are there when it is committed, and not before. */
export const addJobs = async (
  transaction: Transaction,
  workerSchema: string,
  jobs: readonly NewJob[],
): Promise<void> => {
  if (jobs.length === 0) return;
  await sql`
    select ${sql.id(workerSchema, 'add_job')}(
      task, about::json, queue, now() + delay * interval '1 millisecond', null, key, priority)
    from unnest(
      ${jobs.map(({ task }) => task)}::text[],
      ${jobs.map(({ about }) => JSON.stringify(about))}::text[],
      ${jobs.map(({ queue }) => queue)}::text[],
      ${jobs.map(({ delay }) => Math.ceil(delay))}::bigint[],
      ${jobs.map(({ key }) => key)}::text[],
      ${jobs.map(({ priority }) => priority)}::integer[]
    ) as job (task, about, queue, delay, key, priority)`.execute(transaction);
};
