/** Starts a worker process, which shares historical syncs and live work with any number of others. */
import * as E from 'fp-ts/lib/Either.js';
import type { JobQueue, JobWorker } from '../../domain/job-queue.ts';
import type { StoreResult } from '../../domain/sync-store.ts';
import { monotonicTime, wait } from '../../domain/async.ts';
import { deadAfter as defaultDeadAfter } from '../limits.ts';
import type { LivePorts } from '../live-ports.ts';
import { makeContext } from '../live-context.ts';
import { isEnding, newStorefrontWorker, type WorkerState } from '../states.ts';
import type { JobContext } from './job-context.ts';
import { minuteJob, taskNames } from './new-jobs.ts';

export interface JobWorkerSettings {
  /** Jobs that run at the same time, each for another storefront. */
  readonly concurrency: number;
  /** `history`: only the pages of historical syncs, while a live worker does the rest. Default `all`. */
  readonly does?: 'all' | 'history';
  /** Milliseconds without a heartbeat after which a worker counts as dead. Default half a minute. */
  readonly deadAfter?: number;
}

/** A worker: any number of them, on any machines, share the work. */
export interface JobRunner {
  /** Left if the jobs cannot be reached; it may then be started again. */
  readonly start: () => StoreResult<void>;
  /**
   * Takes no new work and finishes the work in progress, within about this many milliseconds; other workers continue the rest.
   */
  readonly stop: (drainMs: number) => Promise<void>;
}

/**
 * Creates a worker; it takes no job before it is started.
 *
 * @example
 * const runner = jobRunner({ sync: ports, inbox, log, schedule, onEvent }, store.jobs, { concurrency: 8 });
 * await runner.start();
 */
export const jobRunner = (
  ports: LivePorts,
  jobQueue: JobQueue,
  { concurrency, does = 'all', deadAfter = defaultDeadAfter }: JobWorkerSettings,
): JobRunner => {
  const { sync, log } = ports;
  let state: WorkerState = 'ready';
  const workers = new Map(
    Object.keys(sync.storefronts).map((storefront) => [storefront, newStorefrontWorker(storefront)]),
  );
  const live = makeContext(ports, workers, {
    steadyNow: monotonicTime(sync.clock),
    isClosing: () => isEnding(state),
    isCutOff: () => state === 'cut off',
  });
  const detached = new Set<Promise<void>>();
  const context: JobContext = { live, jobQueue, workers, detached };
  const isAll = does === 'all';
  let worker: JobWorker | null = null;
  return {
    start: async () => {
      // Most processes are no workers, so the code of workers is imported only when one starts.
      const { tasksOf } = await import('./tasks.ts');
      const tasks = tasksOf(context, does);
      const everyMinute = isAll ? taskNames.minute : null;
      if (worker === null) {
        const begun = await jobQueue.startWorker({
          tasks,
          everyMinute,
          concurrency,
          owner: sync.owner,
          deadAfter,
          log,
        })();
        if (E.isLeft(begun)) return begun;
        worker = begun.right;
        if (state === 'ready') state = 'running';
      }
      return isAll ? jobQueue.addJobs([minuteJob])() : E.right(undefined);
    },
    stop: async (drainMs) => {
      state = 'closing';
      const stopping = { isOver: false };
      const stopped = (worker?.stop() ?? Promise.resolve()).finally(() => {
        stopping.isOver = true;
      });
      await wait(sync.clock, drainMs, () => stopping.isOver && detached.size === 0);
      state = 'cut off';
      await stopped;
    },
  };
};
