/**
 * What a run shares while it works: ports, service client, leases on its storefronts, and progress; and how another process
 * ends it.
 */
import { failedBeforeOf } from './failed-before.ts';
import type { AuditCause, AuditContext } from '../domain/audit.ts';
import type { FencingToken, StoreError, SyncStore } from '../domain/sync-store.ts';
import { isFinalStatus, type Outcome, type Run } from '../domain/run.ts';
import { makeOtherStorefronts, type OtherStorefronts } from './other-storefronts.ts';
import { lookingEachSecond } from '../domain/async.ts';
import { makeServiceClient, type ServiceClient } from './rate-limit/service-client.ts';
import { openRemoteIndex, type RemoteIndex } from './remote-index.ts';
import type { PageStore, SyncPorts } from './ports.ts';
import { noProgress, type Progress } from './progress.ts';
import { leaseLength as maxLeaseLength, leaseRenewal, maxDriftLookups } from './limits.ts';
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import { storefrontBusy, storefrontTakenOver, type SyncFailure } from './failures.ts';
import type * as TE from 'fp-ts/lib/TaskEither.js';
import { instantOfMilliseconds } from '../domain/instant.ts';
import type { Clock, Logger, Random } from '../domain/environment.ts';
import { type PushGate, pushGateOf } from './push-gate.ts';
import { auditSettings } from './audit-settings.ts';
import { type AskRecord, askRecordOf, type AskWhatUndid, askWhatUndidOf } from './ask-what-undid.ts';
import { type AskSentAs, askSentAsOf } from './sent-as.ts';
import { type PushBlocks, pushBlocksOf } from './blocked-pushes.ts';
import { attempt } from '../domain/attempt.ts';

/** A run in progress. */
export interface RunContext {
  readonly ports: SyncPorts;
  /** Left out if no leases are held. */
  readonly heldLeases?: HeldLeases;
  /** The sync database with retries. */
  readonly store: SyncStore;
  readonly client: ServiceClient;
  readonly remoteList: RemoteIndex;
  /** Whether the service's list is used once it is read. Live work and reconciliation do not use it. */
  readonly usesList: boolean;
  readonly otherStorefronts: OtherStorefronts;
  readonly run: Run;
  /** For a process that does the whole run: Left once another process has taken it over. See `takeRun`. */
  readonly stillOwn?: () => E.Either<SyncFailure, void>;
  readonly takeDriftLookup: () => boolean;
  readonly reportProgress: (change: (progress: Progress) => Progress) => void;
}

/** Begins work on a run. `counts`: what was settled before. */
export const openRunContext = (
  given: SyncPorts,
  store: SyncStore,
  run: Run,
  counts: Readonly<Record<Outcome, number>>,
): RunContext => {
  let progress = noProgress(run.id, counts);
  let driftLookups = maxDriftLookups;
  const heldLeases: HeldLeases = new Set();
  const ports = renewingLeases(given, heldLeases);
  const client = makeServiceClient(ports);
  const reportProgress: RunContext['reportProgress'] = (change) => {
    progress = change(progress);
    ports.report(progress);
  };
  const { inTurn = (work) => work() } = ports;
  const remoteList = openRemoteIndex({ ports, store, client, reportProgress });
  return {
    ports,
    heldLeases,
    store,
    run,
    client,
    // In turn, because a hundred runs that begin at once would slow down live work.
    remoteList: { ...remoteList, read: () => inTurn(remoteList.read) },
    usesList: true,
    otherStorefronts: makeOtherStorefronts(ports, store, client.isOver),
    takeDriftLookup: () => {
      driftLookups -= 1;
      return driftLookups >= 0;
    },
    reportProgress,
  };
};

export interface Lease {
  /**
   * Takes the lease, or renews it when it is no longer young. Left when another process holds it, or has held it in the
   * meantime.
   */
  readonly renew: () => Promise<E.Either<SyncFailure, void>>;
  /** See `withFence`: a commit without the lease is refused. */
  readonly fence: FencingToken;
  /** Releases the lease; if the store fails, it expires. */
  readonly release: () => Promise<void>;
}

/** The renewals of the leases that work in progress holds. */
export type HeldLeases = Set<() => void>;

/** Renews leases whenever `isInterrupted` is called. Requests and pauses call it, so that even the longest keep their leases. */
export const renewingLeases = (ports: SyncPorts, heldLeases: HeldLeases): SyncPorts => ({
  ...ports,
  isInterrupted: () => {
    for (const renew of heldLeases) renew();
    return ports.isInterrupted();
  },
});

