/** Historical syncs: opens the run of a request, and works on it in one process to its end, or in ticks. */
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import type * as TE from 'fp-ts/lib/TaskEither.js';
import { attempt } from '../domain/attempt.ts';
import { instantOfMilliseconds } from '../domain/instant.ts';
import { type Outcome, type Run, type RunRequest, type RunStatus, zeroCounts } from '../domain/run.ts';
import type { SyncStore } from '../domain/sync-store.ts';
import { advance, finishRun, noLimit, readService } from './advance-run.ts';
import { noStorefront, type SyncFailure, unknownRun, unknownStorefront } from './failures.ts';
import type { SyncPorts } from './ports.ts';
import type { Stop } from './progress.ts';
import { pushGateOf } from './push-gate.ts';
import { openRunContext, type OwnRun, type RunContext, takeRun } from './run-context.ts';
import { beginRun } from './run-marks.ts';
import { storeWithRetry } from './store-with-retry.ts';

/**
 * Pushes past sales of some storefronts to the Tax Nexus Service. The same request continues its unfinished run.
 * Stopping it at any moment, or losing the sync database, loses and doubles nothing.
 *
 * Right(run): `finished` when each window was read to its end; `stopped` when a storefront or the service refused the
 * credentials, or the service's address is wrong; `paused` when it was asked to end, by `isInterrupted` or in the
 * sync database; `canceled` when it was ended for good (see `endRun`). Left when the sync database, a platform or the
 * service fails; what is committed stays, and the same request continues from there.
 *
 * @example
 * const run = await historicalSync(ports)({ storefronts: ['us-store'], range: { from: '2026-01-01', to: '2026-03-31' }, dryRun: false })();
 */
export const historicalSync =
  (ports: SyncPorts) =>
  (request: RunRequest): TE.TaskEither<SyncFailure, Run> =>
  () =>
    attempt(async (take) => {
      const store = storeWithRetry(ports.store, ports);
      const run = await take(openRequestedRun(store, ports, request));
      const { counts } = await take(store.summarizeRun(run.id)());
      const own = await take(takeContext(ports, run, counts));
      const ended = await syncToTheEnd(own.runContext);
      await own.release();
      return take(ended);
    });

/** Opens the run of a request and begins it, and leaves its work to ticks: for a process that may end right after. */
export const recordRun =
  (ports: SyncPorts) =>
  (request: RunRequest): TE.TaskEither<SyncFailure, Run> =>
  () =>
    attempt(async (take) => {
      const store = storeWithRetry(ports.store, ports);
      const run = await take(openRequestedRun(store, ports, request));
      await take(beginRun({ store, run, ports }));
      return run;
    });

type Counts = Readonly<Record<Outcome, number>>;

/** What a tick did on an unfinished run. */
export interface AdvancedRun {
  readonly runId: string;
  /** `running`: the next tick does the rest. */
  readonly status: RunStatus;
  /** Counts of the lines that this tick settled. */
  readonly settled: Counts;
  /** Counts of the whole run; null while it is not over. */
  readonly counts: Counts | null;
  /** Why storefronts or the service could not be asked, also if the next tick continues the run. */
  readonly stops: readonly Stop[];
}

/**
 * Continues an unfinished run that no other process works on, for about so many milliseconds. If the process is killed,
 * nothing is lost or doubled: the next call continues from the last checkpoint, and the whole run has the same result as in
 * one long process. Choose a short `leaseLength`, or the next call waits for the lease.
 *
 * Right(null): there is nothing to do; the run is over, paused or unknown, or another process works on it. A run that only
 * waits for a platform or the service stays `running`, and `stops` says for which one.
 */
export const continueRun =
  (ports: SyncPorts, milliseconds: number) =>
  (runId: string): Promise<E.Either<SyncFailure, AdvancedRun | null>> =>
    attempt(async (take) => {
      const store = storeWithRetry(ports.store, ports);
      const found = await take(store.findRun(O.some(runId))());
      if (O.isNone(found) || found.value.status !== 'running') return null;
      const run = found.value;
      const known = Object.keys(ports.storefronts);
      const unknown = run.storefronts.find((storefront) => !known.includes(storefront));
      if (unknown !== undefined) return take(E.left(unknownStorefront(unknown, known)));
      const progress = { settled: zeroCounts };
      const report: SyncPorts['report'] = ({ counts }) => {
        progress.settled = counts;
      };
      const own = await takeContext({ ...ports, report }, run, zeroCounts);
      if (E.isLeft(own)) return take(own.left._tag === 'StorefrontBusy' ? E.right(null) : own);
      const ended = await syncForAWhile(own.right.runContext, milliseconds);
      await own.right.release();
      const stops = await take(ended);
      const now = await take(store.findRun(O.some(runId))());
      const status = O.isSome(now) ? now.value.status : 'canceled';
      const summary = await take(status === 'running' ? E.right(null) : store.summarizeRun(runId)());
      return { runId, status, settled: progress.settled, counts: summary?.counts ?? null, stops };
    });

