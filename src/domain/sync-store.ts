/**
 * The interface of the sync database for runs: what the pipeline stores, so that a crash at any moment neither loses nor
 * doubles a transaction.
 */
import type * as E from 'fp-ts/lib/Either.js';
import type * as O from 'fp-ts/lib/Option.js';
import type * as TE from 'fp-ts/lib/TaskEither.js';
import type { AuditedAnswer, PageAudit } from './audit.ts';
import type { Decision } from './decision.ts';
import type { Instant } from './instant.ts';
import type { ChangesCommit, ChangesRead } from './older-sales.ts';
import type { ConfirmedTransaction, SentTransaction } from './sent.ts';
import type { AdjustmentKind, NamedSale, Outcome, ReportLine, Run, RunRequest, RunStatus, RunSummary } from './run.ts';

/** The sync database cannot be read or written. Nothing was lost: missing facts are found again at the service. */
export interface StoreError {
  readonly _tag: 'StoreError';
  readonly problem:
    | 'disk full'
    | 'read only'
    | 'corrupt'
    | 'busy'
    /** The database server does not answer; it may be restarting. */
    | 'unreachable'
    /** Another process has taken the lease or claim that a commit needs: see `FencingToken`. Nothing was written. */
    | 'taken over'
    | 'newer version'
    /** Sales of the storefront are sent to another account at the service. Nothing was written. */
    | 'other account'
    | 'cannot open'
    | 'other';
  readonly message: string;
}

export type StoreResult<A> = Promise<E.Either<StoreError, A>>;

/**
 * A transaction that we tried to send.
 *
 * `intent`: written before the first POST; the outcome is unknown until it is settled. `confirmed`: the service has it.
 * `refused`: the service refused this body for good.
 */
export interface Submission {
  readonly id: string;
  readonly status: 'intent' | 'confirmed' | 'refused';
  /** Digest of the frozen body. */
  readonly digest: string;
  /** The frozen body; null once it is confirmed or refused, when its address is dropped. */
  readonly body: string | null;
  /** The id that the service assigned; null where it keeps ours, or is not known. */
  readonly remoteId: string | null;
  readonly savedAt: Instant;
  /**
   * When the latest push attempt that may have arrived began; null when there was none, or when the service recognizes
   * duplicates by itself. See `recordAttempt`.
   */
  readonly attemptedAt: Instant | null;
}

/** A transaction that is about to be sent for the first time. */
export interface Intent {
  readonly storefront: string;
  readonly sourceId: string;
  /** Ids that prove which sale it is (`shopify:order:…`, `stripe:pi_…`); saving the intent claims them for its storefront. */
  readonly references: readonly string[];
  readonly id: string;
  readonly name: string;
  readonly body: string;
  readonly digest: string;
}

/** The intents that were not saved, by transaction id. */
export interface SavedIntents {
  /** The transaction of another storefront that had already claimed the sale. */
  readonly claimed: ReadonlyMap<string, SaleOwner>;
  /** The submission that exists already and keeps its frozen body. */
  readonly existing: ReadonlyMap<string, Submission>;
}

/** What the service's list showed, for comparison: see `Comparable`. `reportedTax`: its tax information, unchanged. */
export type ShownFields = Readonly<Record<string, string | undefined>>;

/** A transaction that the service holds, by its own id, which may be ours. */
export interface RemoteTransaction {
  readonly id: string;
  readonly name: string | null;
  /** Null when it is known from our own push only. */
  readonly shown: ShownFields | null;
}

/** A transaction that was sent for a sale, and the storefront that owns it. */
export interface SaleOwner {
  readonly storefront: string;
  /** The id of the transaction. */
  readonly id: string;
}

/** Something by which another storefront may recognize the sale of a transaction. */
export interface SaleReference {
  /** An id that proves it, such as `stripe:pi_…`; or the mark of a possible duplicate, which proves nothing. */
  readonly reference: string;
  readonly id: string;
  /** False in a dry run: such a reference counts within that run only, until it is finished. */
  readonly isPushed: boolean;
}

/** Everything that the store knows about the transactions of one page. */
export interface PageLookup {
  /** By transaction id. */
  readonly submissions: ReadonlyMap<string, Submission>;
  /** By transaction id: was in the service's list when it was last read. */
  readonly remoteById: ReadonlyMap<string, RemoteTransaction>;
  /** By our name: the service's list has a transaction of this name, under any id. */
  readonly remoteByName: ReadonlyMap<string, RemoteTransaction>;
  /** By report line id: the outcomes that this run has already settled. */
  readonly settledInRun: ReadonlyMap<string, Outcome>;
  /** By reference: the transactions of that sale, earliest first; after them transactions that this dry run would push. */
  readonly owners: ReadonlyMap<string, readonly SaleOwner[]>;
  /** By report line id; left out where nothing was decided. */
  readonly decisions?: ReadonlyMap<string, readonly Decision[]>;
}

export interface Checkpoint {
  /** Where to go on; none before the first page. */
  readonly cursor: O.Option<string>;
  readonly done: boolean;
}

