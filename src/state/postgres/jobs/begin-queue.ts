import { EventEmitter } from 'node:events';
import * as E from 'fp-ts/lib/Either.js';
import type { JobTask, JobWork } from '../../../core/job-desk.ts';
import type { BookError } from '../../../core/record-book.ts';
import type { SqlBook } from '../../sql/sql-book.ts';
import type { PgPool } from '../pg-driver.ts';
import type { GraphileCronItem, GraphileRunner, GraphileWorker } from './graphile-worker.ts';

/** Milliseconds between two looks for jobs that were not announced: those whose time has come. */
const pollInterval = 1_000;

/**
 * graphile-worker does not wait for its own note that a job is done or has failed. Without a delay, a note that the database
 * does not take is a rejection that nothing handles, and ends the process, the host's app included. With a delay of zero, the
 * same failure ends the queue in order: `ended` resolves, and the queue can begin again. (It tries no note twice, although it
 * has a number of attempts for that; seen in 0.17.3 and 0.18.0.)
 */
const preset = { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } } as const;

export interface JobQueue {
  readonly graphile: GraphileWorker;
  readonly book: SqlBook;
  /** Of the workers alone: one connection listens, the others fetch jobs and note that they are done. */
  readonly pool: PgPool;
  readonly schema: string;
}

/** A queue at work. */
export interface RunningQueue {
  /** The names of its workers, as they come about. */
  readonly ids: ReadonlySet<string>;
  /** Takes nothing new; resolves when what is in hand is done. */
  readonly stop: () => Promise<void>;
  /** Resolves when it has ended, also when it failed; never rejects. */
  readonly ended: Promise<void>;
}

const field = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;

const idsFrom = (events: EventEmitter): ReadonlySet<string> => {
  const ids = new Set<string>();
  const note = (id: unknown): void => {
    if (typeof id === 'string') ids.add(id);
  };
  events.on('worker:create', (event: unknown) => note(field(field(event, 'worker'), 'workerId')));
  events.on('pool:create', (event: unknown) => note(field(field(event, 'workerPool'), 'id')));
  return ids;
};

/** The queue tries again what throws. */
const throwing =
  (task: JobTask) =>
  async (about: unknown): Promise<void> => {
    const done = await task(about);
    if (E.isLeft(done)) throw new Error(done.left.message);
  };

const everyMinute = (task: string): GraphileCronItem => ({
  task,
  match: '* * * * *',
  identifier: task,
  options: { queueName: task, priority: 0, jobKey: task },
});

const run = async (
  { graphile, pool, schema }: JobQueue,
  work: JobWork,
  events: EventEmitter,
): Promise<GraphileRunner> =>
  graphile.run({
    pgPool: pool,
    schema,
    preset,
    logger: new graphile.Logger(() => (level, message) => {
      if (level === 'error') work.log.warn(message);
      else work.log.debug(message);
    }),
    taskList: Object.fromEntries(Object.entries(work.tasks).map(([name, task]) => [name, throwing(task)])),
    concurrency: work.concurrency,
    pollInterval,
    noHandleSignals: true,
    events,
    parsedCronItems: graphile.parseCronItems(work.everyMinute === null ? [] : [everyMinute(work.everyMinute)]),
  });

/** Begins to take jobs from a queue. Left when the database does not answer, or the queue cannot be used. */
export const beginQueue = async (queue: JobQueue, work: JobWork): Promise<E.Either<BookError, RunningQueue>> => {
  const events = new EventEmitter();
  const ids = idsFrom(events);
  const ignore = (): void => undefined;
  try {
    const running = await run(queue, work, events);
    return E.right({
      ids,
      stop: () => running.stop().catch(ignore),
      ended: running.promise.then(ignore, ignore),
    });
  } catch (error) {
    return E.left(queue.book.engine.toBookError(error));
  }
};