/** Why a request cannot open a run: it names no storefront, or an unknown one. Pure. */
export const checkRequest = (
  { storefronts: configured }: Pick<SyncPorts, 'storefronts'>,
  { storefronts }: Pick<RunRequest, 'storefronts'>,
): SyncFailure | undefined => {
  const known = Object.keys(configured);
  // A run without storefronts would finish at once, and its report would look complete.
  if (storefronts.length === 0) return noStorefront(known);
  const unknown = storefronts.find((storefront) => configured[storefront] === undefined);
  return unknown === undefined ? undefined : unknownStorefront(unknown, known);
};

/** Refused credentials are a regular end of a run; a platform or a service that does not work is a failure. Pure. */
export const toFailure = (stops: readonly Stop[]): SyncFailure | undefined => {
  const stop = stops.find(({ cause }) => cause === 'no answer' || cause === 'refused');
  if (stop === undefined) return undefined;
  const { who, cause, message } = stop;
  return who === 'service'
    ? { _tag: 'ServiceFailed', cause, message }
    : { _tag: 'SourceFailed', storefront: who, cause, message: `${who}: ${message}` };
};

/** Opens the run of a request, or the unfinished one of an equal request. Left when the request cannot open a run. */
const openRequestedRun = async (
  store: SyncStore,
  ports: Pick<SyncPorts, 'clock' | 'newRunId' | 'storefronts'>,
  request: RunRequest,
): Promise<E.Either<SyncFailure, Run>> => {
  const refusal = checkRequest(ports, request);
  if (refusal !== undefined) return E.left(refusal);
  return store.openRun(request, { id: ports.newRunId(), at: instantOfMilliseconds(ports.clock.now()) })();
};

/** The context of a run, for this process alone. Left when another process works on it. */
const takeContext = (
  ports: SyncPorts,
  run: Run,
  counts: Counts,
): Promise<E.Either<SyncFailure, Pick<OwnRun, 'release'> & { readonly runContext: RunContext }>> =>
  attempt(async (take) => {
    const {
      ports: own,
      stillOwn,
      release,
    } = await take(takeRun({ ports, store: storeWithRetry(ports.store, ports) }, run.id));
    pushGateOf(ports.service).forgetChangedFacts();
    return { runContext: { ...openRunContext(own, storeWithRetry(ports.store, own), run, counts), stillOwn }, release };
  });

const syncToTheEnd = (runContext: RunContext): Promise<E.Either<SyncFailure, Run>> =>
  attempt(async (take) => {
    const { ports, run, store, reportProgress } = runContext;
    ports.log.info('the run began', { runId: run.id, storefronts: run.storefronts.join(', ') });
    reportProgress((progress) => progress);
    await take(beginRun(runContext));
    const service = await readService(runContext);
    if (E.isLeft(service) && service.left._tag !== 'OtherAccount') return take(service);
    const { stops, open } = await take(advance(runContext, noLimit));
    const isOfOther = [...open.values()].some(({ isBusy }) => isBusy);
    const ended = isOfOther ? stops : await take(finishRun(runContext, true));
    const { counts } = await take(store.summarizeRun(run.id)());
    reportProgress((progress) => ({ ...progress, phase: 'over', storefront: null, counts, stops: ended }));
    const failure = E.isLeft(service) ? service.left : toFailure(ended);
    if (failure !== undefined) return take(E.left(failure));
    // Another process may have canceled it since.
    const found = await take(store.findRun(O.some(run.id))());
    return take(O.isSome(found) ? E.right(found.value) : E.left(unknownRun(run.id)));
  });

/** Right: why the run could not go on. */
const syncForAWhile = (runContext: RunContext, milliseconds: number): Promise<E.Either<SyncFailure, readonly Stop[]>> =>
  attempt(async (take) => {
    const service = await readService(runContext);
    if (E.isLeft(service) && service.left._tag !== 'OtherAccount') return take(service);
    const { stops } = await take(advance(runContext, milliseconds));
    const ended = await take(finishRun(runContext));
    return ended.length > 0 ? ended : stops;
  });
