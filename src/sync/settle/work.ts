import type { Clock, Logger, Random } from '../../domain/environment.ts';
import type { SyncStore } from '../../domain/sync-store.ts';
import type { Outcome } from '../../domain/run.ts';
import type { Lane } from '../pace/lane.ts';
import type { ServiceGate } from '../pace/service-gate.ts';
import type { SyncPorts } from '../ports.ts';
import type { RemoteList } from '../presence/remote-list.ts';
import type { PushLimits } from './push-limits.ts';
import type { Elsewhere } from '../rivals/elsewhere.ts';

/** What settling the transactions of one storefront of a run takes. */
export interface Work {
  readonly runId: string;
  readonly storefront: string;
  readonly dryRun: boolean;
  readonly book: Pick<
    SyncStore,
    'lookUpTransactions' | 'saveIntents' | 'recordAttempt' | 'findLines' | 'serviceFacts' | 'saveServiceFacts'
  >;
  readonly lane: Lane;
  readonly gate: ServiceGate;
  readonly remoteList: RemoteList;
  readonly elsewhere: Elsewhere;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Logger;
  readonly wire: SyncPorts['wire'] | undefined;
  readonly concurrency: number;
  readonly crashPoint: SyncPorts['crashPoint'];
  /** Whether the list was read for this run. */
  readonly isListRead: boolean;
  readonly limits: PushLimits;
  /** Ids that the service assigned to sales of the page at hand, by ours: the record book does not know them yet. */
  readonly remoteIds: ReadonlyMap<string, string>;
  /** Outcomes of this run that are to be replaced; none but in a retry. */
  readonly isRetried: (outcome: Outcome) => boolean;
  /** Takes one of the questions that drifted transactions may cost; false when none is left. */
  readonly takeDriftQuestion: () => boolean;
}