/** The results of one page, committed atomically. */
export interface PageCommit extends ChangesCommit {
  readonly runId: string;
  readonly storefront: string;
  /** Null when there is nothing to move: a page that stopped half way, or a retry of single records. */
  readonly checkpoint: { readonly window: string; readonly next: O.Option<string> } | null;
  readonly lines: readonly ReportLine[];
  /**
   * References of sales that are now in the service and that no intent has claimed; in a dry run, of sales that it would
   * push.
   */
  readonly references: readonly SaleReference[];
  /** The outcomes of the intents. Each intent loses its body; a refused one loses its references, too. */
  readonly settledIntents: readonly (AuditedAnswer & {
    readonly status: 'confirmed' | 'refused';
    /** The id that the service assigned, where it is not ours. */
    readonly remoteId?: string;
    /** With `confirmed`: the digest of what the service has, where that is not the frozen body. */
    readonly digest?: string;
    /** With `confirmed`: what the service showed of it. */
    readonly shown?: ShownFields;
  })[];
  /** Each settled intent leaves an audit record in the same commit: see `AuditRecord`. */
  readonly audit?: PageAudit;
}

/**
 * Proof that a process may commit: the lease of a storefront or, with `recordId`, the claim of a resync request. A process
 * that was suspended may wake up after another one took over; its older findings must not overwrite newer ones.
 */
export interface FencingToken {
  readonly storefront: string;
  readonly recordId?: string;
  /** The owner that was passed to `acquireLease` or `claim`. */
  readonly owner: string;
}

export interface RemoteIndexState {
  /** Number of the latest scan, from the head to the end or to what an earlier complete scan had seen. */
  readonly scan: number;
  /** Whether any scan was ever completed. */
  readonly isComplete: boolean;
  /** Where an interrupted scan goes on. */
  readonly cursor: O.Option<string>;
}

export interface RemoteIndexPage {
  /** 0 for transactions that were fetched by id, outside of any scan. */
  readonly scan: number;
  readonly transactions: readonly RemoteTransaction[];
  readonly next: O.Option<string>;
  readonly completesScan: boolean;
  /** Transactions count as seen before only if a scan up to this number saw them. Default: any scan. */
  readonly knownBy?: number | undefined;
}

/** Which report lines of a run to read; they come in the order in which they were settled. */
export interface LineFilter {
  readonly outcomes?: readonly Outcome[];
  readonly storefront?: string;
  readonly id?: string;
  readonly reason?: string;
  readonly finding?: string;
  /** `CA`, `CA-ON`, `DE-*`: see `jurisdictionOf`. */
  readonly jurisdiction?: string;
  /** `YYYY-MM`. */
  readonly month?: string;
  /** A part of the name or an id (of more than 100,000 lines: the whole), a place by code or name, or an amount; in any case. */
  readonly text?: string;
  /** Only sales with adjustments: a refund, an edit, a drift. */
  readonly hasAdjustments?: boolean;
  /** Only sales with an adjustment of this kind that was not sent as a separate transaction. */
  readonly unsentAdjustment?: AdjustmentKind;
}

export interface LinePage {
  readonly lines: readonly ReportLine[];
  /** Pass it as `after` for the following page; none after the last. */
  readonly next: O.Option<string>;
}

/**
 * The durable state of all runs. Every method is atomic.
 * The database may be lost, rolled back or erased at any time: effectively-once rests on deterministic ids and the
 * service's 409. The store saves requests, remembers reasons, and separates our unconfirmed pushes from others' work.
 */
export interface SyncStore extends ChangesRead<StoreError> {
  /** The unfinished run of an equal request (see `isFinalStatus`), or a new one with the given id. */
  readonly openRun: (request: RunRequest, fresh: { id: string; at: Instant }) => TE.TaskEither<StoreError, Run>;
  /** A run by its id, or the newest historical one. */
  readonly findRun: (id: O.Option<string>) => TE.TaskEither<StoreError, O.Option<Run>>;
  readonly setTimeZone: (runId: string, storefront: string, timeZone: string) => TE.TaskEither<StoreError, void>;
  /** Records how a run ended. A finished run stays as it is, without an error. */
  readonly closeRun: (runId: string, status: RunStatus, at: Instant) => TE.TaskEither<StoreError, void>;

  /**
   * Leases the storefront to one process until `until` (milliseconds since 1970). Right(none) when acquired or renewed;
   * some(owner) while another owner, whom `isGone` does not report dead, has an unexpired lease. A lease that ends more
   * than `maxClockSkew` after `until`, or after `maxUntil` where that is given, was taken by a wrong clock and is ignored.
   *
   * With `renews` a lease is only renewed: some(the present owner, or '' when free) when it was lost.
   */
  readonly acquireLease: (
    storefront: string,
    owner: string,
    times: { readonly now: number; readonly until: number; readonly maxUntil?: number; readonly renews?: boolean },
    isGone: (owner: string) => boolean,
  ) => TE.TaskEither<StoreError, O.Option<string>>;
  readonly releaseLease: (storefront: string, owner: string) => TE.TaskEither<StoreError, void>;

