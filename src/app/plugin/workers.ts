/** Shares historical syncs among the processes of a PostgreSQL sync database, with this process as one of the workers. */
import * as E from 'fp-ts/lib/Either.js';
import type * as TE from 'fp-ts/lib/TaskEither.js';
import type { JobQueue } from '../../domain/job-queue.ts';
import type { StoreError } from '../../domain/sync-store.ts';
import { type JobRunner, jobRunner, type LivePorts } from '../../live/index.ts';
import { once } from './once.ts';

export interface Workers {
  /**
   * The job queue of the workers; asking for it makes this process a worker, unless the host set `worker: false`. Null if each
   * process does its own work. Left only when the host leaves the work to others, and no worker can be reached.
   */
  readonly jobQueue: TE.TaskEither<StoreError, JobQueue | null>;
  /** Accepts no new work, and finishes work in progress within this time. */
  readonly stop: (drainMs: number) => Promise<void>;
}

/** How many storefronts of historical syncs one process works on at the same time. */
const concurrency = 4;

/** Without sharing: the sync database is a file, or ticks do the work. */
const alone: Workers = { jobQueue: () => Promise.resolve(E.right(null)), stop: () => Promise.resolve() };

/**
 * Nothing begins before the job queue is asked for.
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
