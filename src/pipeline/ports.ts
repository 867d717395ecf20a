/**
 * Everything that the pipeline needs from outside, as functions: tests and simulations replace the platforms, the service,
 * the clock and the database.
 */
import type * as O from 'fp-ts/lib/Option.js';
import type * as TE from 'fp-ts/lib/TaskEither.js';
import type { DateRange } from '../domain/date-range.ts';
import type { Clock, Logger, Random } from '../domain/environment.ts';
import type { ReviewStore } from '../domain/review-store.ts';
import type { StoreError, SyncStore } from '../domain/sync-store.ts';
import type { WireSettings } from '../domain/wire-settings.ts';
import type { TaxService } from '../domain/tax-service.ts';
import type { Transaction } from '../domain/transaction.ts';
import type { Policy } from '../mapping/policy.ts';
import type { SourceConnector } from '../mapping/source-connector.ts';
import type { OneAtATime } from '../domain/async.ts';
import type { Progress } from './progress.ts';

/** A storefront as the pipeline reads and maps it. */
export interface StorefrontPorts {
  readonly connector: SourceConnector;
  readonly policy: Policy;
  /** See `StorefrontSource`. */
  readonly since?: string | null;
}

/**
 * The host's hook before a body is frozen: returns the transaction, a changed one, or `skip`. The same transaction must get
 * the same answer every time, because a retry asks again. The hook cannot change its identity (`id`, `name`, `parentId`). A
 * hook that throws, or whose amounts do not balance, holds the sale.
 */
export type BeforePush = (
  transaction: Transaction,
  context: { readonly storefront: string; readonly sourceId: string },
) => Transaction | 'skip' | Promise<Transaction | 'skip'>;

/** Moments at which a test kills the process. */
export type CrashPoint =
  | 'before_page'
  | 'after_page_read'
  | 'after_intents'
  | 'before_post'
  | 'after_post_before_commit'
  | 'after_get_before_commit'
  | 'after_page_commit'
  | 'after_changes_read'
  | 'after_claim'
  | 'after_record_read'
  | 'after_record_commit';

/** The wire settings of a service, and the key under which its facts are stored. */
export interface WirePorts {
  /** Digest of address, API key and settings: with another one, the first transaction is looked at again. */
  readonly fingerprint: string;
  readonly settings: WireSettings;
}

/** The part of the sync database that keeps sales from being sent; `reviews` of each sync database of this package is one. */
export interface PeriodStore {
  /** Months whose taxes are filed, `YYYY-MM`: their unsent sales are held. */
  readonly closedPeriods: TE.TaskEither<StoreError, readonly { readonly month: string }[]>;
  /** The first and the last day that historical runs of a storefront were asked for; none when there is no such run. */
  readonly syncedDays: (storefront: string) => TE.TaskEither<StoreError, O.Option<DateRange>>;
  /** Shows what was sent, and with which settings. Default: not known, so that later changes are only reported. */
  readonly auditRecords?: ReviewStore['auditRecords'];
  /**
   * Shows what earlier runs tried in vain. Default: not known, so that such sales are tried first again, even where many
   * fail.
   */
  readonly findMatters?: ReviewStore['findMatters'];
}

/** The methods of the sync database that settling a page uses before its commit. */
export type PageStore = Pick<
  SyncStore,
  | 'lookUpTransactions'
  | 'saveIntents'
  | 'recordAttempt'
  | 'findLines'
  | 'findSent'
  | 'findSentUnder'
  | 'findListedUnder'
  | 'findByNumber'
  | 'findNewestConfirmed'
  | 'holdsUnsent'
  | 'serviceFacts'
  | 'saveServiceFacts'
>;

/** All effects of the pipeline. */
export interface SyncPorts {
  /** By the name that the host chose. */
  readonly storefronts: Readonly<Record<string, StorefrontPorts>>;
  readonly service: TaxService;
  /** How the service's JSON differs from ours; default: not at all. */
  readonly wire?: WirePorts;
  readonly store: SyncStore;
  /** The version of this package, for audit records. */
  readonly version?: string;
  /** Which months are closed, and from which day a storefront was synced; in the sync database's own storage. */
  readonly reviews: PeriodStore;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Logger;
  readonly newRunId: () => string;
  /** The limit for all requests with the service's key together, lookups included; none: only the service limits them. */
  readonly requestsPerMinute: O.Option<number>;
  /**
   * The most requests of the service's key in progress at the same time; at least 1. The best number is learned, up to this
   * one.
   */
  readonly concurrency: number;
  /** Called after each page; must not throw. */
  readonly report: (progress: Progress) => void;
  /** Called often. Once true it stays true: work in progress is finished and committed, and the run ends. */
  readonly isInterrupted: () => boolean;
  /** Names this process among those that share the sync database. */
  readonly owner: string;
  /** Whether the process of that name is known to have died, so that its storefronts can be taken at once. */
  readonly isGone: (owner: string) => boolean;
  /**
   * Milliseconds after which a lease ends that is not renewed; default: see `limits.ts`. Choose a short one for a process
   * that may be killed at any moment without others noticing.
   */
  readonly leaseLength?: number;
  /** A new name for a part of this process that works in parallel, as the owner of leases. Default: `owner`. */
  readonly newOwner?: () => string;
  readonly beforePush?: BeforePush;
  /**
   * Called when a request to a platform begins, with its retries; the returned function is called when it is over. Must not
   * throw.
   */
  readonly onQuestion?: () => () => void;
  /** The same for a request to the service, with the wait before it. */
  readonly onServiceQuestion?: () => () => void;
  /**
   * Runs the reading of the service's list, or the push and commit of a page, when its turn among the runs of this process
   * has come. Default: at once.
   */
  readonly inTurn?: OneAtATime;
  /** Does nothing outside of tests. */
  readonly crashPoint: (name: CrashPoint) => void;
}
