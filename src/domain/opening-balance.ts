/**
 * Sales through channels without a connector, as a person enters them by state and month, so that nexus thresholds count them
 * too.
 */
import type { Instant } from './instant.ts';
import type { MinorUnits } from './money.ts';

/** What one such channel sold to a state in a month. */
export interface OpeningBalance {
  /** The person's own name for it, such as `Amazon`. */
  readonly channel: string;
  /** Two letters. */
  readonly state: string;
  /** `YYYY-MM` */
  readonly month: string;
  /** A marketplace remits the tax. */
  readonly isMarketplace: boolean;
  /** US cents, without tax. */
  readonly sales: MinorUnits;
  /** Number of sales. */
  readonly count: number;
}

export interface NotedOpeningBalance extends OpeningBalance {
  readonly notedBy: string;
  readonly notedAt: Instant;
}

/** Which balances are meant; what is left out may be anything. */
export interface OpeningBalanceFilter {
  readonly channel: string;
  readonly state?: string;
  readonly month?: string;
}
