/** The interface that a connector implements to add a platform: check access, read pages and records, and receive webhooks. */
import type * as E from 'fp-ts/lib/Either.js';
import type * as O from 'fp-ts/lib/Option.js';
import type * as TE from 'fp-ts/lib/TaskEither.js';
import type { DateRange, Interval } from '../domain/date-range.ts';
import type { Clock } from '../domain/environment.ts';
import type { ReceivedDelivery } from '../domain/inbox.ts';
import type { PlatformEvent } from '../domain/platform-event.ts';
import type { Instant } from '../domain/instant.ts';
import type { Exclusion } from '../domain/exclusion.ts';
import type { SourceError } from '../domain/errors.ts';
import type { Lock } from '../domain/async.ts';
import type { MerchantLocation } from './merchant-location.ts';
import type { PlatformTotals } from './platform-totals.ts';
import type { Policy, PolicyChoices } from './policy.ts';
import type { Sale } from './sale.ts';

/**
 * A storefront's platform, as the pipeline sees it. A connector provides steps; the pipeline owns the loop.
 *
 * Creating a connector opens no connection and reads nothing. Each method may be called again after a failure.
 */
export interface SourceConnector {
  /** `shopify`, `stripe`: the first part of every transaction's id. */
  readonly platform: string;
  /** Checks credentials, permissions and access, and states what to do about each problem. Changes nothing. */
  readonly check: TE.TaskEither<SourceError, Readiness>;
  /** The shop or account, read from the platform once and cached. */
  readonly account: TE.TaskEither<SourceError, Account>;
  /** Time ranges that can be read separately; together they are the range, and no record is in two of them. */
  readonly windows: (range: DateRange) => TE.TaskEither<SourceError, readonly Window[]>;
  /**
   * Windows over records that changed in an interval (created, paid, edited, refunded), whatever the date of the sale. Read
   * them with `readPage`. The caller overlaps intervals, because platforms show changes late.
   *
   * @param happenedBefore changes at or after that instant are not needed. A connector may leave them out to save requests,
   * but not a record with an earlier change that a later one hides. Default: all changes of the interval are needed
   * @param besides days whose sales the caller does not ask for: it reads them by `windows` as well, or not at all. They may
   * be left out, where that saves requests; a sale of another day may not. A historical sync gives them, and its intervals
   * are months long: what the platform lists by date is then read in place of a feed that costs a request a change. Default:
   * none
   */
  readonly changes: (
    interval: Interval,
    happenedBefore?: Instant,
    besides?: DateRange,
  ) => TE.TaskEither<SourceError, readonly Window[]>;
  /**
   * One page of a window; without a cursor the first one. A cursor means "continue here", not "everything before is done": each
   * platform has its own order. A record that cannot become a sale is data, not a failure.
   */
  readonly readPage: (window: Window, from: O.Option<Cursor>) => TE.TaskEither<SourceError, Page>;
  /** One record in its present state; none when the platform has no such record. */
  readonly readRecord: (id: string) => TE.TaskEither<SourceError, O.Option<SourceResult>>;
  /**
   * When and by what the platform took back a change of a record, or the sale itself; none where it does not state that. Only
   * asked about what was sent, is no longer true, and has no date in `Sale.undone`. Default: the record's last change counts.
   */
  readonly undoneBy?: (change: ChangeOfRecord) => TE.TaskEither<SourceError, O.Option<PlatformEvent>>;
  /** `readRecord` by the merchant's number, such as `#1001`. Optional: a platform may not search by number. */
  readonly readByNumber?: (number: string) => TE.TaskEither<SourceError, O.Option<SourceResult>>;
  /**
   * Where the merchant can see a record, from its ids alone: never a token or data of a customer. Null for an id that the
   * platform has no page for. Optional; asks nothing.
   */
  readonly recordUrl?: (record: { readonly id: string; readonly account: string }) => string | null;
  /** Verifies the raw bytes of a webhook, then returns which record it names. Never trusts an unsigned header. */
  readonly receiveWebhook: (request: RawRequest) => E.Either<WebhookRefusal, WebhookMeaning>;
  /**
   * Returns which record a delivery names that the host has verified; trusts its input. Optional: a connector may accept raw
   * requests only.
   */
  readonly receiveVerified?: (delivery: VerifiedDelivery) => E.Either<WebhookRefusal, WebhookMeaning>;
  /** None for a platform without webhooks, or with subscriptions that an API cannot manage. */
  readonly subscriptions: O.Option<WebhookSubscriptions>;
  /**
   * The platform's own totals of a range, for the tie-out. Optional. Left, naming the permission, where the platform refuses:
   * nothing else needs it.
   */
  readonly platformTotals?: (range: DateRange) => TE.TaskEither<SourceError, PlatformTotals>;
  /**
   * The merchant's active locations, in all countries. Optional. Left, naming the permission, where the platform refuses: nothing
   * else needs it.
   */
  readonly locations?: TE.TaskEither<SourceError, readonly MerchantLocation[]>;
}

