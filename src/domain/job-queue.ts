/**
 * The interface of the job queue in a shared PostgreSQL database, through which several processes divide runs and live sync
 * among them.
 */
import type * as E from 'fp-ts/lib/Either.js';
import type * as TE from 'fp-ts/lib/TaskEither.js';
import type { Logger } from './environment.ts';
import type { Instant } from './instant.ts';
import type { StoreError, FencingToken, PageCommit, SyncStore } from './sync-store.ts';
import type { Run } from './run.ts';

/** A step of work that any worker may take. */
export interface NewJob {
  /** Names the task that does the job. */
  readonly task: string;
  /** What the job is about: ids only. */
  readonly payload: Readonly<Record<string, string>>;
  /**
   * At most one job per key is waiting; a later one replaces it. A running job does not block the next one of its key. Work
   * that must not be done twice at the same time takes a lease or a claim.
   */
  readonly key: string;
  /** The job is not added while one of the same key is running. */
  readonly isOneAtATime: boolean;
  /** It waits only for the job that is at this storefront: see `passTurn`. */
  readonly waitsForTurnAt: string | null;
  /** The smallest comes first. */
  readonly priority: number;
  /** Milliseconds until it is due. */
  readonly delay: number;
}

/** Does the jobs of one task. After a Left or a rejection, the job is tried again later. */
export type JobTask = (payload: unknown) => Promise<E.Either<StoreError, void>>;

export interface JobWorkerOptions {
  readonly tasks: Readonly<Record<string, JobTask>>;
  /** The task that one of all workers starts every minute; null when this worker takes no part in that. */
  readonly everyMinute: string | null;
  /** Jobs at the same time. */
  readonly concurrency: number;
  /** Names this process, as the owner of claims and leases. */
  readonly owner: string;
  /**
   * Milliseconds without a heartbeat after which a worker counts as dead, and others take over its jobs. Heartbeats are six
   * times as frequent.
   */
  readonly deadAfter: number;
  readonly log: Logger;
}

export interface JobWorker {
  /** Takes no new job; resolves when the running ones are done. */
  readonly stop: () => Promise<void>;
}

/** Jobs in the sync database, for any number of workers. */
export interface JobQueue {
  /** Left when the queue cannot be used, for example because its package is missing: then each process does its own work. */
  readonly ready: TE.TaskEither<StoreError, void>;
  /** Whether a job whose key begins with one of these is waiting or running. */
  readonly hasJobs: (keys: readonly string[]) => TE.TaskEither<StoreError, boolean>;
  /** Whether such a job is waiting for or with a worker, and a worker was seen within the last minute. */
  readonly areWorkedOn: (keys: readonly string[]) => TE.TaskEither<StoreError, boolean>;
  readonly addJobs: (jobs: readonly NewJob[]) => TE.TaskEither<StoreError, void>;
  /** The jobs that wait for their turn at a storefront are due now. Right: how many they are. */
  readonly passTurn: (storefront: string) => TE.TaskEither<StoreError, number>;
  /** See `SyncStore.openRun`; the jobs of the run are added in the same transaction. */
  readonly openRun: (
    ...opening: [...Parameters<SyncStore['openRun']>, then: (run: Run) => readonly NewJob[]]
  ) => ReturnType<SyncStore['openRun']>;
  /** See `SyncStore.commitPage`; the jobs are added in the same transaction. */
  readonly commitPage: (
    page: PageCommit,
    at: Instant,
    nextJobs: readonly NewJob[],
    fence?: FencingToken,
  ) => TE.TaskEither<StoreError, void>;
  /** Begins to work on jobs. Left when the queue cannot be used. */
  readonly startWorker: (options: JobWorkerOptions) => TE.TaskEither<StoreError, JobWorker>;
}