  readonly readCheckpoint: (runId: string, storefront: string, window: string) => TE.TaskEither<StoreError, Checkpoint>;
  /** Looks up the ids, names and references of one page: at most a few hundred transactions. */
  readonly lookUpTransactions: (
    runId: string,
    wanted: readonly { readonly id: string; readonly name: string; readonly references?: readonly string[] }[],
  ) => TE.TaskEither<StoreError, PageLookup>;
  /**
   * Durable before the first POST. An id that was already tried keeps its frozen body, unless the service refused that
   * body for good: then it never arrived.
   *
   * Intents whose sale another storefront has claimed are not saved and must not be pushed, so that of two processes that
   * find one sale at the same time only one pushes it.
   *
   * With a fencing token that is no longer valid, nothing is saved: Left(`taken over`).
   */
  readonly saveIntents: (
    intents: readonly Intent[],
    at: Instant,
    fence?: FencingToken,
  ) => TE.TaskEither<StoreError, SavedIntents>;
  /**
   * Records that a push attempt begins, unless another one began since the caller looked: compare-and-set, so that of two
   * processes only one pushes a transaction. Right(none) when recorded, or when there is no such submission; else the
   * submission as it is now.
   * @param since `attemptedAt` as the caller knows it
   * @param at null records that the attempt did not arrive
   */
  readonly recordAttempt: (
    id: string,
    since: Instant | null,
    at: Instant | null,
  ) => TE.TaskEither<StoreError, O.Option<Submission>>;
  /** With a fencing token that is no longer valid, nothing is written: Left(`taken over`). */
  readonly commitPage: (page: PageCommit, at: Instant, fence?: FencingToken) => TE.TaskEither<StoreError, void>;

  readonly remoteIndexState: TE.TaskEither<StoreError, RemoteIndexState>;
  /**
   * Saves a page of the service's list. Right(n): how many of its transactions an earlier complete scan had already seen;
   * when all of them, the scan may end here.
   */
  readonly saveRemoteIndexPage: (page: RemoteIndexPage) => TE.TaskEither<StoreError, number>;
  /** Whether the service lists sales of a platform (`stripe`) without references here: the database may have been lost. */
  readonly hasSalesWithoutReferences: (platform: string) => TE.TaskEither<StoreError, boolean>;
  /** The latest confirmed transactions, newest first: the service must have them if it is the same one. */
  readonly findNewestConfirmed: (limit: number) => TE.TaskEither<StoreError, readonly ConfirmedTransaction[]>;
  /**
   * Whether the service holds transactions that were not sent from this database: an earlier database was lost, or another
   * program sent them.
   */
  readonly holdsUnsent: () => TE.TaskEither<StoreError, boolean>;
  /**
   * Records of a storefront with a push whose outcome has been unknown since before `savedBefore`, and no line in the run: their ids
   * after `after`, in order, a hundred at most.
   */
  readonly findUnconfirmed: (
    storefront: string,
    without: { readonly runId: string; readonly savedBefore: Instant; readonly after: string },
  ) => TE.TaskEither<StoreError, readonly string[]>;
  /** By the id of the sale, everything that was sent for it in addition to the sale itself. At most a few hundred sales. */
  readonly findSentUnder: (
    saleIds: readonly string[],
  ) => TE.TaskEither<StoreError, ReadonlyMap<string, readonly SentTransaction[]>>;
  /**
   * What the service's list shows under these names of sales, and under names that begin with one of them: where the service assigns
   * ids, a new database knows by names alone what was sent. Names in the answer are keys, without case and punctuation. At most a few
   * hundred sales.
   */
  readonly findListedUnder: (saleNames: readonly string[]) => TE.TaskEither<StoreError, readonly RemoteTransaction[]>;
  /** By id, what may have been sent of a record: the newest historical run with a line of it, dry runs excluded, or null. */
  readonly findSent: (storefront: string, id: string) => TE.TaskEither<StoreError, ReadonlyMap<string, string | null>>;

  /** `ServiceFacts` as JSON, by a digest of the service's address, key and wire settings. */
  readonly serviceFacts: (service: string) => TE.TaskEither<StoreError, O.Option<string>>;
  readonly saveServiceFacts: (service: string, facts: string, at: Instant) => TE.TaskEither<StoreError, void>;

  readonly summarizeRun: (runId: string) => TE.TaskEither<StoreError, RunSummary>;
  readonly findLines: (
    runId: string,
    filter: LineFilter,
    page: { readonly after: O.Option<string>; readonly limit: number },
  ) => TE.TaskEither<StoreError, LinePage>;
  /** At most 20 sales of a storefront, in any run, that have this number behind the platform; else as a word of their names. */
  readonly findByNumber: (storefront: string, number: string) => TE.TaskEither<StoreError, readonly NamedSale[]>;

  readonly close: TE.TaskEither<StoreError, void>;
}
