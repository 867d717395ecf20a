/** Names and prioritizes the jobs of workers, so that equal jobs are queued once and live work comes before history. */
import type { JobQueue, NewJob } from '../../domain/job-queue.ts';
import type * as TE from 'fp-ts/lib/TaskEither.js';
import type { StoreError } from '../../domain/sync-store.ts';

export const taskNames = {
  begin: 'begin run',
  page: 'next page',
  end: 'end run',
  minute: 'every minute',
  resyncRequests: 'resync requests',
  schedule: 'schedule',
} as const;

/** Live work comes before history. */
const priorities = { live: -10, scheduled: 0, history: 10 } as const;

/** Reads what the service holds, before the pages of a run. */
export const beginJob = (run: string, delay = 0): NewJob =>
  jobOf('begin', { payload: { run }, key: `begin ${run}` }, priorities.history, delay);

/** The next pages of a storefront of a run: one worker at a time is at the history of a storefront, by its lease. */
export const pageJob = (run: string, storefront: string, delay = 0): NewJob => {
  const about = { payload: { run, storefront }, key: `page ${run} ${storefront}` };
  return jobOf('page', about, priorities.history, delay);
};

/** Ends a run, if all of its storefronts are read. */
export const endJob = (run: string, delay = 0): NewJob =>
  jobOf('end', { payload: { run }, key: `end ${run}` }, priorities.history, delay);

const jobOf = (
  task: keyof typeof taskNames,
  about: Pick<NewJob, 'payload' | 'key'>,
  priority: number,
  delay = 0,
): NewJob => ({ task: taskNames[task], ...about, priority, delay, isOneAtATime: false, waitsForTurnAt: null });

export const minuteJob: NewJob = jobOf('minute', { payload: {}, key: taskNames.minute }, priorities.scheduled);

/** The due resync requests of a storefront. They do not wait for its history. One job at a time, or a busy storefront would take every slot. */
export const requestsJob = (storefront: string): NewJob => {
  const about = { payload: { storefront }, key: `resync requests ${storefront}` };
  return { ...jobOf('resyncRequests', about, priorities.live), isOneAtATime: true };
};

/** The due schedules of a storefront. They may take long, and delay neither resync requests nor history. */
export const scheduleJob = (storefront: string): NewJob => {
  const about = { payload: { storefront }, key: `schedule ${storefront}` };
  return { ...jobOf('schedule', about, priorities.scheduled), isOneAtATime: true };
};

/** Whether workers continue a run: each of its jobs adds the next one before it ends. */
export const isOnWorkers = (jobQueue: JobQueue, runId: string): TE.TaskEither<StoreError, boolean> =>
  jobQueue.areWorkedOn(keysOf(runId));

/** The beginnings of the keys of all jobs of a run. */
const keysOf = (run: string): readonly string[] => [`begin ${run}`, `page ${run} `, `end ${run}`];
