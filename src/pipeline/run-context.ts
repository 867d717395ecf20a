import type { FencingToken, StoreError, SyncStore } from '../domain/sync-store.ts';
import { isFinalStatus, type Outcome, type Run } from '../domain/run.ts';
import { makeOtherStorefronts, type OtherStorefronts } from './other-storefronts.ts';
import { makeServiceClient, type ServiceClient } from './rate-limit/service-client.ts';
import { openRemoteIndex, type RemoteIndex } from './remote-index.ts';
import type { SyncPorts } from './ports.ts';
import { noProgress, type Progress } from './progress.ts';
import { leaseLength, leaseRenewal, maxDriftLookups } from './limits.ts';
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import { storefrontBusy, storefrontTakenOver, type SyncFailure } from './failures.ts';
import type * as TE from 'fp-ts/lib/TaskEither.js';
import { instantOfMilliseconds } from '../domain/instant.ts';

/** One run at work: its ports, the way to the service that all of it shares, and how far it has come. */
export interface RunContext {
  readonly ports: SyncPorts;
  /** Asked patiently. */
  readonly store: SyncStore;
  readonly client: ServiceClient;
  readonly remoteList: RemoteIndex;
  /** Whether the list is read for this run. Live work, a record at a time, and reconciliation do without. */
  readonly isListRead: boolean;
  readonly otherStorefronts: OtherStorefronts;
  readonly run: Run;
  readonly takeDriftLookup: () => boolean;
  /** Changes what is known of the progress and reports it. */
  readonly reportProgress: (change: (progress: Progress) => Progress) => void;
}

/** Begins work on a run, of which `counts` was settled before. */
export const openRunContext = (
  ports: SyncPorts,
  store: SyncStore,
  run: Run,
  counts: Readonly<Record<Outcome, number>>,
): RunContext => {
  let progress = noProgress(run.id, counts);
  let driftQuestions = maxDriftLookups;
  const client = makeServiceClient(ports);
  const reportProgress: RunContext['reportProgress'] = (change) => {
    progress = change(progress);
    ports.report(progress);
  };
  return {
    ports,
    store,
    run,
    client,
    remoteList: openRemoteIndex({ ports, store, client, reportProgress: reportProgress }),
    isListRead: true,
    otherStorefronts: makeOtherStorefronts(ports, store, client.isOver),
    takeDriftLookup: () => {
      driftQuestions -= 1;
      return driftQuestions >= 0;
    },
    reportProgress,
  };
};

export interface Lease {
  /** Takes it, or renews it when it is no longer young. Left when another process holds it, or has held it since. */
  readonly renew: () => Promise<E.Either<SyncFailure, void>>;
  /** See `holding`: a commit without the lease is refused. */
  readonly hold: FencingToken;
  /** Gives it back; a book that cannot do that any more lets it run out. */
  readonly release: () => Promise<void>;
}

/** The right to work on a storefront. Nothing is committed without it, and nothing is doubled by losing it: every id is deterministic. */
export const leaseOf = (
  { ports: { clock, owner, isGone }, store }: Pick<RunContext, 'ports' | 'store'>,
  storefront: string,
): Lease => {
  let renewedAt = Number.NEGATIVE_INFINITY;
  return {
    hold: { storefront, owner },
    renew: async () => {
      const now = clock.now();
      if (now >= renewedAt && now - renewedAt < leaseRenewal) return E.right(undefined);
      const renews = renewedAt !== Number.NEGATIVE_INFINITY;
      const holder = await store.acquireLease(storefront, owner, { now, until: now + leaseLength, renews }, isGone)();
      if (E.isLeft(holder)) return holder;
      if (O.isSome(holder.right))
        return E.left(renews ? storefrontTakenOver(storefront) : storefrontBusy(storefront, holder.right.value));
      renewedAt = now;
      return E.right(undefined);
    },
    release: async () => {
      await store.releaseLease(storefront, owner)();
    },
  };
};

/** `pause`: an equal request goes on with it. `cancel`: nobody goes on with it, and what it sent stays sent. */
export type HowToEnd = 'pause' | 'cancel';

const mayEnd = ({ kind, status }: Run, how: HowToEnd): boolean =>
  kind !== 'live' && (how === 'pause' ? status === 'running' : !isFinalStatus(status));

/**
 * Ends a historical run in the sync database. Whoever is at work on it, in this process, in another one or on workers, sees it
 * within about a second, settles what is in flight and takes nothing new.
 *
 * Right(false): there was nothing to end; the run is over, is not at work (for `pause`), is a live one, or is unknown.
 *
 * @example
 * await endRun(ports)(runId, 'cancel')();
 */
export const endRun =
  ({ store, clock }: Pick<SyncPorts, 'store' | 'clock'>) =>
  (runId: string, how: HowToEnd): TE.TaskEither<StoreError, boolean> =>
  async () => {
    const found = await store.findRun(O.some(runId))();
    if (E.isLeft(found)) return found;
    if (O.isNone(found.right) || !mayEnd(found.right.value, how)) return E.right(false);
    const status = how === 'pause' ? 'interrupted' : 'cancelled';
    const closed = await store.closeRun(runId, status, instantOfMilliseconds(clock.now()))();
    return E.isLeft(closed) ? closed : E.right(true);
  };

/** The sync database, with every intent and every page resting on a hold: see `Hold`. */
export const withFence = (store: SyncStore, hold: FencingToken): SyncStore => ({
  ...store,
  saveIntents: (intents, at) => store.saveIntents(intents, at, hold),
  commitPage: (page, at) => store.commitPage(page, at, hold),
});

/** A storefront that another process took over is no failure of the sync database. */
export const asTakenOver =
  (storefront: string) =>
  <A>(result: E.Either<SyncFailure, A>): E.Either<SyncFailure, A> =>
    E.isLeft(result) && result.left._tag === 'BookError' && result.left.problem === 'taken over'
      ? E.left(storefrontTakenOver(storefront))
      : result;
