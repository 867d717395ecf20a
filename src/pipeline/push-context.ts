import type { Clock, Logger, Random } from '../domain/environment.ts';
import type { SyncStore } from '../domain/sync-store.ts';
import type { Outcome } from '../domain/run.ts';
import type { ServiceClient } from './rate-limit/service-client.ts';
import { type PushGate, pushGateOf } from './rate-limit/push-gate.ts';
import type { SyncPorts } from './ports.ts';
import type { RemoteIndex } from './remote-index.ts';
import { type PushLimits, pushLimitsOf } from './plan-push.ts';
import type { OtherStorefronts } from './other-storefronts.ts';
import type { RunContext } from './run-context.ts';

/** What settling the transactions of one storefront of a run takes. */
export interface PushContext {
  readonly runId: string;
  readonly storefront: string;
  readonly dryRun: boolean;
  readonly store: Pick<
    SyncStore,
    'lookUpTransactions' | 'saveIntents' | 'recordAttempt' | 'findLines' | 'serviceFacts' | 'saveServiceFacts'
  >;
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
  /** Whether the list was read for this run. */
  readonly isListRead: boolean;
  readonly limits: PushLimits;
  /** Ids that the service assigned to sales of the page at hand, by ours: the sync database does not know them yet. */
  readonly remoteIds: ReadonlyMap<string, string>;
  /** Outcomes of this run that are to be replaced; none but in a retry. */
  readonly isRetried: (outcome: Outcome) => boolean;
  /** Takes one of the questions that drifted transactions may cost; false when none is left. */
  readonly takeDriftLookup: () => boolean;
}

/** What settling takes, for one storefront of a session. */
export const pushContextOf = (
  runContext: RunContext,
  storefront: string,
  isRetried: (outcome: Outcome) => boolean = () => false,
): PushContext => {
  const { ports, store, client, remoteList, isListRead, otherStorefronts, run, takeDriftLookup } = runContext;
  return {
    runId: run.id,
    storefront,
    dryRun: run.dryRun,
    store,
    client,
    gate: pushGateOf(ports.service),
    remoteList,
    isListRead,
    otherStorefronts,
    clock: ports.clock,
    random: ports.random,
    log: ports.log,
    wire: ports.wire,
    concurrency: ports.concurrency,
    crashPoint: ports.crashPoint,
    limits: pushLimitsOf(ports, run),
    remoteIds: new Map(),
    isRetried,
    takeDriftLookup,
  };
};
