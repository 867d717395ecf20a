import { setTimeout as sleep } from 'node:timers/promises';
import * as E from 'fp-ts/lib/Either.js';
import type { JobWork, JobWorker } from '../../../core/job-desk.ts';
import type { BookError } from '../../../core/record-book.ts';
import { beginQueue, type JobQueue, type RunningQueue } from './begin-queue.ts';
import { giveSign, handBack, takeFromDead } from './signs-of-life.ts';

/** Milliseconds between two attempts to begin a queue again. */
const beginPause = 1_000;

const noWorkers: ReadonlySet<string> = new Set();

/** Gives signs of life and looks for the dead, until it is stopped. */
const watch = (
  { book, schema }: JobQueue,
  { owner, deadAfter, log }: JobWork,
  ids: () => ReadonlySet<string>,
): (() => Promise<void>) => {
  let round: Promise<void> = Promise.resolve();
  const look = async (): Promise<void> => {
    const given = await giveSign(book, [...ids()], owner)();
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
  };
};

/**
 * Begins a queue again that had failed, as soon as the database answers; the jobs that it had in hand are handed back first.
 * Undefined when `signal` ends the attempts.
 */
const beginAgain = async (
  queue: JobQueue,
  work: JobWork,
  before: ReadonlySet<string>,
  signal: AbortSignal,
): Promise<RunningQueue | undefined> => {
  const { log } = work;
  log.warn('The job queue of this worker failed. It begins again as soon as the database answers; nothing is lost.');
  while (!signal.aborted) {
    const handed = await handBack(queue.book, queue.schema, [...before])();
    const begun = E.isLeft(handed) ? handed : await beginQueue(queue, work);
    if (E.isRight(begun)) {
      log.info('The job queue works again.');
      return begun.right;
    }
    await sleep(beginPause, undefined, { signal }).catch(() => undefined);
  }
  return undefined;
};

/** Works on the jobs of a queue until it is stopped. A queue that fails begins again. */
export const runJobs = async (queue: JobQueue, work: JobWork): Promise<E.Either<BookError, JobWorker>> => {
  const first = await beginQueue(queue, work);
  if (E.isLeft(first)) {
    await queue.pool.end();
    return first;
  }
  const stopping = new AbortController();
  const { signal } = stopping;
  let running: RunningQueue | undefined = first.right;
  const ids = (): ReadonlySet<string> => running?.ids ?? noWorkers;
  const supervise = async (): Promise<void> => {
    while (running !== undefined) {
      await running.ended;
      if (signal.aborted) return;
      const before: ReadonlySet<string> = running.ids;
      running = undefined;
      running = await beginAgain(queue, work, before, signal);
    }
  };
  const supervision = supervise();
  const endWatch = watch(queue, work, ids);
  return E.right({
    stop: async () => {
      stopping.abort();
      await running?.stop();
      await supervision;
      // One that had just begun again.
      await running?.stop();
      await endWatch();
      await handBack(queue.book, queue.schema, [...ids()])();
      await queue.pool.end();
    },
  });
};
