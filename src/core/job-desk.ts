import type * as E from 'fp-ts/lib/Either.js';
import type * as TE from 'fp-ts/lib/TaskEither.js';
import type { Logger } from './environment.ts';
import type { Instant } from './instant.ts';
import type { BookError, Hold, PageCommit, RecordBook } from './record-book.ts';
import type { Run } from './run.ts';

/** A step of work that any worker may take. */
export interface NewJob {
  /** Names what does it. */
  readonly task: string;
  /** Names what it is about: ids only. */
  readonly about: Readonly<Record<string, string>>;
  /** The jobs of one queue are done one after the other, whoever does them. */
  readonly queue: string;
  /** Of the jobs of one key one waits at most; a later one takes its place. */
  readonly key: string;
  /** The smallest comes first. */
  readonly priority: number;
  /** Milliseconds until it is due. */
  readonly delay: number;
}

/** Does jobs of one name. A Left, or a rejection, is tried again later. */
export type JobTask = (about: unknown) => Promise<E.Either<BookError, void>>;

export interface JobWork {
  readonly tasks: Readonly<Record<string, JobTask>>;
  /** The task that is begun every minute, by one of all workers; null where this one has no part in that. */
  readonly everyMinute: string | null;
  /** Jobs at the same time. */
  readonly concurrency: number;
  /** Names this process, as the owner of claims and leases. */
  readonly owner: string;
  /**
   * Milliseconds without a sign of life after which a worker counts as dead, and others take over what it had begun. It
   * gives signs six times as often.
   */
  readonly deadAfter: number;
  readonly log: Logger;
}

export interface JobWorker {
  /** Takes nothing new; resolves when what is in hand is done. */
  readonly stop: () => Promise<void>;
}

/** Jobs in the storage of the record book, for any number of workers that come and go. */
export interface JobDesk {
  /** Left when the queue cannot be used, such as for want of its package: then each process does its own work. */
  readonly ready: TE.TaskEither<BookError, void>;
  /** Whether a job whose key begins with one of these is there, be it waiting or in hand. */
  readonly has: (keys: readonly string[]) => TE.TaskEither<BookError, boolean>;
  readonly add: (jobs: readonly NewJob[]) => TE.TaskEither<BookError, void>;
  /** See `RecordBook.openRun`; the jobs of the run are added with it, or nothing is. */
  readonly openRun: (
    ...opening: [...Parameters<RecordBook['openRun']>, then: (run: Run) => readonly NewJob[]]
  ) => ReturnType<RecordBook['openRun']>;
  /** See `RecordBook.commitPage`; the jobs are added with it, or nothing is. */
  readonly commitPage: (
    page: PageCommit,
    at: Instant,
    then: readonly NewJob[],
    hold?: Hold,
  ) => TE.TaskEither<BookError, void>;
  /** Begins to work on jobs. Left when the queue cannot be used. */
  readonly work: (work: JobWork) => TE.TaskEither<BookError, JobWorker>;
}
