import * as E from 'fp-ts/lib/Either.js';
import { zeroCounts } from '../domain/run.ts';
import {
  type JobRunner,
  jobRunner,
  type LiveEvent,
  type LiveWorker,
  liveWorker,
  type TickResult,
} from '../live/index.ts';
import { failureOf, type OperationFailure } from '../operations/failure.ts';
import type { Composition } from './compose.ts';
import type { EventHub } from './plugin/event-hub.ts';
import { countRun } from './telemetry/meters.ts';

/** Does what is due, and reports the historical syncs that came to their end. */
export const tickOf =
  (
    { tick }: Pick<LiveWorker, 'tick'>,
    { emit }: Pick<EventHub, 'emit'>,
    count: ReturnType<typeof countRun>,
  ): LiveWorker['tick'] =>
  async (budgetMs) => {
    const ticked = await tick(budgetMs);
    for (const { runId, status, settled, counts } of E.isRight(ticked) ? ticked.right.historicalSyncs : []) {
      count(zeroCounts, settled);
      if (counts !== null) emit({ type: 'run.finished', runId, status, counts });
    }
    return ticked;
  };

/** What a tick did, and what happened in it. */
export interface Ticked extends TickResult {
  readonly events: readonly LiveEvent[];
}

/** Milliseconds that notifications which are under way are given at the end of a tick. */
const notificationPatience = 10_000;

/** Does everything that is due, within about so many milliseconds. */
export const tickOnce = async (
  { live, inform, hub, meters }: Composition,
  budgetMs: number,
): Promise<E.Either<OperationFailure, Ticked>> => {
  const events: LiveEvent[] = [];
  const onEvent = (event: LiveEvent): void => {
    events.push(event);
    hub.emit(event);
  };
  const stopInforming = inform();
  const ticked = await tickOf(liveWorker({ ...live, onEvent }), hub, countRun(meters, live.log))(budgetMs);
  await stopInforming(notificationPatience);
  return E.isLeft(ticked) ? E.left(failureOf(ticked.left)) : E.right({ ...ticked.right, events });
};

/** One of the workers that share what there is to do; null where each process does its own work. */
export const workerOf = (
  { live, inform, jobs, waiting, followDirectories }: Composition,
  settings: { readonly concurrency: number; readonly deadAfter: number },
): JobRunner | null => {
  if (jobs === null) return null;
  const stopInforming = inform();
  const runner = jobRunner(live, jobs, settings);
  return {
    start: async () => {
      const started = await waiting(runner.start)();
      if (E.isRight(started)) await followDirectories();
      return started;
    },
    stop: async (drainMs) => {
      await runner.stop(drainMs);
      await stopInforming(drainMs);
    },
  };
};
