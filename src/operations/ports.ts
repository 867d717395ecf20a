/** Everything that operations need from the outside: storefronts, the opened account, runs, counts, the clock and the log. */
import type { Registrations } from '../domain/registration.ts';
import type * as E from 'fp-ts/lib/Either.js';
import type * as T from 'fp-ts/lib/Task.js';
import type * as TE from 'fp-ts/lib/TaskEither.js';
import type { DateRange } from '../domain/date-range.ts';
import type { Clock, Logger } from '../domain/environment.ts';
import type { Inbox } from '../domain/inbox.ts';
import type { Instant } from '../domain/instant.ts';
import type { ReviewStore } from '../domain/review-store.ts';
import type { Run, RunRequest, RunStatus } from '../domain/run.ts';
import type { StoreError, SyncStore } from '../domain/sync-store.ts';
import type { Policy, PolicyChoices } from '../mapping/policy.ts';
import type { ReadinessFinding, SourceConnector } from '../mapping/source-connector.ts';
import type { Progress } from '../pipeline/progress.ts';
import type { HowToEnd } from '../pipeline/run-context.ts';
import type { CorrectionResult, CorrectionWay } from '../reconcile/correct.ts';
import type { Correctable, Correction } from '../reconcile/find-corrections.ts';
import type { Explanation } from '../reconcile/explanation.ts';
import type { PreviewedSale, PreviewedLine } from '../reconcile/preview-setting.ts';
import type { Reconciliation } from '../reconcile/reconciliation.ts';
import type { ReviewUrl } from '../reconcile/review-link.ts';
import type { TieOut } from '../reconcile/tie-out.ts';
import type { CountedStates } from '../reconcile/thresholds/exposure.ts';
import type { OperationFailure } from './failure.ts';
import type { KeepNewest } from './keep-newest.ts';

/** The progress of a run that this process works on or follows. */
export type LiveProgress = Pick<Progress, 'phase' | 'storefront' | 'windows' | 'listed' | 'counts' | 'stops'> & {
  readonly status: RunStatus;
};

/** How runs are started and followed. */
export interface RunPorts {
  /** Right: its id. */
  readonly start: (request: RunRequest) => TE.TaskEither<OperationFailure, string>;
  /** Ends a run, in this process or another, after requests in progress are done. Right(false) when it had ended. */
  readonly end: (runId: string, how: HowToEnd) => TE.TaskEither<OperationFailure, boolean>;
  /** Retries everything that failed or is held, or one line. `intoClosedPeriods`: whether the user agreed to that. */
  readonly retry: (
    run: Run,
    lineId: string | null,
    intoClosedPeriods: boolean,
  ) => TE.TaskEither<OperationFailure, string>;
  /** Makes this process follow a run that several processes share. Left out if runs are not shared. */
  readonly join?: (runId: string) => Promise<void>;
  /** Undefined when this process neither runs nor follows it. */
  readonly progress: (runId: string) => LiveProgress | undefined;
  /** Why a run last ended early in this process, one line per reason; empty without a reason. */
  readonly whyEnded: (runId: string) => readonly string[];
}

/** A file of sales, as a storefront of this process. */
export interface OpenedImport {
  readonly storefront: string;
  /** The days that the file covers. */
  readonly range: DateRange;
}

/** Files of sales that a person uploads. */
export interface ImportPorts {
  /**
   * Reads the whole file, and makes it a storefront for the next hour. `of`: the storefront whose sales it has. Left with `INVALID`
   * and a sentence that names lines and order numbers alone.
   */
  readonly open: (file: {
    readonly content: Uint8Array;
    readonly of: string;
  }) => TE.TaskEither<OperationFailure, OpenedImport>;
}

/** How the platform and the service are compared, day by day. */
export interface CountPorts {
  /** Counts in the background. Right(false) when another count is running. */
  readonly begin: (storefront: string, range: DateRange) => TE.TaskEither<OperationFailure, boolean>;
  /** The count that runs in this process; undefined without one. */
  readonly now: () => { readonly storefront: string; readonly range: DateRange } | undefined;
  /** Why the last count of a storefront failed in this process; undefined when it did not. */
  readonly failure: (storefront: string) => string | undefined;
  /** Compares storefronts of one account now, and keeps the counts of each day. */
  readonly reconcile: (
    storefronts: readonly string[],
    range: DateRange,
  ) => TE.TaskEither<OperationFailure, readonly Reconciliation[]>;
  /** Puts the platforms' own totals of a month, `YYYY-MM`, next to those of the service. */
  readonly tieOut: (
    storefronts: readonly string[],
    month: string,
  ) => TE.TaskEither<OperationFailure, readonly TieOut[]>;
}

