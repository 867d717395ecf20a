/** Continues a run piece by piece, for processes that live only for seconds, such as serverless functions and cron jobs. */
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
import { attempt } from '../domain/attempt.ts';

type Counts = Readonly<Record<Outcome, number>>;

/** The result of one piece of work on an unfinished run. */
export interface AdvancedRun {
  readonly runId: string;
  /** `running`: the next call does the rest. */
  readonly status: RunStatus;
  /** Counts of the lines that this piece settled. */
  readonly settled: Counts;
  /** Counts of the whole run; null while it is not over. */
  readonly counts: Counts | null;
  /** Why storefronts or the service could not be asked, also if the next call continues the run. */
  readonly stops: readonly Stop[];
}

/** Milliseconds without an answer of a platform after which the other storefronts of the run go first. */
const silence = 3_000;

/** How the work on the storefronts of a run ended for now. */
interface RoundEnd {
  /** Each storefront was read to its end, or was stopped for a reason that only a person can change. */
  readonly isOver: boolean;
  readonly stops: readonly Stop[];
}

const isLasting = ({ cause }: Stop): boolean => cause !== 'no answer';

/** Reads the service's list, and checks that the sync database belongs to this account. Null: go on. */
const prepareRun = (
  runContext: RunContext,
  isSameAccount: () => Promise<E.Either<SyncFailure, void>>,
): Promise<E.Either<SyncFailure, RoundEnd | null>> =>
  attempt(async (take) => {
    const before = await take(listReadLately(runContext));
    const { remoteList } = runContext;
    if (before === 'head') remoteList.goOnAfterHead();
    const list = await take(before === null ? remoteList.read() : E.right('read' as const));
    if (typeof list !== 'string') return { isOver: isLasting(list), stops: [list] };
    if (list === 'halted') return endOfService(runContext, []);
    const same = await isSameAccount();
    if (E.isLeft(same)) {
      if (same.left._tag !== 'OtherAccount') return take(same);
      const { message } = same.left;
      return { isOver: true, stops: [{ who: 'service', cause: 'credentials', message }] };
    }
    const part = remoteList.isHeadAlone() ? 'head' : 'whole';
    await take(before === null ? await markListRead(runContext, part) : E.right(undefined));
    return null;
  });

const endOfService = ({ client }: RunContext, stops: readonly Stop[]): RoundEnd => {
  const stopped = client.stopped();
  return stopped === null ? { isOver: false, stops } : { isOver: isLasting(stopped), stops: [...stops, stopped] };
};

const markRead = ({ store, run, ports }: RunContext, storefront: string): Promise<E.Either<StoreError, void>> =>
  store.commitPage(storefrontEndCommit(run.id, storefront, 'read'), instantOfMilliseconds(ports.clock.now()))();

/** Reads the storefronts in their order, like `runStorefronts`, but leaves out storefronts that were read before. */
const workOnStorefronts = (runContext: RunContext): Promise<E.Either<SyncFailure, RoundEnd>> =>
  attempt(async (take) => {
    const { run, store } = runContext;
    const stops: Stop[] = [];
    let isLeft = false;
    for (const [index, storefront] of run.storefronts.entries()) {
      const end = await take(readStorefrontEnd(store, run.id, storefront));
      if (end === 'read') continue;
      const othersWait = (): boolean => index + 1 < run.storefronts.length;
      const turn = await runStorefrontTurn(runContext, storefront, othersWait, silence);
      if (E.isLeft(turn)) {
        // Another process, such as a worker, reads this storefront.
        if (turn.left._tag !== 'StorefrontBusy') return take(turn);
        isLeft = true;
      } else if (turn.right === 'done') {
        await take(markRead(runContext, storefront));
      } else if (typeof turn.right === 'object' && 'who' in turn.right) {
        stops.push(turn.right);
        isLeft ||= !isLasting(turn.right);
      } else {
        isLeft = true;
      }
    }
    if (isLeft) return endOfService(runContext, stops);
    return { isOver: true, stops: [...stops, ...stopsOfRefusedEach(pushGateOf(runContext.ports.service))] };
  });

const closeWithStops = async (runContext: RunContext, stops: readonly Stop[]): Promise<E.Either<StoreError, void>> => {
  const { store, run, ports } = runContext;
  const noted = stops.length === 0 ? E.right(undefined) : await saveStops(runContext, stops);
  if (E.isLeft(noted)) return noted;
  const status = stops.length === 0 ? 'finished' : 'stopped';
  ports.log.info('the run ended', { runId: run.id, status });
  return store.closeRun(run.id, status, instantOfMilliseconds(ports.clock.now()))();
};

/** Right: why it could not go on. */
const workOnRun = (
  runContext: RunContext,
  isSameAccount: () => Promise<E.Either<SyncFailure, void>>,
): Promise<E.Either<SyncFailure, readonly Stop[]>> =>
  attempt(async (take) => {
    const begun = await take(prepareRun(runContext, isSameAccount));
    const end = await take(begun === null ? workOnStorefronts(runContext) : E.right(begun));
    await take(runContext.stillOwn?.() ?? E.right(undefined));
    const { isOver, stops } = end;
    await take(isOver ? await closeWithStops(runContext, stops) : E.right(undefined));
    return stops;
  });

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
 * Continues an unfinished run that no other process works on, until `isInterrupted`. If the process is killed, nothing is
 * lost or doubled: the next call continues from the last checkpoint, and the whole run has the same result as in one long
 * process. Choose a short `leaseLength`, or the next call waits for the lease.
 *
 * Right(null): there is nothing to do; the run is over, paused or unknown, or another process works on it. A run that only
 * waits for a platform or the service stays `running`, and `stops` says for which one.
 *
 * @param isSameAccount see `checkAccount`
 */
export const advanceRun =
  (ports: SyncPorts, isSameAccount: () => Promise<E.Either<SyncFailure, void>>) =>
  (runId: string): Promise<E.Either<SyncFailure, AdvancedRun | null>> =>
    attempt(async (take) => {
      const found = await take(openedRun(ports, runId));
      const run = found;
      if (run === null) return null;
      const taken = await takeRun({ ports, store: storeWithRetry(ports.store, ports) }, runId);
      if (E.isLeft(taken)) return take(taken.left._tag === 'StorefrontBusy' ? E.right(null) : taken);
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
      if (E.isLeft(end)) return take(end);
      const now = await take(store.findRun(O.some(runId))());
      const status = O.isSome(now) ? now.value.status : 'canceled';
      const summary = await take(status === 'running' ? E.right(null) : store.summarizeRun(runId)());
      return { runId, status, settled, counts: summary?.counts ?? null, stops: end.right };
    });

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
