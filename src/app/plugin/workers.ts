import * as E from 'fp-ts/lib/Either.js';
import type * as TE from 'fp-ts/lib/TaskEither.js';
import type { JobQueue } from '../../domain/job-queue.ts';
import type { StoreError } from '../../domain/sync-store.ts';
import { type JobRunner, jobRunner, type LivePorts } from '../../live/index.ts';
import { once } from './once.ts';

/** How the work of historical syncs is shared by the processes of a sync database. */
export interface Workers {
  /**
   * The job queue of the workers; from then on this process is one of them, unless the host set `worker: false`. Null
   * where each process does its own work. Left only when the host leaves the work to others, and none can be reached.
   */
  readonly jobQueue: TE.TaskEither<StoreError, JobQueue | null>;
  /** Takes nothing new, and finishes what is in progress within so many milliseconds. */
  readonly stop: (drainMs: number) => Promise<void>;
}

/** Storefronts of historical syncs that one process works on at the same time. */
const concurrency = 4;

/** Nothing to share: the sync database is a file, or ticks do the work. */
const alone: Workers = { jobQueue: () => Promise.resolve(E.right(null)), stop: () => Promise.resolve() };

/**
 * The workers of a sync database, as one of its processes sees them. Nothing is begun before the job queue is asked for.
 *
 * @param isWorker whether this process is to be a worker as well
 */
export const workersOf = (ports: LivePorts, jobs: JobQueue | undefined, isWorker: boolean): Workers => {
  if (jobs === undefined) return alone;
  const { log } = ports;
  const begin = async (): Promise<E.Either<StoreError, JobRunner | null>> => {
    const ready = await jobs.ready();
    if (E.isLeft(ready)) return ready;
    if (!isWorker) return E.right(null);
    const runner = jobRunner(ports, jobs, { concurrency, does: 'history' });
    return E.map(() => runner)(await runner.start());
  };
  const begun = once(begin, E.isRight);
  return {
    jobQueue: async () => {
      const runner = await begun.get();
      if (E.isRight(runner)) return E.right(jobs);
      if (!isWorker) return runner;
      log.info(runner.left.message);
      return E.right(null);
    },
    stop: async (drainMs) => {
      const runner = await begun.settled();
      begun.forget();
      if (runner !== undefined && E.isRight(runner)) await runner.right?.stop(drainMs);
    },
  };
};
