/** Takes jobs from the queue in a worker process, and starts again by itself when the database fails for a while. */
import { setTimeout as sleep } from 'node:timers/promises';
import * as E from 'fp-ts/lib/Either.js';
import type { JobTask, JobWorker, JobWorkerOptions } from '../../../domain/job-queue.ts';
import type { StoreResult } from '../../../domain/sync-store.ts';
import { isJobTakenAway, recordHeartbeat, releaseDeadWorkers, releaseWorkers } from './heartbeats.ts';
import { EventEmitter } from 'node:events';
import type { SqlDatabase } from '../../sql/database.ts';
import { errorName } from '../../../domain/errors.ts';
import { fieldOf } from '../../../domain/fields.ts';
import type { PgPool } from '../driver.ts';
import type { GraphileCronItem, GraphileJob, GraphileRunner, GraphileWorker } from './graphile-worker.ts';

interface GraphileQueue {
  readonly graphile: GraphileWorker;
  readonly database: SqlDatabase;
  /** Only for the workers: one connection listens, the others fetch jobs and note that they are done. */
  readonly pool: PgPool;
  readonly schema: string;
}

interface RunningGraphileQueue {
  /** The names of its workers, added when each starts. */
  readonly ids: ReadonlySet<string>;
  /** Takes no new jobs; resolves when the running ones are done. */
  readonly stop: () => Promise<void>;
  /** Resolves when it has ended, also when it failed; never rejects. */
  readonly ended: Promise<void>;
}

const noWorkers: ReadonlySet<string> = new Set();

/** Works on the jobs of a queue until it is stopped. */
export const runJobs = async (queue: GraphileQueue, options: JobWorkerOptions): StoreResult<JobWorker> => {
  const first = await startQueue(queue, options);
  if (E.isLeft(first)) {
    await queue.pool.end();
    return first;
  }
  const stopping = new AbortController();
  const { signal } = stopping;
  let running: RunningGraphileQueue | undefined = first.right;
  const ids = (): ReadonlySet<string> => running?.ids ?? noWorkers;
  const supervise = async (): Promise<void> => {
    while (running !== undefined) {
      await running.ended;
      if (signal.aborted) return;
      const before: ReadonlySet<string> = running.ids;
      running = undefined;
      running = await restartQueue(queue, options, before, signal);
    }
  };
  const supervision = supervise();
  const endWatch = await watchWorkers(queue, options, ids);
  return E.right({
    stop: async () => {
      stopping.abort();
      await running?.stop();
      await supervision;
      // A queue that had just been restarted.
      await running?.stop();
      await endWatch();
      await releaseWorkers(queue.database, queue.schema, [...ids()])();
      await queue.pool.end();
    },
  });
};

/** Milliseconds before a queue that failed is stopped or restarted: one that fails at once must not keep the host's process busy. */
const restartDelay = 1_000;

/** Starts to take jobs from a queue. Left if the database does not answer or the queue cannot be used. */
const startQueue = async (queue: GraphileQueue, options: JobWorkerOptions): StoreResult<RunningGraphileQueue> => {
  const events = new EventEmitter();
  const ids = collectWorkerIds(events);
  const ignore = (): void => undefined;
  try {
    const running = await startRunner(queue, options, events);
    const stop = (): Promise<void> => running.stop().catch(ignore);
    // The database may have given a job to this queue, and the answer was lost. Only the end of the queue makes this job free
    // again. Until then other slots hear of the failure: graphile-worker prints a trace for a slot that fails while it is stopped.
    events.once('worker:getJob:error', () => setTimeout(() => void stop(), restartDelay).unref());
    return E.right({
      ids,
      stop,
      ended: running.promise.then(ignore, ignore),
    });
  } catch (error) {
    return E.left(queue.database.engine.toStoreError(error));
  }
};

const collectWorkerIds = (events: EventEmitter): ReadonlySet<string> => {
  const ids = new Set<string>();
  const addId = (id: unknown): void => {
    if (typeof id === 'string') ids.add(id);
  };
  events.on('worker:create', (event: unknown) => addId(fieldOf(fieldOf(event, 'worker'), 'workerId')));
  events.on('pool:create', (event: unknown) => addId(fieldOf(fieldOf(event, 'workerPool'), 'id')));
  return ids;
};

/**
 * graphile-worker does not wait for its own note that a job is done or has failed. Without a delay, a note that the database
 * rejects is an unhandled rejection, and ends the process with the host's app. With a delay of zero, the same failure ends the
 * queue in order: `ended` resolves, and the queue can be restarted. (It tries no note twice, although it has a number of attempts
 * for that; seen in 0.17.3 and 0.18.0.)
 */
const preset = {
  // Behind a pooler, a connection may have prepared nothing, or what another process has prepared.
  worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0, preparedStatements: false },
} as const;

