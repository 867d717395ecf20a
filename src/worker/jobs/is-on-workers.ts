import type * as TE from 'fp-ts/lib/TaskEither.js';
import type { JobQueue } from '../../domain/job-queue.ts';
import type { StoreError } from '../../domain/sync-store.ts';
import { keysOf } from './new-jobs.ts';

/** Whether workers are at work on a run, or one of them will be: each step of it adds the next before it ends. */
export const isOnWorkers = (desk: JobQueue, runId: string): TE.TaskEither<StoreError, boolean> =>
  desk.hasJobs(keysOf(runId));
