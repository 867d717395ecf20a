/** The other jobs of a worker: begin and end a historical sync, find due live work each minute, and do it. */
import * as E from 'fp-ts/lib/Either.js';
import * as t from 'io-ts';
import type { JobTask } from '../../domain/job-queue.ts';
import type { StoreResult } from '../../domain/sync-store.ts';
import { keepEnd, type JobContext, runContextOfJob, toJobResult } from './job-context.ts';
import { beginJob, endJob, pageJob, requestsJob, scheduleJob, taskNames } from './new-jobs.ts';
import { pageTask } from './page-task.ts';
import { advance, finishRun, isLasting, readService } from '../../pipeline/advance-run.ts';
import { beginRun, readEnds } from '../../pipeline/run-marks.ts';
import { minServicePause, pollInterval } from '../limits.ts';
import { housekeeping } from '../live-context.ts';
import { findDue } from '../due-work.ts';
import { isWaiting, type StorefrontWorker } from '../states.ts';
import { runTasks } from '../run-tasks.ts';
import { workStorefront } from '../work-storefront.ts';
import { attempt } from '../../domain/attempt.ts';

const AboutRun = t.type({ run: t.string });

const AboutPage = t.type({ run: t.string, storefront: t.string });

const AboutStorefront = t.type({ storefront: t.string });

export const tasksOf = (context: JobContext, does: 'all' | 'history'): Readonly<Record<string, JobTask>> => ({
  [taskNames.begin]: reading(AboutRun, beginTask(context)),
  [taskNames.page]: reading(AboutPage, pageTask(context)),
  [taskNames.end]: reading(AboutRun, endTask(context)),
  ...(does === 'all' && {
    [taskNames.minute]: minuteTask(context),
    [taskNames.resyncRequests]: reading(AboutStorefront, requestsTask(context)),
    [taskNames.schedule]: reading(AboutStorefront, scheduleTask(context)),
  }),
});

type StorefrontTask = (about: t.TypeOf<typeof AboutStorefront>) => ReturnType<JobTask>;

/** Answers the due resync requests of a storefront. A failure of the sync database pauses it; the next minute tries again. */
export const requestsTask =
  (context: JobContext): StorefrontTask =>
  async ({ storefront }) => {
    const { live, workers } = context;
    const worker = workers.get(storefront);
    if (worker !== undefined) await untilItWaits(context, worker, workStorefront(live, worker));
    return E.right(undefined);
  };

/** Runs the due schedules of a storefront, unless another process has started them. */
export const scheduleTask =
  (context: JobContext): StorefrontTask =>
  async ({ storefront }) => {
    const { live, workers } = context;
    const worker = workers.get(storefront);
    if (worker === undefined) return E.right(undefined);
    // The worker that added this job knew less of it, or another process has done it since.
    const due = await findDue(live, new Map([[storefront, worker]]));
    if (E.isLeft(due)) return due;
    if (due.right.scheduled.length === 0) return E.right(undefined);
    const work = async (): Promise<void> => {
      await runTasks(live, worker);
      // The inbox has the records that could not be settled at once.
      await workStorefront(live, worker);
    };
    await untilItWaits(context, worker, work());
    return E.right(undefined);
  };

/** A job that another version has written, and that this version cannot read, is skipped. */
const reading =
  <A>(codec: t.Type<A>, work: (about: A) => ReturnType<JobTask>): JobTask =>
  async (about) =>
    codec.is(about) ? work(about) : E.right(undefined);

/** Begins a run, reads the service's list, and adds the first page of each storefront. */
const beginTask =
  (context: JobContext) =>
  ({ run: runId }: t.TypeOf<typeof AboutRun>): ReturnType<JobTask> =>
    attempt(async (take) => {
      const { live, jobQueue } = context;
      const runContext = await take(runContextOfJob(context, runId));
      if (runContext === undefined) return;
      await take(beginRun(runContext));
      const service = await readService(runContext);
      if (E.isLeft(service)) await take(toJobResult(service.left));
      const { client, run } = runContext;
      const stop = client.stopped();
      if (client.isOver() && (stop === null || !isLasting(stop)))
        return take(jobQueue.addJobs([beginJob(runId, live.isClosing() ? 0 : minServicePause)])());
      const addPages = (storefronts: readonly string[]): StoreResult<void> =>
        jobQueue.addJobs(storefronts.map((storefront) => pageJob(runId, storefront)))();
      if (stop === null) return take(addPages(run.storefronts));
      // This ends all storefronts except storefronts that another job works on, which has its own answer of the service.
      const ended = await advance(runContext, 0, { keepEnd: keepEnd(context, runId) });
      return take(E.isLeft(ended) ? toJobResult(ended.left) : addPages([...ended.right.open.keys()]));
    });

/** Milliseconds until the end of a run is checked again that is about to begin, or has just begun. */
const beginPause = 1_000;

/** Ends a run when all of its storefronts have ended. The job of the last storefront finds all of them ended. */
const endTask =
  (context: JobContext) =>
  ({ run: runId }: t.TypeOf<typeof AboutRun>): ReturnType<JobTask> =>
    attempt(async (take) => {
      const opened = await take(runContextOfJob(context, runId));
      if (opened === undefined) return;
      // If two storefronts end at once, each adds this job. The second job may run after the run was stopped and continued: then
      // the ends that it finds are old. The job that continues the run clears them. Both are checked twice, because that job may
      // be added, or added and done, between the two checks.
      for (let looks = 0; looks < 2; looks += 1) {
        const isToBegin = await take(context.jobQueue.hasJobs([beginJob(runId).key])());
        // The job that begins the run may have just ended all of its storefronts without being done yet.
        if (isToBegin) return take(context.jobQueue.addJobs([endJob(runId, beginPause)])());
        if ((await take(readEnds(opened.store, opened.run))).includes('open')) return;
      }
      const ended = await finishRun(opened);
      if (E.isLeft(ended)) return take(toJobResult(ended.left));
    });

/** Finds due resync requests and schedules; each minute, one of all workers runs it. */
const minuteTask = ({ live, jobQueue, workers }: JobContext): JobTask => {
  const keepHouse = housekeeping(live);
  return () =>
    attempt(async (take) => {
      const due = await take(findDue(live, workers));
      const added = await jobQueue.addJobs([
        ...due.requested.map(({ storefront }) => requestsJob(storefront)),
        ...due.scheduled.map(({ storefront }) => scheduleJob(storefront)),
      ])();
      await keepHouse();
      return take(added);
    });
};

/**
 * Waits for work at a storefront to end, unless it waits for a platform: a job that waits for a platform that hangs would keep
 * one of the few slots of the worker. The work continues, and its claims are in the sync database.
 */
const untilItWaits = async (
  { live, detached }: JobContext,
  worker: StorefrontWorker,
  work: Promise<unknown>,
): Promise<void> => {
  const state = { isOver: false };
  const ended = work
    .then(() => undefined)
    .finally(() => {
      state.isOver = true;
      detached.delete(ended);
    });
  detached.add(ended);
  while (!state.isOver && !isWaiting(worker, live.steadyNow()))
    await Promise.race([ended, live.sync.clock.sleep(pollInterval)()]);
};
