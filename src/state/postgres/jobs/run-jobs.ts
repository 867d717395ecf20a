import { EventEmitter } from 'node:events';
import * as E from 'fp-ts/lib/Either.js';
import type { JobTask, JobWork, JobWorker } from '../../../core/job-desk.ts';
import type { BookError } from '../../../core/record-book.ts';
import type { SqlBook } from '../../sql/sql-book.ts';
import type { PgPool } from '../pg-driver.ts';
import type { GraphileCronItem, GraphileRunner, GraphileWorker } from './graphile-worker.ts';
import { forget, giveSign, takeFromDead } from './signs-of-life.ts';

/** Milliseconds between two looks for jobs that nobody announced: those whose time has come. */
const pollInterval = 1_000;

export interface JobQueue {
  readonly graphile: GraphileWorker;
  readonly book: SqlBook;
  /** Of the workers alone: one connection listens, the others fetch jobs and note that they are done. */
  readonly pool: PgPool;
  readonly schema: string;
}

const field = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;

/** The names of the workers of a runner, as they come about. */
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

/** Gives signs of life and looks for the dead, until it is stopped. */
const watch = (
  { book, schema }: JobQueue,
  { owner, deadAfter, log }: JobWork,
  ids: ReadonlySet<string>,
): (() => Promise<void>) => {
  let round: Promise<void> = Promise.resolve();
  const look = async (): Promise<void> => {
    const given = await giveSign(book, [...ids], owner)();
    const taken = E.isLeft(given) ? given : await takeFromDead(book, schema, deadAfter)();
    if (E.isLeft(taken)) log.warn(taken.left.message, { problem: taken.left.problem });
    else if (taken.right > 0) log.warn('workers died; others take over what they had begun', { workers: taken.right });
  };
  round = look();
  const timer = setInterval(() => {
    round = round.then(look);
  }, deadAfter / 6);
  return async () => {
    clearInterval(timer);
    await round;
    await forget(book, [...ids])();
  };
};

const everyMinute = (task: string): GraphileCronItem => ({
  task,
  match: '* * * * *',
  identifier: task,
  options: { queueName: task, priority: 0, jobKey: task },
});

const runner = async (
  { graphile, pool, schema }: JobQueue,
  work: JobWork,
  events: EventEmitter,
): Promise<GraphileRunner> =>
  graphile.run({
    pgPool: pool,
    schema,
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

/** Works on the jobs of a queue until it is stopped. */
export const runJobs = async (queue: JobQueue, work: JobWork): Promise<E.Either<BookError, JobWorker>> => {
  const events = new EventEmitter();
  const ids = idsFrom(events);
  try {
    const running = await runner(queue, work, events);
    running.promise.catch(() => work.log.error('the worker ended by a failure of its job queue; start it again'));
    const endWatch = watch(queue, work, ids);
    return E.right({
      stop: async () => {
        await running.stop().catch(() => undefined);
        await endWatch();
        await queue.pool.end();
      },
    });
  } catch (error) {
    await queue.pool.end();
    return E.left(queue.book.engine.toBookError(error));
  }
};
