import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import { instantOfMilliseconds } from '../domain/instant.ts';
import { type Outcome, type Run, type RunRequest, type RunStatus, zeroCounts } from '../domain/run.ts';
import type { StoreError } from '../domain/sync-store.ts';
import { stopsOfRefusedEach, type SyncFailure, unknownStorefront } from './failures.ts';
import { openRequestedRun } from './historical-sync.ts';
import type { SyncPorts } from './ports.ts';
import type { Stop } from './progress.ts';
import { pushGateOf } from './push-gate.ts';
import { openRunContext, type RunContext, takeRun } from './run-context.ts';
import {
  listReadLately,
  markListRead,
  markRunBegin,
  saveStops,
  readStorefrontEnd,
  storefrontEndCommit,
} from './run-marks.ts';
import type * as TE from 'fp-ts/lib/TaskEither.js';
import { runStorefrontTurn } from './run-storefronts.ts';
import { storeWithRetry } from './store-with-retry.ts';

type Counts = Readonly<Record<Outcome, number>>;

/** A piece of work on a run that is not at its end. */
export interface AdvancedRun {
  readonly runId: string;
  /** `running`: the rest is for the next time. */
  readonly status: RunStatus;
  /** What this piece settled. */
  readonly settled: Counts;
  /** What the whole run came to; null while it is not over. */
  readonly counts: Counts | null;
  /** What kept its storefronts, or the service, from being asked; also in a run that the next time continues. */
  readonly stops: readonly Stop[];
}

/** Milliseconds without an answer of a platform after which the other storefronts of the run go first. */
const silence = 3_000;

/** How the work on the storefronts of a run ended for now. */
interface RoundEnd {
  /** None of its storefronts is left: each was read to its end, or was stopped for a reason that only a person can change. */
  readonly isOver: boolean;
  readonly stops: readonly Stop[];
}

const isLasting = ({ cause }: Stop): boolean => cause !== 'no answer';

/** Reads the list of the service, and makes sure that the account is the one that the sync database knows. Null: go on. */
const prepareRun = async (
  runContext: RunContext,
  isSameAccount: () => Promise<E.Either<SyncFailure, void>>,
): Promise<E.Either<SyncFailure, RoundEnd | null>> => {
  const before = await listReadLately(runContext);
  if (E.isLeft(before)) return before;
  const { remoteList } = runContext;
  if (before.right === 'head') remoteList.goOnAfterHead();
  const list = before.right === null ? await remoteList.read() : E.right('read' as const);
  if (E.isLeft(list)) return list;
  if (typeof list.right !== 'string') return E.right({ isOver: isLasting(list.right), stops: [list.right] });
  if (list.right === 'halted') return E.right(endOfService(runContext, []));
  const same = await isSameAccount();
  if (E.isLeft(same)) {
    if (same.left._tag !== 'OtherAccount') return same;
    const { message } = same.left;
    return E.right({ isOver: true, stops: [{ who: 'service', cause: 'credentials', message }] });
  }
  const part = remoteList.isHeadAlone() ? 'head' : 'whole';
  const marked = before.right === null ? await markListRead(runContext, part) : E.right(undefined);
  return E.isLeft(marked) ? marked : E.right(null);
};

const endOfService = ({ client }: RunContext, stops: readonly Stop[]): RoundEnd => {
  const stopped = client.stopped();
  return stopped === null ? { isOver: false, stops } : { isOver: isLasting(stopped), stops: [...stops, stopped] };
};

const markRead = ({ store, run, ports }: RunContext, storefront: string): Promise<E.Either<StoreError, void>> =>
  store.commitPage(storefrontEndCommit(run.id, storefront, 'read'), instantOfMilliseconds(ports.clock.now()))();

/** Reads the storefronts in their order, like `runStorefronts`, but leaves out those that were read before. */
const workOnStorefronts = async (runContext: RunContext): Promise<E.Either<SyncFailure, RoundEnd>> => {
  const { run, store } = runContext;
  const stops: Stop[] = [];
  let isLeft = false;
  for (const [index, storefront] of run.storefronts.entries()) {
    const end = await readStorefrontEnd(store, run.id, storefront);
    if (E.isLeft(end)) return end;
    if (end.right === 'read') continue;
    const othersWait = (): boolean => index + 1 < run.storefronts.length;
    const turn = await runStorefrontTurn(runContext, storefront, othersWait, silence);
    if (E.isLeft(turn)) {
      // Another process is at it, such as a worker.
      if (turn.left._tag !== 'StorefrontBusy') return turn;
      isLeft = true;
    } else if (turn.right === 'done') {
      const marked = await markRead(runContext, storefront);
      if (E.isLeft(marked)) return marked;
    } else if (typeof turn.right === 'object' && 'who' in turn.right) {
      stops.push(turn.right);
      isLeft ||= !isLasting(turn.right);
    } else {
      isLeft = true;
    }
  }
  if (isLeft) return E.right(endOfService(runContext, stops));
  return E.right({ isOver: true, stops: [...stops, ...stopsOfRefusedEach(pushGateOf(runContext.ports.service))] });
};