/** The lease on a storefront. Nothing is committed without it, and losing it doubles nothing, because ids are deterministic. */
export const leaseOf = (
  {
    ports: { clock, owner, isGone, leaseLength = maxLeaseLength },
    heldLeases,
    store,
  }: {
    readonly ports: Pick<SyncPorts, 'clock' | 'owner' | 'isGone' | 'leaseLength'>;
    /** See `renewingLeases`. */
    readonly heldLeases?: HeldLeases;
    readonly store: Pick<SyncStore, 'acquireLease' | 'releaseLease'>;
  },
  storefront: string,
): Lease => {
  let renewedAt = Number.NEGATIVE_INFINITY;
  const renewal = Math.min(leaseRenewal, leaseLength / 3);
  const renew: Lease['renew'] = async () => {
    const now = clock.now();
    if (now >= renewedAt && now - renewedAt < renewal) return E.right(undefined);
    const renews = renewedAt !== Number.NEGATIVE_INFINITY;
    const times = { now, until: now + leaseLength, maxUntil: now + maxLeaseLength, renews };
    const holder = await store.acquireLease(storefront, owner, times, isGone)();
    if (E.isLeft(holder)) return holder;
    if (O.isSome(holder.right))
      return E.left(renews ? storefrontTakenOver(storefront) : storefrontBusy(storefront, holder.right.value));
    renewedAt = now;
    if (!renews) heldLeases?.add(inBackground);
    return E.right(undefined);
  };
  // A failed renewal shows with the next page: without the lease, nothing is committed.
  const inBackground = lookingEachSecond(clock, undefined, async () => void (await renew()));
  return {
    fence: { storefront, owner },
    renew,
    release: async () => {
      heldLeases?.delete(inBackground);
      await store.releaseLease(storefront, owner)();
    },
  };
};

/**
 * Whether a run was ended in the sync database (see `endRun`) by any process. Call it as often as `isInterrupted`. If the
 * store cannot be read, nothing changes.
 */
export const endedByOther = ({ store, clock }: Pick<SyncPorts, 'store' | 'clock'>, runId: string): (() => boolean) => {
  let isEnded = false;
  return lookingEachSecond(clock, false, async () => {
    const run = await store.findRun(O.some(runId))();
    isEnded ||= E.isRight(run) && O.isSome(run.right) && run.right.value.status !== 'running';
    return isEnded;
  });
};

/** A run on which only this process works. */
export interface OwnRun {
  /** The ports; `isInterrupted` is also true when the run was ended in the sync database or taken over. */
  readonly ports: SyncPorts;
  /** Left when another process has taken the run over: this process must no longer change its status. */
  readonly stillOwn: () => E.Either<SyncFailure, void>;
  readonly release: Lease['release'];
}

/**
 * Takes the lease of a run as a whole, and renews it while `isInterrupted` is called: requests and pauses call it, so that a
 * long reading of the service's list keeps it, too. Left when another process works on the run.
 */
export const takeRun = async (
  { ports, store }: { readonly ports: SyncPorts; readonly store: SyncStore },
  runId: string,
): Promise<E.Either<SyncFailure, OwnRun>> => {
  const lease = leaseOf({ ports, store }, `run ${runId}`);
  const taken = await lease.renew();
  if (E.isLeft(taken)) return taken;
  const isEnded = endedByOther(ports, runId);
  const stillOwn = lookingEachSecond<E.Either<SyncFailure, void>>(ports.clock, E.right(undefined), async () => {
    const kept = await lease.renew();
    // A store that fails proves nothing; nothing is committed without it.
    return E.isLeft(kept) && kept.left._tag === 'StoreError' ? E.right(undefined) : kept;
  });
  const isInterrupted = (): boolean => ports.isInterrupted() || isEnded() || E.isLeft(stillOwn());
  return E.right({ ports: { ...ports, isInterrupted }, stillOwn, release: lease.release });
};

/** `pause`: an equal request continues the run. `cancel`: it never continues; sent transactions stay sent. */
export type HowToEnd = 'pause' | 'cancel';

/**
 * Ends a historical run in the sync database. The process or workers that run it notice within about a second, finish
 * the pushes in progress and start nothing new.
 *
 * Right(false): there was nothing to end; the run is over, is not running (for `pause`), is a live one, or is unknown.
 *
 * @example
 * await endRun(ports)(runId, 'cancel')();
 */
