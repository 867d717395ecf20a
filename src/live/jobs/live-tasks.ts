import * as E from 'fp-ts/lib/Either.js';
import type { StoreError } from '../../domain/sync-store.ts';
import { housekeeping } from '../housekeeping.ts';
import { pollInterval } from '../limits.ts';
import { isWaiting, type StorefrontWorker } from '../storefront-worker.ts';
import { mayBeDue, runTasks } from '../run-tasks.ts';
import { workStorefront } from '../work-storefront.ts';
import type { JobContext } from './job-context.ts';
import { requestsJob, scheduleJob } from './new-jobs.ts';

type Task<About> = (about: About) => Promise<E.Either<StoreError, void>>;

interface AboutStorefront {
  readonly storefront: string;
}

/** Looks where bells wait and where the clock says that something is due; done by one of all workers every minute. */
export const minuteTask = ({ engine, desk, stations: workers }: JobContext): Task<unknown> => {
  const keepHouse = housekeeping(engine);
  return async () => {
    const waiting = await engine.inbox.state();
    if (E.isLeft(waiting)) return waiting;
    const requested = waiting.right.filter(
      ({ storefront, due, deferred }) => due + deferred > 0 && workers.has(storefront),
    );
    const due = [...workers.values()].filter((worker) => mayBeDue(engine, worker));
    const added = await desk.addJobs([
      ...requested.map(({ storefront }) => requestsJob(storefront)),
      ...due.map(({ storefront }) => scheduleJob(storefront)),
    ])();
    await keepHouse();
    return added;
  };
};

/**
 * Waits for work at a storefront to end, but no longer than for a platform: a job that stood by a platform that hangs would keep
 * one of the worker's few slots. The work goes on, and what it is about is claimed or begun in the record book.
 */
const untilItWaits = async (
  { engine, detached }: JobContext,
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
  while (!state.isOver && !isWaiting(worker, engine.steadyNow()))
    await Promise.race([ended, engine.sync.clock.sleep(pollInterval)()]);
};

/** Answers the bells of a storefront that are due. A failure of the record book lets it rest; the next minute looks again. */
export const requestsTask =
  (context: JobContext): Task<AboutStorefront> =>
  async ({ storefront }) => {
    const { engine, stations: workers } = context;
    const worker = workers.get(storefront);
    if (worker !== undefined) await untilItWaits(context, worker, workStorefront(engine, worker));
    return E.right(undefined);
  };

/** Does what the clock says is due at a storefront, unless another process has begun it. */
export const scheduleTask =
  (context: JobContext): Task<AboutStorefront> =>
  async ({ storefront }) => {
    const { engine, stations: workers } = context;
    const worker = workers.get(storefront);
    if (worker === undefined || !mayBeDue(engine, worker)) return E.right(undefined);
    const work = async (): Promise<void> => {
      await runTasks(engine, worker);
      // What could not be settled at once is in the inbox.
      await workStorefront(engine, worker);
    };
    await untilItWaits(context, worker, work());
    return E.right(undefined);
  };
