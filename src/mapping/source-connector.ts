import type * as E from 'fp-ts/lib/Either.js';
import type * as O from 'fp-ts/lib/Option.js';
import type * as TE from 'fp-ts/lib/TaskEither.js';
import type { DateRange, Interval } from '../domain/date-range.ts';
import type { Clock } from '../domain/environment.ts';
import type { Instant } from '../domain/instant.ts';
import type { Exclusion } from '../domain/exclusion.ts';
import type { SourceError } from '../domain/errors.ts';
import type { Policy } from './policy.ts';
import type { Sale } from './sale.ts';

/**
 * A storefront's platform, as the pipeline sees it. A connector hands out steps; the pipeline owns the only loop.
 *
 * Making a connector opens no connection and reads nothing. Every method may be called again after it failed.
 */
export interface SourceConnector {
  /** `shopify`, `stripe`: the first part of every transaction's id. */
  readonly platform: string;
  /** Looks at credentials, permissions and reach, and says what to do about each shortcoming. Changes nothing. */
  readonly check: TE.TaskEither<SourceError, Readiness>;
  /** Whose sales these are, read from the platform once and remembered. */
  readonly account: TE.TaskEither<SourceError, Account>;
  /** Ranges of time that can be read on their own; together they are the range, no record is in two of them. */
  readonly windows: (range: DateRange) => TE.TaskEither<SourceError, readonly Window[]>;
  /**
   * Windows over what changed in a span of time, whenever its sale was made: created, paid, edited, refunded. They are read
   * with `readPage` like any other. The caller overlaps spans, because platforms show changes late.
   */
  readonly changes: (interval: Interval) => TE.TaskEither<SourceError, readonly Window[]>;
  /**
   * One page of a window. No cursor means its first page. A cursor means "go on from here", not "everything before is
   * done": each platform has its own order. A record that cannot become a sale is data, not a failure.
   */
  readonly readPage: (window: Window, from: O.Option<Cursor>) => TE.TaskEither<SourceError, Page>;
  /** One record as it is now; none when the platform has no such record. */
  readonly readRecord: (id: string) => TE.TaskEither<SourceError, O.Option<SourceResult>>;
  /** Verifies the raw bytes of a webhook, then says which record it is about. Never trusts an unsigned header. */
  readonly receiveWebhook: (request: RawRequest) => E.Either<WebhookRefusal, WebhookMeaning>;
  /**
   * Says what a delivery is about that the host has verified by itself; it trusts what it is given. Left out by a connector
   * that only takes raw requests.
   */
  readonly receiveVerified?: (delivery: VerifiedDelivery) => E.Either<WebhookRefusal, WebhookMeaning>;
  /** None for a platform that sends no webhooks, or whose subscriptions are kept elsewhere. */
  readonly subscriptions: O.Option<WebhookSubscriptions>;
}

/** Where to go on within a window, in the connector's own words. Opaque to everybody else. */
export type Cursor = string;

/** A part of a range, and a key that is the same on every run over the same range. */
export interface Window extends Interval {
  readonly key: string;
}

/** Whose sales a connector reads. */
export interface Account {
  /** Immutable id of the shop or account. */
  readonly id: string;
  /** What the merchant calls it. */
  readonly name: string;
  /** IANA time zone in which its days are counted. */
  readonly timeZone: string;
}

/**
 * What became of a record: a sale, or the reason why it is none. One whose id cannot be read has a blank `sourceId`, and is
 * called after the place where it stood: under any other word two of them would pass for one.
 */
export type SourceResult = E.Either<Exclusion, Sale>;

/** One step of reading a window. */
export interface Page {
  readonly results: readonly SourceResult[];
  /** None on the last page of the window. */
  readonly next: O.Option<Cursor>;
}

/** What `check` found. */
export interface Readiness {
  readonly account: Account;
  readonly findings: readonly ReadinessFinding[];
  /** How many records there are for a range's worth of history; none when the platform does not say. */
  readonly records: O.Option<number>;
}

/** One thing that `check` looked at. */
export interface ReadinessFinding {
  /** `stops`: nothing can be read. `warns`: something would be missing or poorer. `fine`: as it should be. */
  readonly level: 'fine' | 'warns' | 'stops';
  readonly subject: string;
  /** What was found and what to do about it. */
  readonly message: string;
}

/** An HTTP request as it arrived: the bytes that were signed, before any parser. */
export interface RawRequest {
  readonly body: Uint8Array;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly receivedAt: Instant;
}

/** A delivery whose signature the host has checked, as its framework hands it out. */
export interface VerifiedDelivery {
  /** `orders/updated` or `ORDERS_UPDATED`; an event's type. */
  readonly topic: string;
  /** The platform's id of the delivery or of the event: the same for all duplicates. */
  readonly deliveryId: string;
  /** The parsed body. Whole numbers that JSON has rounded are not believed; the record is named by its exact id. */
  readonly payload: unknown;
}

/** Why a webhook is not acted upon. The caller answers 401 (or 400) without the reason. */
export interface WebhookRefusal {
  readonly _tag: 'Unverified' | 'Stale' | 'Unreadable';
  readonly message: string;
}

/** A webhook only names a record; the record is read again. */
export type WebhookMeaning = { readonly deliveryId: string } & (
  | { readonly _tag: 'RecordChanged'; readonly recordId: string }
  | { readonly _tag: 'RecordDeleted'; readonly recordId: string }
  /** A customer asks what is kept about these records. */
  | { readonly _tag: 'DataRequested'; readonly recordIds: readonly string[] }
  /** A customer's data of these records must go. */
  | { readonly _tag: 'EraseRecords'; readonly recordIds: readonly string[] }
  /** The merchant left: everything personal of the storefront must go. */
  | { readonly _tag: 'EraseStorefront' }
  /** The app was removed; its credentials are dead. */
  | { readonly _tag: 'Uninstalled' }
  | { readonly _tag: 'Irrelevant' }
);

/** Subscriptions to a platform's webhooks, kept in order without touching anybody else's. */
export interface WebhookSubscriptions {
  /** What is subscribed to the address, and what is missing or wrong. */
  readonly status: (address: string) => TE.TaskEither<SourceError, readonly SubscriptionFinding[]>;
  /** Creates what is missing and repairs what is wrong; never deletes a subscription to another address. */
  readonly apply: (address: string) => TE.TaskEither<SourceError, readonly SubscriptionFinding[]>;
}

/** One webhook topic at an address, as `status` found it or `apply` left it. */
export interface SubscriptionFinding {
  readonly topic: string;
  /** `elsewhere`: the platform keeps it where neither `status` nor `apply` can look; the message says where. */
  readonly state: 'present' | 'missing' | 'wrong' | 'created' | 'repaired' | 'elsewhere';
  readonly message: string;
}

/** A storefront as a host names it: a connector that opens nothing until it is used, and the merchant's policy. */
export interface StorefrontSource {
  readonly open: (environment: { readonly clock: Clock }) => SourceConnector;
  readonly policy: Policy;
  /**
   * First day, `YYYY-MM-DD`: webhooks and catch-up leave out sales before it. Default: the day from which the storefront was
   * first synced or on which it first went live, whichever is earlier.
   */
  readonly since?: string | null;
}

/** Stands for the platform of a storefront whose connector could not be opened: it may be any. */
export const unknownPlatform = 'unknown';