export const endRun =
  ({ store, clock }: Pick<SyncPorts, 'store' | 'clock'>) =>
  (runId: string, how: HowToEnd): TE.TaskEither<StoreError, boolean> =>
  () =>
    attempt(async (take) => {
      const found = await take(store.findRun(O.some(runId))());
      if (O.isNone(found) || !mayEnd(found.value, how)) return false;
      const status = how === 'pause' ? 'paused' : 'canceled';
      await take(store.closeRun(runId, status, instantOfMilliseconds(clock.now()))());
      return true;
    });

/** The sync database, with every intent and every page checked against a lease: see `FencingToken`. */
export const withFence = (store: SyncStore, fence: FencingToken): SyncStore => ({
  ...store,
  saveIntents: (intents, at) => store.saveIntents(intents, at, fence),
  commitPage: (page, at) => store.commitPage(page, at, fence),
});

/** Turns the store error `taken over` into the failure of a busy storefront. */
export const asTakenOver =
  (storefront: string) =>
  <A>(result: E.Either<SyncFailure, A>): E.Either<SyncFailure, A> =>
    E.isLeft(result) && result.left._tag === 'StoreError' && result.left.problem === 'taken over'
      ? E.left(storefrontTakenOver(storefront))
      : result;

/** Everything that is needed to settle the transactions of one storefront of a run. */
export interface PushContext {
  readonly runId: string;
  readonly storefront: string;
  readonly dryRun: boolean;
  readonly store: PageStore;
  readonly client: ServiceClient;
  readonly gate: PushGate;
  readonly remoteList: RemoteIndex;
  readonly otherStorefronts: OtherStorefronts;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Logger;
  readonly wire: SyncPorts['wire'] | undefined;
  readonly concurrency: number;
  readonly crashPoint: SyncPorts['crashPoint'];
  /** Whether the service's list is used, and was read as a whole before the page was looked up. */
  readonly isListRead: boolean;
  readonly blocks: PushBlocks;
  /** For the audit records of sent transactions. */
  readonly audit: AuditContext;
  /** The sales of the present page by our id, because the sync database does not have the service's ids for them yet. */
  readonly sales: ReadonlyMap<string, SaleOfPage>;
  /** Whether an outcome of this run is replaced; only in a retry. */
  readonly isRetried: (outcome: Outcome) => boolean;
  readonly askWhatUndid: AskWhatUndid;
  readonly askSentAs: AskSentAs;
  readonly askRecord: AskRecord;
  /** The person who asked for an offset, by transaction id; default: only the policy decides. */
  readonly offsets?: ReadonlyMap<string, string> | undefined;
  /** Takes one of the lookups for drifted transactions; false when none is left. */
  readonly takeDriftLookup: () => boolean;
  readonly failedBefore: ReturnType<typeof failedBeforeOf>;
}

export interface SaleOfPage {
  readonly name: string;
  /** The service's own id; empty where no answer has shown it. */
  readonly remoteId: string;
}

/** The push context of one storefront of a run. */
export const pushContextOf = (
  runContext: RunContext,
  storefront: string,
  isRetried: (outcome: Outcome) => boolean = () => false,
  cause: AuditCause = 'run',
): PushContext => {
  const { ports, store, client, remoteList, usesList, otherStorefronts, run, takeDriftLookup } = runContext;
  const settings = auditSettings(ports, storefront);
  return {
    runId: run.id,
    storefront,
    dryRun: run.dryRun,
    store,
    client,
    gate: pushGateOf(ports.service),
    remoteList,
    isListRead: usesList,
    otherStorefronts,
    clock: ports.clock,
    random: ports.random,
    log: ports.log,
    wire: ports.wire,
    concurrency: ports.concurrency,
    crashPoint: ports.crashPoint,
    blocks: pushBlocksOf(ports, storefront, run),
    audit: { cause, settings },
    sales: new Map(),
    isRetried,
    askWhatUndid: askWhatUndidOf(ports, storefront, client.isOver),
    askSentAs: askSentAsOf(ports, storefront, settings),
    askRecord: askRecordOf(ports, storefront, client.isOver),
    takeDriftLookup,
    failedBefore: failedBeforeOf(ports, storefront),
  };
};

const mayEnd = ({ kind, status }: Run, how: HowToEnd): boolean =>
  kind !== 'live' && (how === 'pause' ? status === 'running' : !isFinalStatus(status));
