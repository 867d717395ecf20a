import type * as O from 'fp-ts/lib/Option.js';
import type * as TE from 'fp-ts/lib/TaskEither.js';
import type { CountedDay } from './counted-day.ts';
import type { DateRange } from './date-range.ts';
import type { Instant } from './instant.ts';
import type { BookError } from './record-book.ts';
import type { Outcome, PlaceTotal, Run, RunEntry, RunSummary } from './run.ts';

export interface RunPage {
  /** Newest first. */
  readonly runs: readonly Run[];
  /** Pass it as `before` for the following page; none after the last. */
  readonly next: O.Option<string>;
}

/** What entries of one outcome, reason, place and month come to. Entries without amounts are in none. */
export interface OutcomeTotal extends PlaceTotal {
  readonly outcome: Outcome;
  readonly reason: RunEntry['reason'];
}

export interface RefundTotal extends Pick<PlaceTotal, 'currency' | 'jurisdiction' | 'month'> {
  readonly count: number;
  /** Minor units; negative, because money went back. */
  readonly amount: bigint;
}

export interface RunOverview {
  /** See `RecordBook.summarize`. */
  readonly summary: RunSummary;
  readonly totals: readonly OutcomeTotal[];
  /** Refunds of the run's sales that were listed and not told, by the month and the place of their sales. */
  readonly refunds: readonly RefundTotal[];
}

/** A person has reviewed a run and stands for it. What was signed stays as it was, whatever becomes of the run. */
export interface SignOff {
  readonly runId: string;
  /** In the host's words. */
  readonly by: string;
  readonly at: Instant;
  readonly note: string;
  /** What was signed: counts and totals at that moment, as JSON. Holds no personal data. */
  readonly statement: string;
}

/** A month whose taxes are filed: nothing is told into it without a person's word. */
export interface ClosedMonth {
  /** `YYYY-MM`, in the storefront's time zone. */
  readonly month: string;
  readonly by: string;
  readonly at: Instant;
}

/** What people look at and decide about runs; in the record book's own storage. Every method is atomic. */
export interface ReviewBook {
  /** Historical runs; live ones are left out. */
  readonly runs: (page: {
    readonly before: O.Option<string>;
    readonly limit: number;
  }) => TE.TaskEither<BookError, RunPage>;
  /** The counts of a run alone, which cost less than its summary. */
  readonly outcomeCounts: (runId: string) => TE.TaskEither<BookError, RunSummary['counts']>;
  /** Everything that the report of a run shows in sums, at one moment and in one reading of its entries. */
  readonly overview: (runId: string) => TE.TaskEither<BookError, RunOverview>;
  readonly signOff: (signOff: SignOff) => TE.TaskEither<BookError, void>;
  /** In the order in which they were signed. */
  readonly signOffs: (runId: string) => TE.TaskEither<BookError, readonly SignOff[]>;
  /** Declares a month closed; without effect when it is. */
  readonly closeMonth: (closed: ClosedMonth) => TE.TaskEither<BookError, void>;
  readonly reopenMonth: (month: string) => TE.TaskEither<BookError, void>;
  /** In the order of the calendar. */
  readonly closedMonths: TE.TaskEither<BookError, readonly ClosedMonth[]>;
  /**
   * The first day of the earliest range that historical runs of a storefront were asked for, dry runs left out; none when there
   * is no such run.
   */
  readonly firstSyncedDay: (storefront: string) => TE.TaskEither<BookError, O.Option<string>>;
  /** Keeps what was counted; a day that was counted before is replaced. */
  readonly saveCountedDays: (days: readonly CountedDay[]) => TE.TaskEither<BookError, void>;
  /** Days of a storefront that were ever counted, in the order of the calendar. */
  readonly countedDays: (storefront: string, range: DateRange) => TE.TaskEither<BookError, readonly CountedDay[]>;
}
