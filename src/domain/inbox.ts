/**
 * The interface of the inbox, which remembers the records to read again after a webhook or catch-up, and of the whole sync
 * database of an account.
 */
import type * as O from 'fp-ts/lib/Option.js';
import type * as TE from 'fp-ts/lib/TaskEither.js';
import type { AccountFacts, CountedDay } from './account-facts.ts';
import type { Instant } from './instant.ts';
import type { JobQueue } from './job-queue.ts';
import type { RateLimitStore } from './rate-limit-store.ts';
import type { StoreError, SyncStore } from './sync-store.ts';
import type { ProofStore } from './proof-store.ts';
import type { ReviewStore } from './review-store.ts';

/** A verified webhook as it is stored: ids only, never its body. */
export interface WebhookDelivery {
  readonly storefront: string;
  /** The platform's id of the delivery, or of the event: the same for all duplicates. */
  readonly deliveryId: string;
  /** The record that the webhook names; null when no record is to be read again. */
  readonly recordId: string | null;
  readonly isDeletion: boolean;
  readonly receivedAt: Instant;
}

/** When a delivery was first received. */
export type ReceivedDelivery = Pick<WebhookDelivery, 'deliveryId' | 'receivedAt'>;

/** A request to read a record again, made by a webhook, by catch-up or by the host. */
export interface ResyncRequest {
  readonly storefront: string;
  readonly recordId: string;
  readonly isDeletion: boolean;
  /** Whether a webhook was among its requests. */
  readonly isFromWebhook?: true;
  /** How often it was requested. When this grows during processing, the record changed again and is read once more. */
  readonly requestCount: number;
  /** Failed attempts since it was last settled. */
  readonly attempts: number;
  readonly firstRequestedAt: Instant;
}

/** The outcome of a claimed resync request. */
export type ResyncOutcome =
  /** The record is settled, unless it was requested again in the meantime. */
  | { readonly _tag: 'Settled' }
  /** Try again at this time (milliseconds since 1970). */
  | { readonly _tag: 'Later'; readonly retryAt: number; readonly reason: string }
  /** Not tried: due again at once, and no attempt is counted. */
  | { readonly _tag: 'Released' }
  /** Failed too often and needs a person. The next change of the record makes it due again. */
  | { readonly _tag: 'Parked'; readonly reason: string };

/** A storefront that live work has opened before. */
export interface KnownStorefront {
  readonly storefront: string;
  /** IANA, as its platform gave it. */
  readonly timeZone: string;
  /** When each of its scheduled tasks last started. */
  readonly lastStarts: Readonly<Record<string, Instant>>;
}

/** A historical run that is neither finished nor paused. */
export interface UnfinishedRun {
  readonly account: string;
  readonly runId: string;
  readonly storefronts: readonly string[];
}

/** How many resync requests of a storefront are waiting. */
export interface InboxState {
  readonly storefront: string;
  /** Not tried yet. */
  readonly due: number;
  /** Tried and deferred. */
  readonly deferred: number;
  /** Failed too often; they wait for a person or for the next change of the record. */
  readonly parked: number;
  /** When the oldest request that is due was made; null when no request is due. */
  readonly oldest: Instant | null;
}

/** The account of a host with one API key. */
export const defaultAccount = 'default';

/**
 * The sync database of one account at the service: the store of runs, the shared rate limit, the job queue and people's
 * reviews are the account's alone. All accounts share the inbox and the leases, because a storefront belongs to one account
 * only.
 */
export interface SyncDatabase extends SyncStore {
  /** The same database for another account. Opens nothing. A database is opened for `default`. */
  readonly forAccount: (account: string) => SyncDatabase;
  /** The account of a run, or of the newest historical one of all accounts. */
  readonly accountOfRun: (id: O.Option<string>) => TE.TaskEither<StoreError, O.Option<string>>;
  readonly inbox: Inbox;
  readonly rateLimit: RateLimitStore;
  /** Only in a database that several machines share. */
  readonly jobs?: JobQueue;
  readonly reviews: ReviewStore;
  readonly proof: ProofStore;
}

/** What was erased of a storefront. */
export interface ErasedOf {
  /** The merchant left, and all of it was erased: nothing is read or sent until `reopenStorefront`. */
  readonly isLeft: boolean;
  /** By the id of each record whose buyer was erased: the place of its sale, see `jurisdictionOf`; null where none is known. */
  readonly places: ReadonlyMap<string, string | null>;
}

/** A person's note about something that changed after it was sent. */
export interface Resolution {
  readonly storefront: string;
  /** The id of the transaction, or of the report line. */
  readonly id: string;
  readonly note: string;
  /** Who resolved it, in the host's words. */
  readonly by: string;
  readonly at: Instant;
}

/**
 * The durable inbox of live work, in the sync database. Every method is atomic. There is one resync request per record: a
 * thousand webhooks about one order cause one read of it.
 */
