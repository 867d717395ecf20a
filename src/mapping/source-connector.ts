import type * as E from 'fp-ts/lib/Either.js';
import type * as O from 'fp-ts/lib/Option.js';
import type * as TE from 'fp-ts/lib/TaskEither.js';
import { type DateRange, type Interval } from '../core/date-range.ts';
import { type Instant } from '../core/instant.ts';
import { type SetAside } from '../core/set-aside.ts';
import { type SourceError } from '../core/source-error.ts';
import { type Sale } from './sale.ts';

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
  /** Ranges of time that can be read on their own; together they are the range, no instant is in two of them. */
  readonly windows: (range: DateRange) => TE.TaskEither<SourceError, readonly Window[]>;
  /**
   * One page of a window. No cursor means its first page. A cursor means "go on from here", not "everything before is
   * done": each platform has its own order. A record that cannot become a sale is data, not a failure.
   */
  readonly readPage: (window: Window, from: O.Option<Cursor>) => TE.TaskEither<SourceError, Page>;
  /** One record as it is now; none when the platform has no such record. */
  readonly readRecord: (id: string) => TE.TaskEither<SourceError, O.Option<Entry>>;
  /** Verifies the raw bytes of a webhook, then says which record it is about. Never trusts an unsigned header. */
  readonly receiveWebhook: (request: RawRequest) => E.Either<WebhookRefusal, WebhookMeaning>;
}

/** Where to go on within a window, in the connector's own words. Opaque to everybody else. */
export type Cursor = string;

/** A part of a range, and a key that is the same on every run over the same range. */
export interface Window extends Interval {
  readonly key: string;
}

export interface Account {
  /** Immutable id of the shop or account. */
  readonly id: string;
  /** What the merchant calls it. */
  readonly name: string;
  /** IANA time zone in which its days are counted. */
  readonly timeZone: string;
}

export type Entry = E.Either<SetAside, Sale>;

export interface Page {
  readonly entries: readonly Entry[];
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

/** Why a webhook is not acted upon. The caller answers 401 (or 400) without the reason. */
export interface WebhookRefusal {
  readonly _tag: 'Unverified' | 'Stale' | 'Unreadable';
  readonly message: string;
}

/** A webhook is a doorbell: it names a record, and the record is read again. */
export type WebhookMeaning =
  | { readonly _tag: 'RecordChanged'; readonly recordId: string; readonly deliveryId: string }
  | { readonly _tag: 'RecordDeleted'; readonly recordId: string; readonly deliveryId: string }
  | { readonly _tag: 'Irrelevant'; readonly deliveryId: string };