/** An account once its sync database is open. */
export interface AccountState {
  readonly store: Pick<SyncStore, 'findRun' | 'summarizeRun' | 'findLines' | 'readCheckpoint'>;
  readonly reviews: ReviewStore;
  /** The states' thresholds as they were last counted, by the sales and settings that they were counted of. */
  readonly countedStates: KeepNewest<CountedStates>;
  /**
   * Whether the user sees all storefronts of the account, including storefronts that only the sync database knows: storefronts of
   * another process, or removed ones. Months are closed, and thresholds counted, for all of them together.
   */
  readonly seesAll: TE.TaskEither<StoreError, boolean>;
  readonly inbox: Pick<Inbox, 'saveResolution' | 'resolutions' | 'enqueue' | 'state' | 'newestDeliveries'>;
  /** Where to review transactions: see `reviewLink`. */
  readonly reviewUrl: ReviewUrl;
  /** Where the business is registered. */
  readonly registrations: Registrations;
  /** Since when the service gives no clear response; null while it does. */
  readonly unreachableSince: () => Instant | null;
  /**
   * What the policies of the account's storefronts say of single states. If several name one state, the first storefront's
   * setting holds.
   */
  readonly stateSettings: () => Pick<Policy, 'facilitatorLaws' | 'nexusThresholds'> & {
    /** One for each storefront. */
    readonly marketplaceSales: readonly Policy['marketplaceSales'][];
  };
  /** Limit of the API key; null when it is learned. */
  readonly requestsPerMinute: number | null;
  readonly explain: (storefront: string, sourceId: string) => TE.TaskEither<OperationFailure, Explanation>;
  /** See `src/reconcile/correct.ts`. */
  readonly corrections: {
    /** The first one is the default: if the wire profile names a way to change a transaction, that way. */
    readonly waysOf: (correction: Correctable) => readonly CorrectionWay[];
    readonly find: (storefront: string, record: string) => TE.TaskEither<OperationFailure, readonly Correction[]>;
    readonly apply: (
      correction: Correctable,
      way: CorrectionWay,
      by: string,
    ) => TE.TaskEither<OperationFailure, CorrectionResult>;
  };
  /** What would become of sales under another setting: see `previewSetting`. */
  readonly previewSetting: (lines: readonly PreviewedLine[], choice: PolicyChoices) => T.Task<readonly PreviewedSale[]>;
  /** Whether the service accepts the API key, and what is known about it; see `CheckRequest`. */
  readonly checkService: (manner: {
    readonly isProbe: boolean;
    readonly again: string;
    readonly namesFirst: boolean;
  }) => T.Task<readonly ReadinessFinding[]>;
}

/** The ports of one account or of all. */
export interface OperationPorts {
  /** In order of precedence. */
  readonly storefronts: () => readonly string[];
  /** The storefront of this name, or the storefronts of this shop or account. */
  readonly storefrontsOf: (nameOrAccount: string) => readonly string[];
  readonly connectorOf: (storefront: string) => SourceConnector | undefined;
  /** The account that a storefront belongs to. */
  readonly accountOf: (storefront: string) => string;
  /** The state of an account. Default: the account of these ports, or `default`. */
  readonly opened: (account?: string) => Promise<E.Either<OperationFailure, AccountState>>;
  /** The facts that are read of all accounts at once. */
  readonly allAccounts: () => Promise<E.Either<OperationFailure, Pick<Inbox, 'accountFacts' | 'countedDays'>>>;
  readonly runs: RunPorts;
  /** The public address of the handler, without a trailing slash; null if the host has set none. */
  readonly publicUrl: () => string | null;
  /** Whether webhooks may be subscribed to any address. The host and commands may do so; users may not. */
  readonly mayNameAnyAddress: boolean;
  /** Since when a storefront's platform gives this process no clear response; null while it does. */
  readonly unreachableSince: (storefront: string) => Instant | null;
  /** Starts processing of a storefront's new resync requests, if this process takes live sales. */
  readonly wake: (storefront: string) => void;
  readonly counts: CountPorts;
  /** Null for a user of some storefronts, who would not see the storefront of a file. */
  readonly imports: ImportPorts | null;
  readonly clock: Clock;
  readonly log: Logger;
}
