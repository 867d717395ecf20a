import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import type * as TE from 'fp-ts/lib/TaskEither.js';
import type { StoreError, SyncStore } from '../../domain/sync-store.ts';
import type { Run } from '../../domain/run.ts';
import { patientBook } from '../../sync/patience/patient-book.ts';
import { untilReachable } from '../../sync/patience/until-reachable.ts';
import type { SyncPorts } from '../../sync/ports.ts';
import { noProgress, type Progress } from '../../sync/progress.ts';
import { failureOfStops } from '../../sync/run/failure-of-stops.ts';
import { type SyncFailure, unknownRun } from '../../sync/sync-failure.ts';
import { wait } from '../../sync/patience/wait.ts';
import { storefrontEnd } from '../../sync/run/storefront-end.ts';
import { stopsOfRun } from '../../sync/run/stops-of-run.ts';

/** Milliseconds between two looks at a run that others work on. */
const lookEvery = 1_000;
/** Counting a large run takes the record book a while: looks are that many times as long apart as they take. */
const restBetweenLooks = 10;
/** Milliseconds. A machine that was asleep meanwhile has not counted for so long. */
const longestRest = 5 * 60_000;

const phaseOf = ({ status, timeZones }: Run): Progress['phase'] => {
  if (status !== 'running') return 'over';
  return Object.keys(timeZones).length === 0 ? 'reading the service' : 'syncing';
};

/** The first storefront of a run that is not at its end; none when all are. */
const firstOpen = async (book: SyncStore, run: Run): Promise<E.Either<StoreError, string | null>> => {
  for (const storefront of run.storefronts) {
    const end = await storefrontEnd(book, run.id, storefront);
    if (E.isLeft(end)) return end;
    if (end.right === 'open') return E.right(storefront);
  }
  return E.right(null);
};

interface Seen {
  readonly run: Run;
  readonly progress: Progress;
  /** Milliseconds. */
  readonly took: number;
}

const look = async (
  { clock }: Pick<SyncPorts, 'clock'>,
  book: SyncStore,
  runId: string,
): Promise<E.Either<SyncFailure, Seen>> => {
  const began = clock.now();
  const found = await book.findRun(O.some(runId))();
  if (E.isLeft(found)) return found;
  if (O.isNone(found.right)) return E.left(unknownRun(runId));
  const run = found.right.value;
  const summary = await book.summarizeRun(run.id)();
  if (E.isLeft(summary)) return summary;
  const phase = phaseOf(run);
  const storefront = phase === 'syncing' ? await firstOpen(book, run) : E.right(null);
  if (E.isLeft(storefront)) return storefront;
  const stops = await stopsOfRun(book, run);
  if (E.isLeft(stops)) return stops;
  const progress = noProgress(run.id, summary.right.counts);
  return E.right({
    run,
    progress: { ...progress, phase, storefront: storefront.right, stops: stops.right },
    took: clock.now() - began,
  });
};

/**
 * Follows a run that others work on, from the record book alone, until it is over, and ends as `historicalSync` says.
 * A database that is away is waited for. Right(run): still `running` when the following was interrupted.
 */
export const followRun =
  (ports: SyncPorts) =>
  (runId: string): TE.TaskEither<SyncFailure, Run> =>
  async () => {
    // A database that is away is waited for below: here the waiting would count as the time that a look takes.
    const book = patientBook(ports.book, { ...ports, isInterrupted: () => true });
    const note = (line: string): void => ports.log.warn(line);
    for (;;) {
      const seen = await untilReachable({ ...ports, note })(() => look(ports, book, runId))();
      if (E.isLeft(seen)) return seen;
      const { run, progress, took } = seen.right;
      ports.report(progress);
      const { phase, stops } = progress;
      if (phase === 'over' || ports.isInterrupted()) {
        const failure = failureOfStops(stops);
        return failure === undefined ? E.right(run) : E.left(failure);
      }
      const pause = Math.max(lookEvery, restBetweenLooks * took);
      await wait(ports.clock, Math.min(longestRest, pause), ports.isInterrupted);
    }
  };
