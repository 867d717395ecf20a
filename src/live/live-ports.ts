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
import type { AdvancedRun } from '../pipeline/advance-run.ts';
import type { FailureCause } from '../pipeline/failures.ts';
import type { BeforePush, SyncPorts } from '../pipeline/ports.ts';
import type { Schedule, ScheduledTask } from './schedule.ts';

/** The ports that each account has of its own. */
type OfAccount = 'service' | 'wire' | 'store' | 'reviews' | 'requestsPerMinute' | 'concurrency';

/** The ports that are the same for all accounts. */
export type SharedPorts = Omit<SyncPorts, OfAccount> & {
  /** Leases are of all accounts. */
  readonly store: Pick<SyncStore, 'acquireLease' | 'releaseLease'>;
};

/** Everything that the live worker touches of the world. The storefronts of `sync` may change: `add` and `remove` inform it. */
export type LivePorts =
  | OneAccountPorts
  | (CommonLivePorts & { readonly sync: SharedPorts; readonly accounts: LiveAccounts });

/** All storefronts are of the account whose ports these are. */
export type OneAccountPorts = CommonLivePorts & { readonly sync: SyncPorts; readonly accounts?: undefined };

interface CommonLivePorts {
  /** In the same storage as the sync database. */
  readonly inbox: Inbox;
  /** Keeps what a scheduled reconciliation found of each day. Left out, it is only sent as an event. */
  readonly reviews?: Pick<ReviewStore, 'saveDailyCounts'>;
  /** What the scheduled reconciliation remembers from night to night. Left out, it reads the whole list each time. */
  readonly proof?: ProofStore;
  readonly log: Logger;
  readonly schedule: Schedule;
  /** Milliseconds between two looks at the inbox while nothing is at work; default: `idlePollInterval`. */
  readonly idlePollInterval?: number;
  /** What it throws is logged and changes nothing. */
  readonly onEvent: (event: LiveEvent) => void;
  /** In place of that of `sync`. */
  readonly beforePush?: BeforePush;
}

/** The accounts of an installation. Each storefront belongs to one. */
export interface LiveAccounts {
  readonly nameOf: (storefront: string) => string;
  /** The same object until the account's key or settings change. Never rejects. */
  readonly open: (account: string) => Promise<E.Either<AccountFailure, LiveAccount>>;
  /** The account of a run; none when there is no such run. */
  readonly ofRun: (runId: string) => StoreResult<O.Option<string>>;
}

/** What live work on one account is done with. */
export interface LiveAccount {
  readonly sync: SyncPorts;
  readonly reviews: CommonLivePorts['reviews'];
  readonly proof: CommonLivePorts['proof'] | undefined;
  /** Commits for this account; null where the sync database has no job queue. */
  readonly jobs: JobQueue | null;
}

/** Why an account cannot be used now. */
export interface AccountFailure {
  readonly cause: Extract<FailureCause, 'credentials' | 'no answer'>;
  /** For the person who must act; never holds a key. */
  readonly message: string;
}

/** What a host may want to know as it happens. Ids, outcomes and reasons; never personal data. */
export type LiveEvent = { readonly storefront: string } & (
  | ({ readonly type: 'record.settled' } & SettledRecord)
  | ({ readonly type: 'record.held' } & SettledRecord)
  | ({ readonly type: 'record.failed' } & SettledRecord)
  /** Tried too often; a person looks at it. It is read again with the next change of its record. */
  | { readonly type: 'record.parked'; readonly sourceId: string; readonly attempts: number; readonly message: string }
  /**
   * Nothing of this storefront is read or pushed for a while, because credentials are refused or the service is out of
   * order. `who` is the storefront, or `service` for the Tax Nexus Service itself. Nothing is lost, the others go on.
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
  /** A scheduled reconciliation did not come to its end, so it proves nothing. `message` says what to do. */
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
  /** Id of the transaction, or the one that it would have. */
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
  /** Resync requests that were answered: records settled, put off or parked. */
  readonly resyncRequests: number;
  /** Scheduled tasks that were due and came to their end. */
  readonly tasks: readonly { readonly task: ScheduledTask; readonly storefront: string }[];
  /** Historical syncs that were not at their end and that it continued, or ended. */
  readonly historicalSyncs: readonly HistoricalProgress[];
  /** What was due and could not be done, such as everything at a platform that gives no answer. */
  readonly problems: readonly LiveProblem[];
  /** Whether its time was enough: nothing else that is due was left over for the next tick. */
  readonly isDone: boolean;
}

/** What a tick did of a historical sync. */
export type HistoricalProgress = Omit<AdvancedRun, 'stops'>;

/** Something that was due at a storefront and was not done. Nothing is lost by it. */
export interface LiveProblem {
  readonly storefront: string;
  /** The scheduled task that did not come to its end; null when it is not about one of them. */
  readonly task: ScheduledTask | null;
  readonly cause: FailureCause;
  /** For the person who must act; no personal data. */
  readonly message: string;
}