const closeWithStops = async (runContext: RunContext, stops: readonly Stop[]): Promise<E.Either<StoreError, void>> => {
  const { store, run, ports } = runContext;
  const noted = stops.length === 0 ? E.right(undefined) : await saveStops(runContext, stops);
  if (E.isLeft(noted)) return noted;
  const status = stops.length === 0 ? 'finished' : 'stopped';
  ports.log.info('the run ended', { runId: run.id, status });
  return store.closeRun(run.id, status, instantOfMilliseconds(ports.clock.now()))();
};

/** Right: what kept it from going on. */
const workOnRun = async (
  runContext: RunContext,
  isSameAccount: () => Promise<E.Either<SyncFailure, void>>,
): Promise<E.Either<SyncFailure, readonly Stop[]>> => {
  const begun = await prepareRun(runContext, isSameAccount);
  if (E.isLeft(begun)) return begun;
  const end = begun.right === null ? await workOnStorefronts(runContext) : E.right(begun.right);
  if (E.isLeft(end)) return end;
  const own = runContext.stillOwn?.() ?? E.right(undefined);
  if (E.isLeft(own)) return own;
  const { isOver, stops } = end.right;
  const closed = isOver ? await closeWithStops(runContext, stops) : E.right(undefined);
  return E.isLeft(closed) ? closed : E.right(stops);
};

const openedRun = async (ports: SyncPorts, runId: string): Promise<E.Either<SyncFailure, Run | null>> => {
  const found = await storeWithRetry(ports.store, ports).findRun(O.some(runId))();
  if (E.isLeft(found)) return found;
  if (O.isNone(found.right) || found.right.value.status !== 'running') return E.right(null);
  const run = found.right.value;
  const known = Object.keys(ports.storefronts);
  const unknown = run.storefronts.find((storefront) => !known.includes(storefront));
  return unknown === undefined ? E.right(run) : E.left(unknownStorefront(unknown, known));
};

/**
 * Continues a run that is not at its end and that no other process is at work on, until `isInterrupted`: for processes that live
 * for seconds. Killed at any moment, it loses and doubles nothing; the next one continues from the last checkpoint, and the whole
 * run comes to what one long process gives. Give it a short `leaseLength`, or the next one waits for its lease.
 *
 * Right(null): there is nothing to do; the run is over, paused or unknown, or another process works on it. A run that only waits
 * for a platform or the service stays `running`, and `stops` says what for.
 *
 * @param isSameAccount see `checkAccount`
 */
export const advanceRun =
  (ports: SyncPorts, isSameAccount: () => Promise<E.Either<SyncFailure, void>>) =>
  async (runId: string): Promise<E.Either<SyncFailure, AdvancedRun | null>> => {
    const found = await openedRun(ports, runId);
    if (E.isLeft(found)) return found;
    const run = found.right;
    if (run === null) return E.right(null);
    const taken = await takeRun({ ports, store: storeWithRetry(ports.store, ports) }, runId);
    if (E.isLeft(taken)) return taken.left._tag === 'StorefrontBusy' ? E.right(null) : taken;
    const { stillOwn, release } = taken.right;
    let settled: Counts = zeroCounts;
    const own: SyncPorts = {
      ...taken.right.ports,
      report: ({ counts }) => {
        settled = counts;
      },
    };
    pushGateOf(ports.service).forgetChangedFacts();
    const store = storeWithRetry(ports.store, own);
    const runContext: RunContext = {
      ...openRunContext(own, store, run, zeroCounts),
      stillOwn,
      keepsWindows: true,
    };
    const end = await workOnRun(runContext, isSameAccount);
    await release();
    if (E.isLeft(end)) return end;
    const now = await store.findRun(O.some(runId))();
    if (E.isLeft(now)) return now;
    const status = O.isSome(now.right) ? now.right.value.status : 'cancelled';
    const summary = status === 'running' ? E.right(null) : await store.summarizeRun(runId)();
    if (E.isLeft(summary)) return summary;
    return E.right({ runId, status, settled, counts: summary.right?.counts ?? null, stops: end.right });
  };

/**
 * Opens a run and leaves its work to ticks (see `advanceRun`): for a process that may end right after. The same request resumes
 * its unfinished run.
 */
export const recordRun =
  (ports: SyncPorts) =>
  (request: RunRequest): TE.TaskEither<SyncFailure, Run> =>
  async () => {
    const store = storeWithRetry(ports.store, ports);
    const opened = await openRequestedRun(store, ports, request);
    if (E.isLeft(opened)) return opened;
    const begun = await markRunBegin({ store, run: opened.right, ports });
    return E.isLeft(begun) ? begun : opened;
  };