/**
 * Milliseconds between two checks for jobs that are not announced because their time has come after a delay. Each concurrency
 * slot of a worker checks for itself.
 */
const pollInterval = 8_000;

const startRunner = async (
  queue: GraphileQueue,
  options: JobWorkerOptions,
  events: EventEmitter,
): Promise<GraphileRunner> => {
  const { graphile, pool, schema } = queue;
  return graphile.run({
    pgPool: pool,
    schema,
    preset,
    logger: new graphile.Logger(() => (level, message) => {
      if (level === 'error') options.log.warn(message);
      else options.log.debug(message);
    }),
    taskList: Object.fromEntries(Object.entries(options.tasks).map(([name, task]) => [name, throwOnLeft(queue, task)])),
    concurrency: options.concurrency,
    pollInterval,
    noHandleSignals: true,
    events,
    parsedCronItems: graphile.parseCronItems(
      options.everyMinute === null ? [] : [everyMinuteCron(options.everyMinute)],
    ),
  });
};

/**
 * The queue retries a task that throws, if the job still belongs to the worker. It deletes the job of a task that does not throw,
 * even if the job belongs to another worker by then.
 */
const throwOnLeft =
  ({ database, schema }: GraphileQueue, task: JobTask) =>
  async (payload: unknown, { job }: { readonly job: GraphileJob }): Promise<void> => {
    const done = await task(payload);
    if (E.isLeft(done)) throw new Error(done.left.message);
    const isTakenAway = await isJobTakenAway(database, schema, job)();
    if (E.isLeft(isTakenAway)) throw new Error(isTakenAway.left.message);
    if (isTakenAway.right) throw new Error('This worker was found dead, and its job is left to another worker.');
  };

const everyMinuteCron = (task: string): GraphileCronItem => ({
  task,
  match: '* * * * *',
  identifier: task,
  options: { priority: 0, jobKey: task },
});

/**
 * Restarts a queue that had failed, as soon as the database answers; first the jobs that it was working on are handed back.
 * Undefined when `signal` ends the attempts.
 */
const restartQueue = async (
  queue: GraphileQueue,
  options: JobWorkerOptions,
  before: ReadonlySet<string>,
  signal: AbortSignal,
): Promise<RunningGraphileQueue | undefined> => {
  const { log } = options;
  log.warn('The job queue of this worker failed. It begins again as soon as the database answers; nothing is lost.');
  const isOver = (): boolean => signal.aborted;
  while (!isOver()) {
    // Jobs are handed back at once, so that other workers need not wait for this one.
    const handedBack = await releaseWorkers(queue.database, queue.schema, [...before])();
    await sleep(restartDelay, undefined, { signal }).catch(() => undefined);
    if (isOver() || E.isLeft(handedBack)) continue;
    const started = await startQueue(queue, options);
    if (E.isRight(started)) {
      log.info('The job queue works again.');
      return started.right;
    }
  }
  return undefined;
};

/**
 * Sends heartbeats and releases dead workers, until it is stopped. Resolves after the first heartbeat, when other workers can see
 * these.
 */
const watchWorkers = async (
  { database, schema }: GraphileQueue,
  { owner, deadAfter, log }: JobWorkerOptions,
  ids: () => ReadonlySet<string>,
): Promise<() => Promise<void>> => {
  let round: Promise<void> = Promise.resolve();
  let [lastBeat, findsDeadFrom] = [performance.now(), 0];
  const beat = async (): Promise<void> => {
    const anyDead = await recordHeartbeat(database, schema, { ids: [...ids()], owner, deadAfter })();
    if (E.isRight(anyDead)) {
      const now = performance.now();
      // After an outage of the database no worker has a recent heartbeat: the first one to come back gives the others time.
      if (now - lastBeat > deadAfter / 2) findsDeadFrom = now + deadAfter;
      lastBeat = now;
      if (!anyDead.right || now < findsDeadFrom) return;
    }
    const released = E.isLeft(anyDead) ? anyDead : await releaseDeadWorkers(database, schema, deadAfter)();
    if (E.isLeft(released)) log.warn(released.left.message, { problem: released.left.problem });
    else if (released.right > 0)
      log.warn('workers died; others take over what they had begun', { workers: released.right });
  };
  // A failed heartbeat must not be the last one: without heartbeats, others take over the jobs of this living worker.
  const beatSafely = (): Promise<void> =>
    beat().catch((error: unknown) => log.error('A heartbeat of this worker failed.', { defect: errorName(error) }));
  round = beatSafely();
  const timer = setInterval(() => {
    round = round.then(beatSafely);
  }, deadAfter / 6);
  await round;
  return async () => {
    clearInterval(timer);
    await round;
  };
};
