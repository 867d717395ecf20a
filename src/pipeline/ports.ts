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
 * What the host makes of a transaction before its body is frozen: the same one, a changed one, or `skip`. The same transaction
 * must get the same answer every time, because a retry asks again. Its identity (`id`, `name`, `parentId`) stays whatever
 * the hook does. A hook that throws, or whose amounts do not balance, holds the sale.
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

/** The wire settings of a service, and by what its facts are kept. */
export interface WirePorts {
  /** Digest of address, API key and settings: with another one, the first transaction is looked at again. */
  readonly fingerprint: string;
  readonly settings: WireSettings;
}

/** What keeps sales from being sent: `reviews` of every sync database of this package is one. */
export interface PeriodStore {
  /** Months whose taxes are filed, `YYYY-MM`: what the service does not hold of them is held. */
  readonly closedPeriods: TE.TaskEither<StoreError, readonly { readonly month: string }[]>;
  /** The first and the last day that historical runs of a storefront were asked for; none when there is no such run. */
  readonly syncedDays: (storefront: string) => TE.TaskEither<StoreError, O.Option<DateRange>>;
  /** Shows what was sent, and by which settings. Default: not known, so that what changed since is only reported. */
  readonly auditRecords?: ReviewStore['auditRecords'];
  /** Shows what earlier runs tried in vain. Default: not known, so that it is tried before others, even where many fail. */
  readonly findMatters?: ReviewStore['findMatters'];
}

/** What settling a page reads and writes of the sync database before its commit. */
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
  | 'serviceFacts'
  | 'saveServiceFacts'
>;

/** Everything that the pipeline touches of the world. All effects come in here, so that it runs under a virtual clock. */
export interface SyncPorts {
  /** By the name of the host's choosing. */
  readonly storefronts: Readonly<Record<string, StorefrontPorts>>;
  readonly service: TaxService;
  /** How the service differs on the wire; default: in nothing. */
  readonly wire?: WirePorts;
  readonly store: SyncStore;
  /** Of this package, for audit records. */
  readonly version?: string;
  /** Which months are closed, and from which day a storefront was synced; in the sync database's own storage. */
  readonly reviews: PeriodStore;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Logger;
  readonly newRunId: () => string;
  /** Never exceeded by all requests of the service's key together, questions included; none leaves it to the service. */
  readonly requestsPerMinute: O.Option<number>;
  /**
   * The most requests of the service's key in progress at the same time; at least 1. How many are best is learned, up to this
   * number.
   */
  readonly concurrency: number;
  /** Called after each page; must not throw. */
  readonly report: (progress: Progress) => void;
  /** Asked often. Once true it stays true: what is in progress is finished and committed, and the run ends. */
  readonly isInterrupted: () => boolean;
  /** Names this process among those that share the sync database. */
  readonly owner: string;
  /** Whether the process of that name is known to have died, so that its storefronts can be taken at once. */
  readonly isGone: (owner: string) => boolean;
  /**
   * Milliseconds after which a lease ends that is not renewed; default: that of `limits.ts`. Short for a process that may be killed
   * at any moment, and that others cannot find to be gone.
   */
  readonly leaseLength?: number;
  /** A name for a part of this process that works beside its other parts, as the owner of leases. Default: `owner` alone. */
  readonly newOwner?: () => string;
  readonly beforePush?: BeforePush;
  /**
   * Called when a platform is asked, or waited for between two attempts; what it returns is called when that is over. Must not
   * throw.
   */
  readonly onQuestion?: () => () => void;
  /** Called when the service is asked, or waited for before that; otherwise like `onQuestion`. */
  readonly onServiceQuestion?: () => () => void;
  /** Reads the service's list, and pushes and commits a page, when its turn among the runs of this process has come. Default: at once. */
  readonly inTurn?: OneAtATime;
  /** Does nothing outside of tests. */
  readonly crashPoint: (name: CrashPoint) => void;
}