/** A position within a window, in the connector's own format. Opaque to the pipeline. */
export type Cursor = string;

/** A part of a range, with a key that is the same on each run over that range. */
export interface Window extends Interval {
  readonly key: string;
  /** `sold`: from `windows`, by the date of the sale. `changed`: from `changes`, by the last change. */
  readonly kind: 'sold' | 'changed';
  /** For `changed`: changes that the platform does not show, such as without a permission. Default: it shows all. */
  readonly hides?: HiddenChanges;
}

/** Sales whose changes a platform does not show. */
export interface HiddenChanges {
  /** Sales that were made before. */
  readonly madeBefore: Instant;
  /** What is hidden, why, and what to do about it. */
  readonly message: string;
}

/** The shop or account that a connector reads. */
export interface Account {
  /** Immutable id of the shop or account. */
  readonly id: string;
  /** The merchant's name for it. */
  readonly name: string;
  /** IANA time zone in which its days are counted. */
  readonly timeZone: string;
}

/**
 * The result for one record: a sale, or the reason why it is not one. A record without a readable id has a blank `sourceId`;
 * the pipeline names it by its position, so that two of them stay distinct.
 */
export type SourceResult = E.Either<Exclusion, Sale>;

/** A page of a window. */
export interface Page {
  readonly results: readonly SourceResult[];
  /** None on the last page of the window. */
  readonly next: O.Option<Cursor>;
  /** What an operator should know, such as a faster way of reading that the platform denies. Logged once for each page. */
  readonly warning?: string;
}

/** The result of `check`. */
export interface Readiness {
  readonly account: Account;
  readonly findings: readonly ReadinessFinding[];
  /** The number of records; none when the platform does not state it. */
  readonly records: O.Option<number>;
}

/** A refund or another later change of a record by its id; null for the sale itself. */
export interface ChangeOfRecord {
  readonly recordId: string;
  readonly changeId: string | null;
}

/** One result of `check`. */
export interface ReadinessFinding {
  /** `stops`: nothing can be read. `warns`: something would be missing or less exact. `fine`: no problem. */
  readonly level: 'fine' | 'warns' | 'stops';
  readonly subject: string;
  /** The fact, and what to do about it. */
  readonly message: string;
}

