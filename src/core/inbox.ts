import type * as O from 'fp-ts/lib/Option.js';
import type * as TE from 'fp-ts/lib/TaskEither.js';
import type { Instant } from './instant.ts';
import type { JobDesk } from './job-desk.ts';
import type { LaneBook } from './lane-book.ts';
import type { BookError, RecordBook } from './record-book.ts';
import type { ReviewBook } from './review-book.ts';

/** A verified webhook, as far as it has to outlive its answer: ids only, never its body. */
export interface Delivery {
  readonly storefront: string;
  /** The platform's id of the delivery, or of the event: the same for all duplicates. */
  readonly deliveryId: string;
  /** The record that it names; null when there is none to read again. */
  readonly recordId: string | null;
  readonly isDeletion: boolean;
  readonly receivedAt: Instant;
}

/** A record that has to be read again, because somebody rang: a webhook, catch-up, or the host. */
export interface Bell {
  readonly storefront: string;
  readonly recordId: string;
  readonly isDeletion: boolean;
  /** Counts the rings. When it has grown meanwhile, the record changed again and is read once more. */
  readonly rings: number;
  /** Failed attempts since it was last settled. */
  readonly attempts: number;
  readonly firstRungAt: Instant;
}

/** What became of a bell that was claimed. */
export type BellAnswer =
  /** The record is settled, unless it rang again meanwhile. */
  | { readonly _tag: 'Settled' }
  /** Try again at this time (milliseconds since 1970). */
  | { readonly _tag: 'Later'; readonly at: number; readonly reason: string }
  /** Not tried after all: due again at once, and no attempt counts. */
  | { readonly _tag: 'Released' }
  /** Tried too often; a person looks at it. It rings again with the next change of its record. */
  | { readonly _tag: 'Parked'; readonly reason: string };

/** How many records of a storefront wait to be read again. */
export interface InboxState {
  readonly storefront: string;
  /** Not tried yet since it rang. */
  readonly due: number;
  /** Tried, and put off. */
  readonly later: number;
  /** Tried too often; they wait for a person, or for the next change of the record. */
  readonly parked: number;
  /** Of the oldest bell that is due; null when none is. */
  readonly oldest: Instant | null;
}

/** A record book with what lives in the same storage: the inbox, what processes of one key share, and people's reviews. */
export interface BookWithInbox extends RecordBook {
  readonly inbox: Inbox;
  readonly lane: LaneBook;
  /** Where workers take their jobs; only in a storage that several machines share. */
  readonly jobs?: JobDesk;
  readonly reviews: ReviewBook;
}

/** Something that changed after it was sent, and what a person noted about it. */
export interface Resolution {
  readonly storefront: string;
  /** The id of the transaction, or of the entry. */
  readonly id: string;
  readonly note: string;
  /** Who resolved it, in the host's words. */
  readonly by: string;
  readonly at: Instant;
}

/**
 * The durable inbox of everything that happens after the history is in. It lives in the record book's own storage; every
 * method is atomic. One bell per record: a thousand webhooks about one order are one reading of it.
 */
export interface Inbox {
  /**
   * One durable insert, before the webhook is answered. Right(false) when the delivery was received before. Only the newest
   * 50,000 or so of a storefront are kept to know duplicates by.
   */
  readonly receive: (delivery: Delivery) => TE.TaskEither<BookError, boolean>;
  /** Rings for records that changed, without a delivery. */
  readonly ring: (storefront: string, recordIds: readonly string[], at: Instant) => TE.TaskEither<BookError, void>;
  /**
   * Takes due bells of one storefront until `until`, oldest first. A claim that runs out, because its process died, is due
   * again; one that ends more than `mostSkew` after `until` was made by a wrong clock, and counts for nothing. So does a time
   * that lies more than `mostSkew` behind `longestPutOff`: when nothing else is due, its bell is. Times in milliseconds since 1970.
   */
  readonly claim: (
    storefront: string,
    claim: { readonly now: number; readonly until: number; readonly owner: string; readonly limit: number },
  ) => TE.TaskEither<BookError, readonly Bell[]>;
  /** Answers a claimed bell. Without effect when the claim ran out and somebody else took it. */
  readonly answer: (bell: Bell, owner: string, answer: BellAnswer) => TE.TaskEither<BookError, void>;
  readonly state: TE.TaskEither<BookError, readonly InboxState[]>;

  /** Up to when catch-up has read the changes of a storefront. Its own cursor: webhooks never move it. */
  readonly caughtUpTo: (storefront: string) => TE.TaskEither<BookError, O.Option<Instant>>;
  readonly setCaughtUpTo: (storefront: string, at: Instant) => TE.TaskEither<BookError, void>;

  /** When a scheduled task last began for a storefront (`catchUp`, `reconcile`), so that a restart misses none. */
  readonly lastBegun: (task: string, storefront: string) => TE.TaskEither<BookError, O.Option<Instant>>;
  /**
   * Right(false) when somebody else has begun the same task at or after `dueAt`: then it is theirs. One that was begun more
   * than `mostSkew` after `at` was begun by a wrong clock, and counts for nothing.
   */
  readonly begin: (task: string, storefront: string, dueAt: Instant, at: Instant) => TE.TaskEither<BookError, boolean>;

  readonly resolve: (resolution: Resolution) => TE.TaskEither<BookError, void>;
  readonly resolutions: (storefront: string) => TE.TaskEither<BookError, readonly Resolution[]>;

  /**
   * Erases what is kept of records: names, frozen bodies, messages. Ids, digests, amounts and places stay, so that nothing
   * is ever sent again because of an erasure. So does the service's own list, which is made of ids that we chose.
   * Right(n): how many records held anything to erase. Many of them are erased in several steps, so that deliveries do not
   * wait; when one fails, erase all of them again.
   */
  readonly eraseRecords: (storefront: string, recordIds: readonly string[]) => TE.TaskEither<BookError, number>;
  /**
   * Takes the bytes of what was erased out of the storage's files. Right(false) when another process was reading them just now:
   * ask again. An erasure is complete when this is Right(true). In PostgreSQL the server's own VACUUM does it.
   */
  readonly purge: TE.TaskEither<BookError, boolean>;
  /** Erases what is kept of all records of a storefront, and its bells and deliveries. */
  readonly eraseStorefront: (storefront: string) => TE.TaskEither<BookError, number>;
  /** Forgets deliveries received before that time; duplicates come within days. */
  readonly forgetDeliveries: (before: Instant) => TE.TaskEither<BookError, number>;
}
