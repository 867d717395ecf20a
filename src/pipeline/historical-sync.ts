/**
 * A historical sync from start to end in one process: opens the run, reads the service's list, syncs each storefront and ends
 * the run.
 */
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import type * as TE from 'fp-ts/lib/TaskEither.js';
import { instantOfMilliseconds } from '../domain/instant.ts';
import type { StoreError, SyncStore } from '../domain/sync-store.ts';
import type { Run, RunRequest, RunStatus } from '../domain/run.ts';
import { leaseOf, openRunContext, type RunContext, takeRun } from './run-context.ts';
import { storeWithRetry } from './store-with-retry.ts';
import { pushGateOf } from './push-gate.ts';
import type { SyncPorts } from './ports.ts';
import type { Stop } from './progress.ts';
import { checkAccount, readFacts } from './service-facts.ts';
import { reopenStorefronts, saveStops } from './run-marks.ts';
import { noStorefront, stopsOfRefusedEach, type SyncFailure, unknownRun, unknownStorefront } from './failures.ts';
import { type RunEnd, runStorefronts } from './run-storefronts.ts';
import { attempt } from '../domain/attempt.ts';

const statusOf = ({ client }: RunContext, { isComplete, stops }: RunEnd): RunStatus => {
  if (isComplete) return 'finished';
  return client.stopped() !== null || stops.length > 0 ? 'stopped' : 'paused';
};

const closeRunWith = async (
  runContext: RunContext,
  end: RunEnd,
  stops: readonly Stop[],
): Promise<E.Either<StoreError, void>> => {
  const { store, run, ports } = runContext;
  const status = statusOf(runContext, end);
  const noted = status === 'stopped' ? await saveStops(runContext, stops) : E.right(undefined);
  return E.isLeft(noted) ? noted : store.closeRun(run.id, status, instantOfMilliseconds(ports.clock.now()))();
};

const finishRun = (runContext: RunContext, end: RunEnd, isOurs = true): Promise<E.Either<SyncFailure, Run>> =>
  attempt(async (take) => {
    const { store, run, ports, client, reportProgress } = runContext;
    await take(runContext.stillOwn?.() ?? E.right(undefined));
    const stopped = client.stopped();
    const all = stopped === null ? end.stops : [...end.stops, stopped];
    await take(isOurs ? closeRunWith(runContext, end, all) : E.right(undefined));
    const summary = await take(store.summarizeRun(run.id)());
    const found = await take(store.findRun(O.some(run.id))());
    if (O.isNone(found)) return take(E.left(unknownRun(run.id)));
    // Another process may have canceled it since.
    const ended = found.value;
    const { counts } = summary;
    reportProgress((progress) => ({ ...progress, phase: 'over', storefront: null, counts, stops: all }));
    ports.log.info('the run ended', { runId: run.id, status: ended.status, ...counts });
    const failure = toFailure(all);
    return take(failure === undefined ? E.right(ended) : E.left(failure));
  });

/** Ends a run before any storefront was read; only for this process if another one works on the run. */
const finishBeforeStart = async (runContext: RunContext, stops: readonly Stop[]): Promise<E.Either<SyncFailure, Run>> =>
  finishRun(runContext, { isComplete: false, stops }, !(await isLeasedByOther(runContext)));

/**
 * Warns when nothing is known about the service with these wire settings, and something was sent before: with other
 * settings, or by another key.
 */
const warnAboutNewSettings = ({ store, ports }: RunContext): Promise<E.Either<StoreError, void>> =>
  attempt(async (take) => {
    const facts = await take(readFacts(store, ports.wire));
    if (facts !== null) return;
    const newest = await take(store.findNewestConfirmed(1)());
    if (newest.length > 0) {
      ports.log.warn(
        'Transactions were sent before with another API key, address or service.wire. They stay as they are, and are compared with the new settings; the next new one goes alone.',
      );
    }
  });

/**
 * Pushes past sales of some storefronts to the Tax Nexus Service. The same request continues its unfinished run.
 * Stopping it at any moment, or losing the sync database, loses and doubles nothing.
 *
 * Right(run): `finished` when each window was read to its end; `stopped` when a storefront or the service refused the
 * credentials, or the service's address is wrong; `paused` when it was asked to end, by `isInterrupted` or in the
 * sync database; `cancelled` when it was ended for good (see `endRun`). Left when the sync database, a platform or the
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
      const opened = await take(openRequestedRun(store, ports, request));
      const before = await take(store.summarizeRun(opened.id)());

      const own = await take(takeRun({ ports, store }, opened.id));
      const { stillOwn } = own;
      pushGateOf(ports.service).forgetChangedFacts();
      const runContext = { ...openRunContext(own.ports, store, opened, before.counts), stillOwn };
      const ended = await workOnRun(runContext);
      await own.release();
      return take(ended);
    });

/** Reads the list and the storefronts of a run, and ends it. */
const workOnRun = (runContext: RunContext): Promise<E.Either<SyncFailure, Run>> =>
  attempt(async (take) => {
    const { ports, run } = runContext;
    ports.log.info('the run began', { runId: run.id, storefronts: run.storefronts.join(', ') });
    runContext.reportProgress((progress) => progress);
    await take(reopenStorefronts(runContext));
    const list = await take(runContext.remoteList.read());
    if (list === 'halted') return take(finishBeforeStart(runContext, []));
    if (typeof list !== 'string') return take(finishBeforeStart(runContext, [list]));
    const same = await checkAccount({ ...runContext, clock: ports.clock, wire: ports.wire });
    if (E.isLeft(same)) {
      if (same.left._tag !== 'OtherAccount') return take(same);
      const { message } = same.left;
      await take(finishBeforeStart(runContext, [{ who: 'service', cause: 'credentials', message }]));
      return take(same);
    }
    // The service was restored from a backup, or rows were deleted: only the whole list shows which.
    await take(same.right ? runContext.remoteList.readWhole() : E.right(undefined));
    await take(warnAboutNewSettings(runContext));
    const end = await take(runStorefronts(runContext));
    const refused = end.isComplete ? stopsOfRefusedEach(pushGateOf(ports.service)) : [];
    return take(
      finishRun(runContext, {
        isComplete: end.isComplete && refused.length === 0,
        stops: [...end.stops, ...refused],
      }),
    );
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

/** Opens the run of a request, or the unfinished one of an equal request. Left when the request cannot open a run. */
export const openRequestedRun = async (
  store: SyncStore,
  ports: Pick<SyncPorts, 'clock' | 'newRunId' | 'storefronts'>,
  request: RunRequest,
): Promise<E.Either<SyncFailure, Run>> => {
  const refusal = checkRequest(ports, request);
  if (refusal !== undefined) return E.left(refusal);
  return store.openRun(request, { id: ports.newRunId(), at: instantOfMilliseconds(ports.clock.now()) })();
};

/** Whether another process has the lease of a storefront of the run. Closing the run would end that process's work. */
const isLeasedByOther = async (runContext: Pick<RunContext, 'ports' | 'store' | 'run'>): Promise<boolean> => {
  for (const storefront of runContext.run.storefronts) {
    const lease = leaseOf(runContext, storefront);
    if (E.isLeft(await lease.renew())) return true;
    await lease.release();
  }
  return false;
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
