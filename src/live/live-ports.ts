/** What live work needs from its host, and the events and tick results that it returns. */
import type * as E from 'fp-ts/lib/Either.js';
import type * as O from 'fp-ts/lib/Option.js';
import type { JobQueue } from '../domain/job-queue.ts';
import type { StoreResult, SyncStore } from '../domain/sync-store.ts';
import type { Logger } from '../domain/environment.ts';
import type { HoldReason, SkipReason } from '../domain/exclusion.ts';
import type { Inbox } from '../domain/inbox.ts';
import type { ProofStore } from '../domain/proof-store.ts';
import type { ReviewStore } from '../domain/review-store.ts';
import type { FailureReason, Outcome, ReportLine } from '../domain/run.ts';
import type { AdvancedRun } from '../pipeline/historical-sync.ts';
import type { FailureCause } from '../pipeline/failures.ts';
import type { BeforePush, SyncPorts } from '../pipeline/ports.ts';
import type { Schedule, ScheduledTask } from './schedule.ts';

/** The ports that differ for each account. */
type OfAccount = 'service' | 'wire' | 'store' | 'reviews' | 'requestsPerMinute' | 'concurrency';

/** The ports that are the same for all accounts. */
export type SharedPorts = Omit<SyncPorts, OfAccount> & {
  /** All accounts share the leases. */
  readonly store: Pick<SyncStore, 'acquireLease' | 'releaseLease'>;
};

/**
 * Everything that the live worker uses of its environment. The storefronts of `sync` may change: `add` and `remove` inform it.
 */
export type LivePorts =
  | OneAccountPorts
  | (CommonLivePorts & { readonly sync: SharedPorts; readonly accounts: LiveAccounts });

/** All storefronts belong to the account of these ports. */
export type OneAccountPorts = CommonLivePorts & { readonly sync: SyncPorts; readonly accounts?: undefined };

interface CommonLivePorts {
  /** In the same storage as the sync database. */
  readonly inbox: Inbox;
  /** Keeps the daily counts of a scheduled reconciliation, and removes old details. If left out, counts are only sent as an event. */
  readonly reviews?: Pick<ReviewStore, 'prune' | 'saveDailyCounts'>;
  /** The memory of the scheduled reconciliation from night to night. If left out, it reads the whole list each time. */
  readonly proof?: ProofStore;
  readonly log: Logger;
  readonly schedule: Schedule;
  /** Months for which details of old runs are kept; null or left out: forever. */
  readonly retentionMonths?: number | null;
  /** Milliseconds between two checks of the inbox while there is no work; default: `idlePollInterval`. */
  readonly idlePollInterval?: number;
  /** Errors that it throws are logged and change nothing. */
  readonly onEvent: (event: LiveEvent) => void;
  /** Replaces `beforePush` of `sync`. */
  readonly beforePush?: BeforePush;
}

/** The accounts of an installation. Each storefront belongs to one. */
export interface LiveAccounts {
  readonly nameOf: (storefront: string) => string;
  /** The same object until the account's key or settings change. Never rejects. */
  readonly open: (account: string) => Promise<E.Either<AccountFailure, LiveAccount>>;
  /** The account of a run; none if there is no such run. */
  readonly ofRun: (runId: string) => StoreResult<O.Option<string>>;
}

/** The ports for live work on one account. */
export interface LiveAccount {
  readonly sync: SyncPorts;
  readonly reviews: CommonLivePorts['reviews'];
  readonly proof: CommonLivePorts['proof'] | undefined;
  /** Commits for this account; null if the sync database has no job queue. */
  readonly jobs: JobQueue | null;
}

/** Why an account cannot be used now. */
export interface AccountFailure {
  readonly cause: Extract<FailureCause, 'credentials' | 'no answer'>;
  /** For the person who must act; never holds a key. */
  readonly message: string;
}

/** What a host may want to know at once. Ids, outcomes and reasons; never personal data. */
export type LiveEvent = { readonly storefront: string } & (
  | ({ readonly type: 'record.settled' } & SettledRecord)
  | ({ readonly type: 'record.held' } & SettledRecord)
  | ({ readonly type: 'record.failed' } & SettledRecord)
  /** Attempted too often, so a person must look at it. The next change of the record reads it again. */
  | { readonly type: 'record.parked'; readonly sourceId: string; readonly attempts: number; readonly message: string }
  /**
   * Nothing of this storefront is read or pushed for a while, because credentials are refused or the service does not work. `who`
   * is the storefront, or `service` for the Tax Nexus Service. Nothing is lost, and the other storefronts continue.
   */
  | {
      readonly type: 'storefront.stopped';
      readonly who: string;
      readonly cause: 'credentials' | 'address' | 'no answer' | 'refused';
      readonly message: string;
    }
  | {
      readonly type: 'catchUp.finished';
      readonly upTo: string;
      readonly counts: Readonly<Record<Outcome, number>>;
    }
  | {
      readonly type: 'reconcile.finished';
      readonly range: { readonly from: string; readonly to: string };
      readonly isComplete: boolean;
      readonly differences: number;
    }
  /** A scheduled reconciliation did not finish, so it proves nothing. `message` names the remedy. */
  | {
      readonly type: 'reconcile.failed';
      readonly range: { readonly from: string; readonly to: string };
      readonly cause: FailureCause;
      readonly message: string;
    }
);

/** A transaction of a record, settled. */
export interface SettledRecord {
  readonly sourceId: string;
  /** The id of the transaction, or the id that it would have. */
  readonly transactionId: string;
  readonly outcome: Outcome;
  readonly reason: SkipReason | HoldReason | FailureReason | null;
  readonly message: string | null;
}

export const eventOf = ({ storefront, sourceId, id, outcome, reason, message }: ReportLine): LiveEvent => ({
  storefront,
  type: outcome === 'held' ? 'record.held' : outcome === 'failed' ? 'record.failed' : 'record.settled',
  sourceId,
  transactionId: id,
  outcome,
  reason,
  message,
});

/** What one `tick` did. */
export interface TickResult {
  /** Resync requests that were answered: records that were settled, postponed or parked. */
  readonly resyncRequests: number;
  /** Scheduled tasks that were due and finished. */
  readonly tasks: readonly { readonly task: ScheduledTask; readonly storefront: string }[];
  /** Unfinished historical syncs that it continued or finished. */
  readonly historicalSyncs: readonly HistoricalProgress[];
  /** Due work that could not be done, such as everything at a platform that does not respond. */
  readonly problems: readonly LiveProblem[];
  /** Whether its time was enough: no due work was left for the next tick. */
  readonly isDone: boolean;
}

/** What a tick did for a historical sync. */
export type HistoricalProgress = Omit<AdvancedRun, 'stops'>;

/** Due work at a storefront that was not done. Nothing is lost by it. */
export interface LiveProblem {
  readonly storefront: string;
  /** The scheduled task that did not finish; null if the problem is about no task. */
  readonly task: ScheduledTask | null;
  readonly cause: FailureCause;
  /** For the person who must act; no personal data. */
  readonly message: string;
}