export interface Inbox {
  /**
   * One durable insert, before the webhook is answered. Right(false) when the delivery was received before. Duplicates are
   * found among the newest 50,000 or so deliveries of a storefront.
   */
  readonly receiveDelivery: (delivery: WebhookDelivery) => TE.TaskEither<StoreError, boolean>;
  /** The newest deliveries of a storefront, at most so many, newest first. */
  readonly newestDeliveries: (
    storefront: string,
    limit: number,
  ) => TE.TaskEither<StoreError, readonly ReceivedDelivery[]>;
  /** Requests a resync of records, without a delivery. */
  readonly enqueue: (storefront: string, recordIds: readonly string[], at: Instant) => TE.TaskEither<StoreError, void>;
  /**
   * Claims due requests of one storefront until `until`, oldest first. An expired claim, of a process that died, is due again.
   * A claim that ends more than `maxClockSkew` after `until` was made by a wrong clock and is ignored; so is a due time more
   * than `maxClockSkew` beyond `maxDeferral`: it is due when nothing else is. Times in milliseconds since 1970.
   */
  readonly claim: (
    storefront: string,
    claim: { readonly now: number; readonly until: number; readonly owner: string; readonly limit: number },
  ) => TE.TaskEither<StoreError, readonly ResyncRequest[]>;
  /** The storefronts for which `claim` would return a request. One query, however many storefronts there are. */
  readonly storefrontsWithRequests: (claim: {
    readonly now: number;
    readonly until: number;
  }) => TE.TaskEither<StoreError, readonly string[]>;
  /** Records the outcome of a claimed request. No effect when the claim expired and another process took it. */
  readonly recordOutcome: (
    request: ResyncRequest,
    owner: string,
    outcome: ResyncOutcome,
  ) => TE.TaskEither<StoreError, void>;
  /** Deletes parked requests of records that were read and settled since they were requested. */
  readonly forgetParked: (
    storefront: string,
    recordIds: readonly string[],
    readAt: Instant,
  ) => TE.TaskEither<StoreError, void>;
  readonly state: TE.TaskEither<StoreError, readonly InboxState[]>;

  /** Up to when catch-up has read the changes of a storefront. Webhooks never move this cursor. */
  readonly catchUpCursor: (storefront: string) => TE.TaskEither<StoreError, O.Option<Instant>>;
  readonly setCatchUpCursor: (storefront: string, at: Instant) => TE.TaskEither<StoreError, void>;

  /** When a scheduled task (`catchUp`, `reconcile`) last started for a storefront, so that a restart misses none. */
  readonly lastTaskStart: (task: string, storefront: string) => TE.TaskEither<StoreError, O.Option<Instant>>;
  /** All storefronts that live work has opened before. One query shows what is due, without asking the platforms. */
  readonly knownStorefronts: TE.TaskEither<StoreError, readonly KnownStorefront[]>;
  /** The historical runs with the status `running`, of all accounts, oldest first: at work, or left by a process that died. */
  readonly unfinishedRuns: TE.TaskEither<StoreError, readonly UnfinishedRun[]>;
  /**
   * Right(false) when another process has started the same task at or after `dueAt`. A start more than `maxClockSkew` after
   * `at` was recorded by a wrong clock and is ignored.
   */
  readonly startTask: (
    task: string,
    storefront: string,
    dueAt: Instant,
    at: Instant,
  ) => TE.TaskEither<StoreError, boolean>;

  readonly saveResolution: (resolution: Resolution) => TE.TaskEither<StoreError, void>;
  readonly resolutions: (storefront: string) => TE.TaskEither<StoreError, readonly Resolution[]>;

  /**
   * See `AccountFacts`. A few queries, however many accounts there are.
   *
   * @param now the time by which a decision for `later` is over
   * @param noteKey the name under which checkpoints of stopped runs hold the note for `stops`
   */
  readonly accountFacts: (now: Instant, noteKey: string) => TE.TaskEither<StoreError, AccountFacts>;
  /** All counted days of these storefronts. */
  readonly countedDays: (storefronts: readonly string[]) => TE.TaskEither<StoreError, readonly CountedDay[]>;

  /**
   * Erases names, frozen bodies and messages of records. Ids, digests, amounts and jurisdictions stay, so that an erasure
   * never causes anything to be sent again; so does the remote index, which holds ids that we chose. Right(n): how many
   * records had anything to erase. Neither a page that was read before nor one that is read later restores erased data. Large
   * numbers are erased in steps, so that deliveries do not wait; when a step fails, erase all of them again.
   */
  readonly eraseRecords: (storefront: string, recordIds: readonly string[]) => TE.TaskEither<StoreError, number>;
  /**
   * Removes the bytes of erased data from the database file. Right(false) when another process was reading it: call again.
   * An erasure is complete when this returns Right(true). In PostgreSQL the server's VACUUM does it.
   */
  readonly purge: TE.TaskEither<StoreError, boolean>;
  /**
   * Erases all records of a storefront, with its resync requests and deliveries, in steps as well. What was read before is not
   * committed, as its lease and claims end; nothing is to be read afterwards: see `erasedOf`.
   */
  readonly eraseStorefront: (storefront: string) => TE.TaskEither<StoreError, number>;
  /**
   * What was erased of a storefront. Asked before anything of it is read, and with what was read. `records`: with the ids of their
   * sales, by which another storefront of the same shop is known, such as an imported file.
   */
  readonly erasedOf: (
    storefront: string,
    records: readonly { readonly id: string; readonly sourceId: string }[],
  ) => TE.TaskEither<StoreError, ErasedOf>;
  /** Ends what `eraseStorefront` began: the merchant is back, and new sales are read. Right(false) when it had not left. */
  readonly reopenStorefront: (storefront: string) => TE.TaskEither<StoreError, boolean>;
  /** Deletes deliveries received before that time; duplicates arrive within days. */
  readonly forgetDeliveries: (before: Instant) => TE.TaskEither<StoreError, number>;
}

/** Milliseconds by which a resync request is deferred at most; a longer deferral comes from a wrong clock. */
export const maxDeferral = 60 * 60_000;
