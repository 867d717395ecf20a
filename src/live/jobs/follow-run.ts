/** Leaves a historical sync to worker processes, and reports its progress from the sync database until it ends. */
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import type * as TE from 'fp-ts/lib/TaskEither.js';
import type { StoreResult, SyncStore } from '../../domain/sync-store.ts';
import type { Run, RunRequest } from '../../domain/run.ts';
import { storeWithRetry, waitUntilReachable, withRetryOn } from '../../pipeline/store-with-retry.ts';
import type { SyncPorts } from '../../pipeline/ports.ts';
import { noProgress, type Progress } from '../../pipeline/progress.ts';
import { checkRequest, toFailure } from '../../pipeline/historical-sync.ts';
import { type SyncFailure, unknownRun } from '../../pipeline/failures.ts';
import { wait } from '../../domain/async.ts';
import { readStops, readStorefrontEnd } from '../../pipeline/run-marks.ts';
import type { JobQueue } from '../../domain/job-queue.ts';
import { instantOfMilliseconds } from '../../domain/instant.ts';
import { beginJob } from './new-jobs.ts';
import { attempt } from '../../domain/attempt.ts';

/** Milliseconds between two reads of a run that workers continue. */
const lookEvery = 1_000;

/** The longest pause while nothing changes: most of a hundred runs wait for the few on which workers are busy. */
const maxQuiet = 8_000;

/** Counting a large run takes the sync database a while, so the pause is this many times as long as the read. */
const restBetweenLooks = 10;

/** Milliseconds. Longer times mean that the machine was asleep, and do not count. */
const maxRest = 5 * 60_000;

/**
 * Follows a run of other processes through the sync database until it ends as `historicalSync` describes. Waits while
 * the database is unreachable. Right(run): still `running` when interrupted.
 */
export const followRun =
  (ports: SyncPorts) =>
  (runId: string): TE.TaskEither<SyncFailure, Run> =>
  async () => {
    // The loop below waits for a database that is unreachable: waiting here would count as time of the read.
    const store = storeWithRetry(ports.store, { ...ports, isInterrupted: () => true });
    const note = (line: string): void => ports.log.warn(line);
    let [quiet, before] = [lookEvery, ''];
    for (;;) {
      const seen = await waitUntilReachable({ ...ports, note })(() => look(ports, store, runId))();
      if (E.isLeft(seen)) return seen;
      const { run, progress, took } = seen.right;
      ports.report(progress);
      const { phase, stops } = progress;
      if (phase === 'over' || ports.isInterrupted()) {
        const failure = toFailure(stops);
        return failure === undefined ? E.right(run) : E.left(failure);
      }
      const now = JSON.stringify(progress);
      quiet = now === before ? Math.min(maxQuiet, 2 * quiet) : lookEvery;
      before = now;
      const pause = Math.max(quiet, restBetweenLooks * took);
      await wait(ports.clock, Math.min(maxRest, pause), ports.isInterrupted);
    }
  };

/**
 * Leaves a historical sync to the workers, and follows it to its end. The same request resumes its unfinished run.
 * Waits while the database is unreachable. Right(run): as `historicalSync` describes; still `running` when interrupted:
 * the workers then continue.
 */
export const runOnWorkers =
  (ports: SyncPorts, jobQueue: JobQueue) =>
  (request: RunRequest): TE.TaskEither<SyncFailure, Run> =>
  async () => {
    const note = (line: string): void => ports.log.warn(line);
    const run = await waitUntilReachable({ ...ports, note })(startOnWorkers(ports, jobQueue)(request))();
    return E.isLeft(run) ? run : followRun(ports)(run.right.id)();
  };

/** Leaves a historical sync to the workers. The same request resumes its unfinished run. */
export const startOnWorkers =
  (ports: SyncPorts, jobQueue: JobQueue) =>
  (request: RunRequest): TE.TaskEither<SyncFailure, Run> =>
  async () => {
    const refusal = checkRequest(ports, request);
    if (refusal !== undefined) return E.left(refusal);
    const at = instantOfMilliseconds(ports.clock.now());
    // An open run always has its next job: opened without it, no worker would ever continue it.
    const opening = jobQueue.openRun(request, { id: ports.newRunId(), at }, (run) => [beginJob(run.id)]);
    return withRetryOn(ports)(opening)();
  };

interface Seen {
  readonly run: Run;
  readonly progress: Progress;
  /** Milliseconds. */
  readonly took: number;
}

const look = (
  { clock }: Pick<SyncPorts, 'clock'>,
  store: SyncStore,
  runId: string,
): Promise<E.Either<SyncFailure, Seen>> =>
  attempt(async (take) => {
    const began = clock.now();
    const found = await take(store.findRun(O.some(runId))());
    if (O.isNone(found)) return take(E.left(unknownRun(runId)));
    const run = found.value;
    const summary = await take(store.summarizeRun(run.id)());
    const phase = phaseOf(run);
    const storefront = await take(phase === 'syncing' ? firstOpen(store, run) : E.right(null));
    const stops = await take(readStops(store, run));
    const progress = noProgress(run.id, summary.counts);
    return {
      run,
      progress: { ...progress, phase, storefront, stops },
      took: clock.now() - began,
    };
  });

const phaseOf = ({ status, timeZones }: Run): Progress['phase'] => {
  if (status !== 'running') return 'over';
  return Object.keys(timeZones).length === 0 ? 'reading the service' : 'syncing';
};

/** The first storefront of a run that is not finished; null if all are finished. */
const firstOpen = async (store: SyncStore, run: Run): StoreResult<string | null> => {
  for (const storefront of run.storefronts) {
    const end = await readStorefrontEnd(store, run.id, storefront);
    if (E.isLeft(end)) return end;
    if (end.right === 'open') return E.right(storefront);
  }
  return E.right(null);
};
