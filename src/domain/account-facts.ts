/**
 * What the overview of all accounts shows of each: open decisions, counted days, runs and closed months. A few queries give
 * it for all accounts at once.
 */
import type { MatterGroup } from './decision.ts';
import type { DateRange } from './date-range.ts';
import type { Instant } from './instant.ts';

type MattersOfAccount = Pick<MatterGroup, 'storefront' | 'isSent' | 'currency' | 'count' | 'total'> & {
  readonly account: string;
};

export interface AccountFacts {
  /** Matters that wait for a decision. */
  readonly matters: readonly MattersOfAccount[];
  /** Matters that were decided to be sent, and are not sent yet. */
  readonly toSend: readonly MattersOfAccount[];
  /** One span for each storefront with a counted day. */
  readonly counted: readonly CountedSpan[];
  /** Historical runs without dry ones; equal requests are one. */
  readonly runs: readonly RequestedRun[];
  /** What checkpoints of stopped runs note under the key that was asked for. `at`: when the run ended, or began. */
  readonly stops: readonly { readonly account: string; readonly at: Instant; readonly note: string }[];
  /** `YYYY-MM`, in no order. */
  readonly closedMonths: readonly { readonly account: string; readonly month: string }[];
  /** Up to when catch-up has read each storefront. */
  readonly caughtUp: readonly { readonly storefront: string; readonly at: Instant }[];
}

/** The counted days of a storefront. */
export interface CountedSpan {
  readonly storefront: string;
  readonly first: string;
  readonly last: string;
  readonly days: number;
  /** Days that lack something. */
  readonly incomplete: number;
  /** Sales that the service lacks, and that it holds with other values, of all days. */
  readonly missing: number;
  readonly differing: number;
}

export interface RequestedRun {
  readonly account: string;
  readonly storefronts: readonly string[];
  readonly range: DateRange;
  /** When the newest of them ended, or began. */
  readonly at: Instant;
  /** Whether the newest of them is stopped. */
  readonly isStopped: boolean;
  readonly isSignedOff: boolean;
}

/** A counted day, and whether the service lacks a sale of it. */
export interface CountedDay {
  readonly storefront: string;
  readonly day: string;
  readonly missing: number;
}