/** An HTTP request as it arrived: the bytes that were signed, before any parser. */
export interface RawRequest {
  readonly body: Uint8Array;
  /** Names in lower case. Not signed, unless the platform signs them too: a forger can change them. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly receivedAt: Instant;
}

/** A delivery whose signature the host has verified, as its framework provides it. */
export interface VerifiedDelivery {
  /** `orders/updated` or `ORDERS_UPDATED`; an event's type. */
  readonly topic: string;
  /** The platform's id of the delivery or of the event: the same for all duplicates. */
  readonly deliveryId: string;
  /** The parsed body. Integers that JSON rounds are not used; the record is named by its exact id. */
  readonly payload: unknown;
}

/**
 * Which deliveries at the address that all storefronts of a platform share, `…/webhooks/shopify`, belong to a storefront. What a
 * delivery names is not verified yet: only a storefront whose own connector then verifies the delivery receives it.
 */
export interface SharedAddress {
  /** The last part of the address. */
  readonly platform: string;
  /** The shop's domain in lower case, or the account's id; null for a storefront whose deliveries name none. */
  readonly account: string | null;
  /**
   * The shop or account that a delivery names; null when it names none. Called with an empty body while only the headers have
   * arrived. The same function for all storefronts of a platform.
   */
  readonly accountIn: (delivery: Pick<RawRequest, 'headers' | 'body'>) => string | null;
}

/** Why a webhook is refused. The caller responds with 401 (or 400) without the reason. */
export interface WebhookRefusal {
  readonly _tag: 'Unverified' | 'Stale' | 'Unreadable';
  readonly message: string;
}

/** A webhook only names a record; the record itself is read from the platform. */
export type WebhookMeaning = { readonly deliveryId: string } & (
  | { readonly _tag: 'RecordChanged'; readonly recordId: string }
  | { readonly _tag: 'RecordDeleted'; readonly recordId: string }
  /** A customer requests the data stored about these records. */
  | { readonly _tag: 'DataRequested'; readonly recordIds: readonly string[] }
  /** A customer's data in these records must be erased. */
  | { readonly _tag: 'EraseRecords'; readonly recordIds: readonly string[] }
  /** The merchant left: all personal data of the storefront must be erased. */
  | { readonly _tag: 'EraseStorefront' }
  /** The app was uninstalled; its credentials are invalid. */
  | { readonly _tag: 'Uninstalled' }
  | { readonly _tag: 'Irrelevant' }
);

/** Manages webhook subscriptions without changing subscriptions of other apps or addresses. */
export interface WebhookSubscriptions {
  /** The subscriptions to the address, and which are missing or wrong. */
  readonly status: (
    address: string,
    arrived?: ArrivedDeliveries,
  ) => TE.TaskEither<SourceError, readonly SubscriptionFinding[]>;
  /** Creates missing subscriptions and repairs wrong ones; never deletes a subscription to another address. */
  readonly apply: (
    address: string,
    arrived?: ArrivedDeliveries,
  ) => TE.TaskEither<SourceError, readonly SubscriptionFinding[]>;
}

/** Evidence that topics are delivered although the platform does not list their subscriptions. Default: none. */
export interface ArrivedDeliveries {
  /** Other addresses at which the storefront receives deliveries. */
  readonly alsoAt: readonly string[];
  /** The newest deliveries of the storefront, newest first. */
  readonly deliveries: readonly ReceivedDelivery[];
}

/** One webhook topic at an address, as `status` found it or `apply` left it. */
export interface SubscriptionFinding {
  readonly topic: string;
  /** `set by hand`: managed where neither `status` nor `apply` has access; the message states where. */
  readonly state: 'present' | 'missing' | 'wrong' | 'created' | 'repaired' | 'set by hand';
  readonly message: string;
}

/** What a connector gets when it is opened. */
export interface SourceEnvironment {
  readonly clock: Clock;
  /** A lock across all processes that share the sync database. Default: within this process. */
  readonly exclusively?: Lock;
}

/** A storefront of the configuration: its connector, which opens nothing until it is used, and its policy. */
export interface StorefrontSource {
  readonly open: (environment: SourceEnvironment) => SourceConnector;
  readonly policy: Policy;
  /**
   * The account at the service to which these sales belong, one of the option `accounts`. Choose a permanent one: a
   * storefront stays with its account. Default: the account of `service.apiKey`.
   */
  readonly taxAccount?: string;
  /** The same storefront with other defaults under its own policy. Default: an account's policy does not reach it. */
  readonly withDefaults?: (policy: PolicyChoices) => StorefrontSource;
  /**
   * First day, `YYYY-MM-DD`: webhooks and catch-up omit earlier sales. Default: the first day of the first historical sync, or
   * the day of the first live work, whichever is earlier.
   */
  readonly since?: string | null;
  /** Whether it has test data, as far as its options show. Test and live data do not go to one service. Default: not known. */
  readonly mode?: 'live' | 'test';
  /** Default: it receives webhooks only at the address that ends in its name. */
  readonly sharedAddress?: SharedAddress;
  /**
   * What is wrong with its options, without their values: reported at the first use, so that an app can be built where its
   * secrets are not set. `open` then throws. Default: nothing.
   */
  readonly problems?: readonly string[];
}
