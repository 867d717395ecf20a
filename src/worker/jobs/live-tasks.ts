import * as E from 'fp-ts/lib/Either.js';
import type { StoreError } from '../../domain/sync-store.ts';
import { housekeeping } from '../housekeeping.ts';
import { pulse } from '../limits.ts';
import { isWaiting } from '../slots.ts';
import type { Station } from '../station.ts';
import { mayBeDue, workTasks } from '../work-tasks.ts';
import { workStation } from '../work-station.ts';
import type { JobContext } from './job-context.ts';
import { bellsJob, scheduleJob } from './new-jobs.ts';

type Task<About> = (about: About) => Promise<E.Either<StoreError, void>>;

interface AboutStorefront {
  readonly storefront: string;
}

/** Looks where bells wait and where the clock says that something is due; done by one of all workers every minute. */
export const minuteTask = ({ engine, desk, stations }: JobContext): Task<unknown> => {
  const keepHouse = housekeeping(engine);
  return async () => {
    const waiting = await engine.inbox.state();
    if (E.isLeft(waiting)) return waiting;
    const rung = waiting.right.filter(
      ({ storefront, due, deferred }) => due + deferred > 0 && stations.has(storefront),
    );
    const due = [...stations.values()].filter((station) => mayBeDue(engine, station));
    const added = await desk.addJobs([
      ...rung.map(({ storefront }) => bellsJob(storefront)),
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
  station: Station,
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
  while (!state.isOver && !isWaiting(station, engine.steadyNow()))
    await Promise.race([ended, engine.sync.clock.sleep(pulse)()]);
};

/** Answers the bells of a storefront that are due. A failure of the record book lets it rest; the next minute looks again. */
export const bellsTask =
  (context: JobContext): Task<AboutStorefront> =>
  async ({ storefront }) => {
    const { engine, stations } = context;
    const station = stations.get(storefront);
    if (station !== undefined) await untilItWaits(context, station, workStation(engine, station));
    return E.right(undefined);
  };

/** Does what the clock says is due at a storefront, unless another process has begun it. */
export const scheduleTask =
  (context: JobContext): Task<AboutStorefront> =>
  async ({ storefront }) => {
    const { engine, stations } = context;
    const station = stations.get(storefront);
    if (station === undefined || !mayBeDue(engine, station)) return E.right(undefined);
    const work = async (): Promise<void> => {
      await workTasks(engine, station);
      // What could not be settled at once is in the inbox.
      await workStation(engine, station);
    };
    await untilItWaits(context, station, work());
    return E.right(undefined);
  };
