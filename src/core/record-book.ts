import type * as O from 'fp-ts/lib/Option.js';
import type * as TE from 'fp-ts/lib/TaskEither.js';
import type { Instant } from './instant.ts';
import type { MovementKind, Outcome, Run, RunEntry, RunRequest, RunStatus, RunSummary } from './run.ts';

/** The record book cannot be read or written. Nothing was lost: what is not in it is found again at the service. */
export interface BookError {
  readonly _tag: 'BookError';
  readonly problem:
    | 'disk full'
    | 'read only'
    | 'corrupt'
    | 'busy'
    /** The database server does not answer; it may be restarting. */
    | 'unreachable'
    /** The hold that a commit rests on is another's by now: see `Hold`. Nothing was written. */
    | 'taken over'
    | 'newer version'
    | 'cannot open'
    | 'other';
  /** What to do about it. */
  readonly message: string;
}

/**
 * What we know of one transaction that we tried to send.
 *
 * `intent`: written before the first POST; whether it arrived is unknown until it is settled. `confirmed`: the service
 * holds it. `refused`: the service refused this body for good. `conflict`: only in stores of before 0.1.0, for what the
 * service held otherwise.
 */
export interface Sending {
  readonly id: string;
  readonly status: 'intent' | 'confirmed' | 'refused' | 'conflict';
  /** Digest of the frozen body. */
  readonly digest: string;
  /** The frozen body; null once it is confirmed or refused, when its address is dropped. */
  readonly body: string | null;
  /** The id that the service assigned; null where it keeps ours, or is not known. */
  readonly remoteId: string | null;
  /** When the intent was saved. */
  readonly savedAt: Instant;
  /**
   * When the latest attempt at pushing it began that may have arrived; null when there was none, or when it was made at a
   * service that recognizes a second one. See `noteAttempt`.
   */
  readonly attemptedAt: Instant | null;
}

/** A transaction that is about to be sent for the first time. */
export interface Intent {
  readonly storefront: string;
  readonly sourceId: string;
  /** Ids that prove which sale it tells (`shopify:order:…`, `stripe:pi_…`): with it, they are claimed for its storefront. */
  readonly references: readonly string[];
  readonly id: string;
  readonly name: string;
  readonly body: string;
  readonly digest: string;
}

/** What became of intents that were to be saved, by transaction id; the others are saved. */
export interface SavedIntents {
  /** By which transaction of another storefront the sale was claimed before. */
  readonly claimed: ReadonlyMap<string, Owner>;
  /** What was known before of one that keeps its frozen body. */
  readonly earlier: ReadonlyMap<string, Sending>;
}

/**
 * What the list showed of a transaction, to be compared: see `Comparable`. `reportedTax` is the tax information of the
 * service, as it was given.
 */
export type Shown = Readonly<Record<string, string | undefined>>;

/** A transaction that the service holds, by its own id, which may be ours. */
export interface Presence {
  readonly id: string;
  readonly name: string | null;
  /** Null when no list showed it yet: our own push noted it. */
  readonly shown: Shown | null;
}

/** A transaction that the service confirmed. */
export interface ConfirmedTransaction {
  readonly id: string;
  readonly name: string;
  readonly remoteId: string | null;
}

/** A transaction that tells a sale, and whose it is. */
export interface Owner {
  readonly storefront: string;
  /** Of the transaction. */
  readonly id: string;
}

/** Something by which another storefront may know the sale that a transaction tells. */
export interface SaleReference {
  /** An id that proves it, such as `stripe:pi_…`; or a likeness, which proves nothing. */
  readonly reference: string;
  /** Of the transaction. */
  readonly id: string;
  /** False in a dry run, which would tell it: such a reference counts within that run alone, until it is finished. */
  readonly isTold: boolean;
}

/** Everything that the book knows about the transactions of one page. */
export interface Known {
  /** By transaction id. */
  readonly sendings: ReadonlyMap<string, Sending>;
  /** By transaction id: the service's list held it when it was last read. */
  readonly presentIds: ReadonlyMap<string, Presence>;
  /** By our name: the service's list held this name, whatever its form, under whatever id. */
  readonly presentNames: ReadonlyMap<string, Presence>;
  /** Entry ids that this run has already settled. */
  readonly settledInRun: ReadonlyMap<string, Outcome>;
  /** By reference: whose transactions tell that sale, the earliest first; behind them those that this dry run would tell. */
  readonly owners: ReadonlyMap<string, readonly Owner[]>;
}

