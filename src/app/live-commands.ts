/** Live work as the command line runs it: one tick of what is due, or a worker that shares the queue with others. */
import * as E from 'fp-ts/lib/Either.js';
import { zeroCounts } from '../domain/run.ts';
import { type JobRunner, jobRunner, type JobWorkerSettings, type LiveWorker, liveWorker } from '../live/index.ts';
import type { EventHub } from './plugin/event-hub.ts';
import type { MakeLiveWorker } from './plugin/command-ports.ts';
import type { countRun } from './telemetry/meters.ts';

/** Also reports the historical syncs that ended. */
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

/** For a process that is one of several workers of the queue. */
export const sharedLiveWorker =
  (settings: Pick<JobWorkerSettings, 'concurrency' | 'deadAfter'>): MakeLiveWorker =>
  (live, jobs) => {
    let runner: JobRunner | undefined;
    return {
      ...liveWorker(live),
      start: async () => {
        if (jobs === undefined) {
          const message =
            'workers share their work in PostgreSQL: write its address in the setting state (postgres://…)';
          return E.left({ _tag: 'StoreError', problem: 'other', message });
        }
        runner ??= jobRunner(live, jobs, settings);
        return runner.start();
      },
      stop: async (drainMs) => {
        await runner?.stop(drainMs);
      },
    };
  };
