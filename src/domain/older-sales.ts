/**
 * Older sales are sales of days outside a run's range that changed since. A run settles them before its range, and a
 * storefront remembers up to when their changes were read.
 */
import type * as O from 'fp-ts/lib/Option.js';
import type * as TE from 'fp-ts/lib/TaskEither.js';
import type { Instant } from './instant.ts';

/** What a report line states about the days of its run. */
export interface OfOlderSale {
  /** Whether the sale is of a day outside of the run's range; left out otherwise, and in lines of live work. */
  readonly isOlder?: true;
}

export interface OlderSalesCount {
  /** The number of lines of older sales. They are among the counts by outcome. */
  readonly olderSales: number;
}

/** @typeParam Failure why the sync database cannot be read */
export interface ChangesRead<Failure> {
  /**
   * Up to when historical syncs have read what changed at a storefront; none before the first one. Catch-up has another
   * cursor, because it reads from the day of going live on and proves nothing about the changes of earlier months.
   */
  readonly changesReadUpTo: (storefront: string) => TE.TaskEither<Failure, O.Option<Instant>>;
}

export interface ChangesCommit {
  /** The new value of `ChangesRead`; left out where nothing was read to its end. */
  readonly changesReadUpTo?: Instant;
}
