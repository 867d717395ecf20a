import type { Instant } from './instant.ts';

/** What a reconciliation found of one whole day of a storefront's own calendar. */
export interface CountedDay {
  readonly storefront: string;
  /** `YYYY-MM-DD` in the storefront's time zone. */
  readonly day: string;
  /** Transactions that the storefront's records of the day come to. */
  readonly source: number;
  /** Transactions of the day that the service holds. */
  readonly service: number;
  /** Of the source's, those that the service says it does not hold; without what a person resolved. */
  readonly missing: number;
  /** Those that differ, are too many or unclear; without what a person resolved. */
  readonly differing: number;
  readonly countedAt: Instant;
}