/** How far reading has come in one window of one storefront of a run. */
export interface Checkpoint {
  /** Where to go on; none before the first page. */
  readonly cursor: O.Option<string>;
  readonly done: boolean;
}

/** One page's worth of results; it is written whole or not at all. */
export interface PageCommit {
  readonly runId: string;
  readonly storefront: string;
  /** Null when there is nothing to move: a page stopped half way, or a retry of single records. */
  readonly checkpoint: { readonly window: string; readonly next: O.Option<string> } | null;
  readonly entries: readonly RunEntry[];
  /** Of sales that the service holds by now, as far as no intent has claimed them; in a dry run of those it would tell. */
  readonly references: readonly SaleReference[];
  /** What became of the intents. Each loses its body, and one that was refused for good its references, too. */
  readonly settled: readonly {
    readonly id: string;
    readonly status: 'confirmed' | 'refused';
    /** The id that the service assigned, where it is not ours. */
    readonly remoteId?: string;
    /** With `confirmed`: of what the service holds, where that is not the frozen body. */
    readonly digest?: string;
    /** With `confirmed`: what the service showed of it. */
    readonly shown?: Shown;
  }[];
}

/**
 * What gives its holder the right to commit: the lease of a storefront or, with `recordId`, the claim of a bell. A holder that
 * was stopped may wake after another one took over. What it has found is older then, and must not replace what the other has.
 */
export interface Hold {
  readonly storefront: string;
  readonly recordId?: string;
  /** As it was given to `lease` or `claim`. */
  readonly owner: string;
}

/** How much of the service's list has been read. */
export interface PresenceState {
  /** Counts the walks from the head to the end, or to what an earlier complete walk had seen. */
  readonly walk: number;
  /** Whether a walk was ever completed. */
  readonly complete: boolean;
  /** Where the latest walk goes on, when it was left off. */
  readonly cursor: O.Option<string>;
}

export interface PresencePage {
  /** 0 for what was asked for by id: it moves no walk. */
  readonly walk: number;
  readonly transactions: readonly Presence[];
  readonly next: O.Option<string>;
  /** Whether this page ends the walk. */
  readonly completes: boolean;
}

/** Which entries of a run to read, in the order in which they were settled. */
export interface EntryFilter {
  readonly outcomes?: readonly Outcome[];
  readonly storefront?: string;
  /** Of the entry. */
  readonly id?: string;
  readonly reason?: string;
  /** Entries of which a person should look at this. */
  readonly finding?: string;
  /** Where the transaction counts: `CA`, `CA-ON`, `DE-*`. */
  readonly place?: string;
  /** `YYYY-MM`. */
  readonly month?: string;
  /** A part of the name, of the record's id or of the entry's, whatever its case. */
  readonly text?: string;
  /** Only sales after which something happened: a refund, an edit, a drift. */
  readonly isMoved?: boolean;
  /** Only sales after which this happened without being told as a transaction of its own. */
  readonly untold?: MovementKind;
}

export interface EntryPage {
  readonly entries: readonly RunEntry[];
  /** Pass it as `after` for the following page; none after the last. */
  readonly next: O.Option<string>;
}

/**
 * The record book: our durable state. Every method is atomic: it happens whole, durably, or not at all.
 *
 * The book may be lost, rolled back or erased at any time: effectively-once rests on deterministic ids and the service's
 * 409, not on the book. It saves requests, remembers why, and tells our own unknown outcomes from other people's work.
 */
export interface RecordBook {
  /** The run of an equal request that is not over (see `isFinal`), or a new one with the given id. */
  readonly openRun: (request: RunRequest, fresh: { id: string; at: Instant }) => TE.TaskEither<BookError, Run>;
  /** A run by its id, or the newest historical one. */
  readonly findRun: (id: O.Option<string>) => TE.TaskEither<BookError, O.Option<Run>>;
  readonly setTimeZone: (runId: string, storefront: string, timeZone: string) => TE.TaskEither<BookError, void>;
  /** Notes how a run ended. A run that is over stays as it ended, without an error. */
  readonly closeRun: (runId: string, status: RunStatus, at: Instant) => TE.TaskEither<BookError, void>;

