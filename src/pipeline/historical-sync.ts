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

const statusOf = ({ client }: RunContext, { isComplete, stops }: RunEnd): RunStatus => {
  if (isComplete) return 'finished';
  return client.stopped() !== null || stops.length > 0 ? 'stopped' : 'interrupted';
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

const finishRun = async (runContext: RunContext, end: RunEnd, isOurs = true): Promise<E.Either<SyncFailure, Run>> => {
  const { store, run, ports, client, reportProgress } = runContext;
  const own = runContext.stillOwn?.() ?? E.right(undefined);
  if (E.isLeft(own)) return own;
  const stopped = client.stopped();
  const all = stopped === null ? end.stops : [...end.stops, stopped];
  const closed = isOurs ? await closeRunWith(runContext, end, all) : E.right(undefined);
  if (E.isLeft(closed)) return closed;
  const summary = await store.summarizeRun(run.id)();
  if (E.isLeft(summary)) return summary;
  const found = await store.findRun(O.some(run.id))();
  if (E.isLeft(found)) return found;
  if (O.isNone(found.right)) return E.left(unknownRun(run.id));
  // Another process may have canceled it since.
  const ended = found.right.value;
  const { counts } = summary.right;
  reportProgress((progress) => ({ ...progress, phase: 'over', storefront: null, counts, stops: all }));
  ports.log.info('the run ended', { runId: run.id, status: ended.status, ...counts });
  const failure = toFailure(all);
  return failure === undefined ? E.right(ended) : E.left(failure);
};

/** Ends a run before any of its storefronts: for this process only, when another one is at work on it. */
const finishBeforeStart = async (runContext: RunContext, stops: readonly Stop[]): Promise<E.Either<SyncFailure, Run>> =>
  finishRun(runContext, { isComplete: false, stops }, !(await isLeasedByOther(runContext)));

/**
 * Warns when nothing is known about the service with these wire settings, and something was sent before: with other
 * settings, or by another key.
 */
const warnAboutNewSettings = async ({ store, ports }: RunContext): Promise<E.Either<StoreError, void>> => {
  const facts = await readFacts(store, ports.wire);
  if (E.isLeft(facts)) return facts;
  if (facts.right !== null) return E.right(undefined);
  const newest = await store.findNewestConfirmed(1)();
  if (E.isLeft(newest)) return newest;
  if (newest.right.length > 0) {
    ports.log.warn(
      'Transactions were sent before with another API key, address or service.wire. They stay as they are, and are compared with the new settings; the next new one goes alone.',
    );
  }
  return E.right(undefined);
};

/**
 * Pushes past sales of some storefronts to the Tax Nexus Service. The same request continues its unfinished run.
 * Stopping it at any moment, or losing the sync database, loses and doubles nothing.
 *
 * Right(run): `finished` when each window was read to its end; `stopped` when a storefront or the service refused the
 * credentials, or the service's address is wrong; `interrupted` when it was asked to end, by `isInterrupted` or in the
 * sync database; `cancelled` when it was ended for good (see `endRun`). Left when the sync database, a platform or the
 * service fails; what is committed stays, and the same request continues from there.
 *
 * @example
 * const run = await historicalSync(ports)({ storefronts: ['us-store'], range: { from: '2026-01-01', to: '2026-03-31' }, dryRun: false })();
 */
export const historicalSync =
  (ports: SyncPorts) =>
  (request: RunRequest): TE.TaskEither<SyncFailure, Run> =>
  async () => {
    const store = storeWithRetry(ports.store, ports);
    const opened = await openRequestedRun(store, ports, request);
    if (E.isLeft(opened)) return opened;
    const before = await store.summarizeRun(opened.right.id)();
    if (E.isLeft(before)) return before;

    const own = await takeRun({ ports, store }, opened.right.id);
    if (E.isLeft(own)) return own;
    const { stillOwn } = own.right;
    pushGateOf(ports.service).forgetChangedFacts();
    const runContext = { ...openRunContext(own.right.ports, store, opened.right, before.right.counts), stillOwn };
    const ended = await workOnRun(runContext);
    await own.right.release();
    return ended;
  };

/** Reads the list and the storefronts of a run, and ends it. */
const workOnRun = async (runContext: RunContext): Promise<E.Either<SyncFailure, Run>> => {
  const { ports, run } = runContext;
  ports.log.info('the run began', { runId: run.id, storefronts: run.storefronts.join(', ') });
  runContext.reportProgress((progress) => progress);
  const reopened = await reopenStorefronts(runContext);
  if (E.isLeft(reopened)) return reopened;
  const list = await runContext.remoteList.read();
  if (E.isLeft(list)) return list;
  if (list.right === 'halted') return finishBeforeStart(runContext, []);
  if (typeof list.right !== 'string') return finishBeforeStart(runContext, [list.right]);
  const same = await checkAccount({ ...runContext, clock: ports.clock, wire: ports.wire });
  if (E.isLeft(same)) {
    if (same.left._tag !== 'OtherAccount') return same;
    const { message } = same.left;
    const ended = await finishBeforeStart(runContext, [{ who: 'service', cause: 'credentials', message }]);
    return E.isLeft(ended) ? ended : same;
  }
  // Restored from a backup, or rows deleted by hand: the whole list shows which.
  const whole = same.right ? await runContext.remoteList.readWhole() : E.right(undefined);
  if (E.isLeft(whole)) return whole;
  const warned = await warnAboutNewSettings(runContext);
  if (E.isLeft(warned)) return warned;
  const end = await runStorefronts(runContext);
  if (E.isLeft(end)) return end;
  const refused = end.right.isComplete ? stopsOfRefusedEach(pushGateOf(ports.service)) : [];
  return finishRun(runContext, {
    isComplete: end.right.isComplete && refused.length === 0,
    stops: [...end.right.stops, ...refused],
  });
};

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