  /**
   * Takes the storefront for one process until `until` (milliseconds since 1970). Right(none) when taken or renewed;
   * some(owner) when another owner holds it, whose lease has not run out and who `isGone` does not say has died. A lease that
   * ends more than `mostSkew` after `until` was taken by a wrong clock, and counts for nothing.
   *
   * With `renews` a lease is only renewed: some(whose it is by now, or '' when it is free) when it is the owner's no more.
   */
  readonly lease: (
    storefront: string,
    owner: string,
    times: { readonly now: number; readonly until: number; readonly renews?: boolean },
    isGone: (owner: string) => boolean,
  ) => TE.TaskEither<BookError, O.Option<string>>;
  readonly release: (storefront: string, owner: string) => TE.TaskEither<BookError, void>;

  readonly checkpoint: (runId: string, storefront: string, window: string) => TE.TaskEither<BookError, Checkpoint>;
  /** Looks up entries' ids, names and references for one page; at most a few hundred entries at a time. */
  readonly lookUp: (
    runId: string,
    wanted: readonly { readonly id: string; readonly name: string; readonly references?: readonly string[] }[],
  ) => TE.TaskEither<BookError, Known>;
  /**
   * Durable before the first POST. An id that was already tried keeps its frozen body, unless that was refused for
   * good or found another transaction under its id: then it has never arrived.
   *
   * Those whose sale another storefront had claimed before are not saved and must not be pushed: so of two processes that come
   * upon one sale at the same time, one tells it.
   *
   * With a hold that is another's by now, nothing is saved: Left(`taken over`).
   */
  readonly saveIntents: (
    intents: readonly Intent[],
    at: Instant,
    hold?: Hold,
  ) => TE.TaskEither<BookError, SavedIntents>;
  /**
   * Notes that an attempt at pushing an intent begins, unless another one began since the caller looked: so of two processes
   * that come upon one transaction at the same time, one pushes it. Right(none) when it is noted, or when the book knows
   * nothing of it; else what the book knows by now.
   *
   * @param since `attemptedAt` as the caller knows it
   * @param at null notes that the attempt did not arrive
   */
  readonly noteAttempt: (
    id: string,
    since: Instant | null,
    at: Instant | null,
  ) => TE.TaskEither<BookError, O.Option<Sending>>;
  /** With a hold that is another's by now, nothing is written: Left(`taken over`). */
  readonly commitPage: (page: PageCommit, at: Instant, hold?: Hold) => TE.TaskEither<BookError, void>;

  readonly presence: TE.TaskEither<BookError, PresenceState>;
  /**
   * Notes a page of the service's list. Right(n): how many of its transactions an earlier complete walk had already seen;
   * when that is all of them, the walk may end here.
   */
  readonly savePresence: (page: PresencePage) => TE.TaskEither<BookError, number>;
  /**
   * Whether the service's list held sales of a platform (`stripe`) of which the book has no references: they were told
   * before the book was lost, or by somebody else under our ids.
   */
  readonly hasUnnotedSales: (platform: string) => TE.TaskEither<BookError, boolean>;
  /** The transactions that were confirmed last, newest first: what the service must hold if it is the same one. */
  readonly newestConfirmed: (limit: number) => TE.TaskEither<BookError, readonly ConfirmedTransaction[]>;

  /** What is known of a service (see `ServiceFacts`, as JSON), by a digest of its address, key and wire settings. */
  readonly serviceFacts: (service: string) => TE.TaskEither<BookError, O.Option<string>>;
  readonly saveServiceFacts: (service: string, facts: string, at: Instant) => TE.TaskEither<BookError, void>;

  readonly summarize: (runId: string) => TE.TaskEither<BookError, RunSummary>;
  readonly entries: (
    runId: string,
    filter: EntryFilter,
    page: { readonly after: O.Option<string>; readonly limit: number },
  ) => TE.TaskEither<BookError, EntryPage>;

  readonly close: TE.TaskEither<BookError, void>;
}
