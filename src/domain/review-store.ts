/**
 * The interface for people's reviews in the sync database: what screen, API and command line read of runs, and what people
 * decide, sign off and close.
 */
import type { PruneBatch } from './prune-store.ts';
import type * as O from 'fp-ts/lib/Option.js';
import type * as TE from 'fp-ts/lib/TaskEither.js';
import type { AuditRecord } from './audit.ts';
import { type DateRange, monthsOf } from './date-range.ts';
import type { FigureGroup, FigureSums, MonthFigure, MonthSales } from './day-figures.ts';
import type {
  BatchProgress,
  DecidedTogether,
  Decision,
  HeldDay,
  LeftOutSales,
  ListedMatter,
  MatterFilter,
  MatterGroup,
  MatterOrder,
  Undone,
} from './decision.ts';
import type { Instant } from './instant.ts';
import type { SalesFilter, SalesOrder, SalesPage } from './listed-sale.ts';
import type { NotedOpeningBalance, OpeningBalanceFilter } from './opening-balance.ts';
import type { NotedRegistration } from './registration.ts';
import type { ShownFields, StoreError } from './sync-store.ts';
import type { Adjustment, JurisdictionTotal, Outcome, ReportLine, Run, RunSummary } from './run.ts';

interface RunPage {
  /** Newest first. */
  readonly runs: readonly Run[];
  /** Pass it as `before` for the following page; none after the last. */
  readonly next: O.Option<string>;
}

/** The sum of report lines of one outcome, reason, jurisdiction and month. Lines without amounts are left out. */
export interface OutcomeTotal extends JurisdictionTotal {
  readonly outcome: Outcome;
  readonly reason: ReportLine['reason'];
}

export interface RefundTotal extends Pick<JurisdictionTotal, 'currency' | 'jurisdiction' | 'month'> {
  readonly count: number;
  /** Minor units; negative, because money went back. */
  readonly amount: bigint;
}

interface RunOverview {
  /** See `SyncStore.summarizeRun`. */
  readonly summary: RunSummary;
  readonly totals: readonly OutcomeTotal[];
  /** Refunds of the run's sales that were not sent, by month and jurisdiction of their sales. */
  readonly refunds: readonly RefundTotal[];
}

/** A person's approval of a run. What was signed never changes, even when the run does. */
export interface SignOff {
  readonly runId: string;
  /** In the host's words. */
  readonly by: string;
  readonly at: Instant;
  readonly note: string;
  /** What was signed: counts and totals at that moment, as JSON. Holds no personal data. */
  readonly statement: string;
}

/** A month whose taxes are filed: no sale is sent into it until a person agrees. */
export interface ClosedPeriod {
  /** `YYYY-MM`, in the storefront's time zone. */
  readonly month: string;
  readonly by: string;
  readonly at: Instant;
}

/** A month that was closed, or opened again. */
export interface PeriodChange {
  /** `YYYY-MM`. */
  readonly month: string;
  readonly action: 'close' | 'reopen';
  readonly by: string;
  readonly at: Instant;
  /** Why it was opened again; empty where it was closed. */
  readonly reason: string;
}

/** Matters of one reason. */
export interface OpenReason {
  /** The reason, the finding, or `adjustment: refund`. */
  readonly what: string;
  readonly count: number;
}

/**
 * What waits for a person, and what was decided, of one account. A matter is kept with the line that raised it: the newest line
 * of a transaction, of any run but dry ones, replaces all matters of earlier ones in the same commit.
 */
export interface DecisionStore {
  readonly matterGroups: (filter: MatterFilter) => TE.TaskEither<StoreError, readonly MatterGroup[]>;
  /** `next`: the offset of the following page; none after the last, and by `id`. */
  readonly findMatters: (
    filter: MatterFilter,
    order: MatterOrder,
  ) => TE.TaskEither<StoreError, { readonly matters: readonly ListedMatter[]; readonly next: O.Option<number> }>;
  /**
   * Decides all open matters of a filter, in one transaction. Right: how many there are; when that is not as many as `expected`,
   * nothing is decided.
   */
  readonly decide: (
    filter: MatterFilter,
    decision: Pick<Decision, 'action' | 'note' | 'by' | 'at' | 'until' | 'batch'>,
    expected?: number,
  ) => TE.TaskEither<StoreError, number>;
  /** The newest valid decisions, also about matters that no longer exist, of at most `limit` batches. */
  readonly decided: (
    filter: Pick<MatterFilter, 'storefronts' | 'lineId' | 'batch' | 'now'>,
    limit: number,
  ) => TE.TaskEither<StoreError, readonly DecidedTogether[]>;
  /**
   * Takes back the decisions of a batch, or of one line in it, except decisions to send a sale that is sent or on its way.
   * Sales that were left out wait for a decision again in the same commit, also if they were read again in between.
   */
  readonly undo: (batch: string, storefronts: readonly string[], lineId?: string) => TE.TaskEither<StoreError, Undone>;
  /** Sales that are left out, of these days or without a known day; at most `limit` of them by name. */
  readonly leftOut: (
    filter: Pick<MatterFilter, 'storefronts'> & { readonly days: DateRange },
    limit: number,
  ) => TE.TaskEither<StoreError, LeftOutSales>;
  /** Sales of days of a storefront that are not in the service because they are on hold, failed, or are left out. */
  readonly heldDays: (
    storefront: string,
    range: DateRange,
    now: Instant,
  ) => TE.TaskEither<StoreError, readonly HeldDay[]>;
  readonly batchProgress: (batch: string, storefronts: readonly string[]) => TE.TaskEither<StoreError, BatchProgress>;
}

/** What became of closing a month. */
export interface PeriodClosing {
  /** 0 for a month that was closed. */
  readonly open: number;
  /** What is open by reason, the most frequent first. */
  readonly reasons: readonly OpenReason[];
  /** The earlier closing, which stays as it is. */
  readonly before: O.Option<ClosedPeriod>;
}

/** What became of signing a run off. */
export interface SavedSignOff {
  /** How many matters of the run are open. */
  readonly open: number;
  /** What was signed; null when nothing was saved. */
  readonly statement: string | null;
}

/** What people review and decide about runs, in the sync database. Every method is atomic. */
export interface ReviewStore extends DecisionStore {
  /** Historical runs; live ones are left out. */
  readonly listRuns: (page: {
    readonly before: O.Option<string>;
    readonly limit: number;
  }) => TE.TaskEither<StoreError, RunPage>;
  /** The counts of a run alone, which cost less than its summary. */
  readonly outcomeCounts: (runId: string) => TE.TaskEither<StoreError, RunSummary['counts']>;
  /** All sums of a run's report, read in one transaction. */
  readonly overview: (runId: string) => TE.TaskEither<StoreError, RunOverview>;
  /**
   * Saves a sign-off, with a statement of the run's sums in the same transaction. When matters are open, and not as many as `expected`, nothing is saved.
   *
   * @param expected default: any
   */
  readonly saveSignOff: (
    signOff: Omit<SignOff, 'statement'> & { readonly statement: (summary: RunSummary) => string },
    expected?: number,
  ) => TE.TaskEither<StoreError, SavedSignOff>;
  /** In the order in which they were signed. */
  readonly signOffs: (runId: string) => TE.TaskEither<StoreError, readonly SignOff[]>;
  /**
   * Closes a month, and keeps its figures in the same transaction; no effect when it is closed. Right: how many matters of
   * its sales are open at `at`, in all storefronts, present and past; a sale without a known day counts in every month. When
   * matters are open, and not as many as `expected`, nothing is closed. A page of sales that is being committed is waited
   * for, so that it is counted or comes later.
   *
   * @param expected default: any
   */
  readonly closePeriod: (closed: ClosedPeriod, expected?: number) => TE.TaskEither<StoreError, PeriodClosing>;
  /** Right: the closing that ended; none for a month that was open, and then nothing is recorded. */
  readonly reopenPeriod: (reopening: Omit<PeriodChange, 'action'>) => TE.TaskEither<StoreError, O.Option<ClosedPeriod>>;
  /** Each time that a month was closed or opened again, in the order in which that happened. */
  readonly periodChanges: TE.TaskEither<StoreError, readonly PeriodChange[]>;
  /** The figures of closed months from a first to a last one, `YYYY-MM`, as they were when each was closed the last time. */
  readonly figuresWhenClosed: (months: DateRange) => TE.TaskEither<StoreError, readonly MonthFigure[]>;
  /** Where the business is registered, as people noted it, in the order of the states. */
  readonly registrations: TE.TaskEither<StoreError, readonly NotedRegistration[]>;
  /** Replaces one of the same state. */
  readonly saveRegistration: (registration: NotedRegistration) => TE.TaskEither<StoreError, void>;
  /** Right(false) when no registration of this state was noted. */
  readonly removeRegistration: (state: string) => TE.TaskEither<StoreError, boolean>;
  /** Sales of channels that are not connected, in the order of states, months and channels. */
  readonly openingBalances: TE.TaskEither<StoreError, readonly NotedOpeningBalance[]>;
  /** All or none; each replaces one of the same channel, state and month. */
  readonly saveOpeningBalances: (balances: readonly NotedOpeningBalance[]) => TE.TaskEither<StoreError, void>;
  /** Right: how many were removed. */
  readonly removeOpeningBalances: (filter: OpeningBalanceFilter) => TE.TaskEither<StoreError, number>;
  /** In the order of the calendar. */
  readonly closedPeriods: TE.TaskEither<StoreError, readonly ClosedPeriod[]>;
  /**
   * From the first to the last day that historical runs of a storefront were asked for, dry runs left out; none when there is no
   * such run. Days between two ranges are among them.
   */
  readonly syncedDays: (storefront: string) => TE.TaskEither<StoreError, O.Option<DateRange>>;
  /** The days that finished historical runs of a storefront have read: in order, with ranges that touch joined. */
  readonly readDays: (storefront: string, options?: ReadDaysOptions) => TE.TaskEither<StoreError, readonly DateRange[]>;
  /** Whether a storefront has a line, or a transaction that was sent or that the service lists, of one of these ids. */
  readonly knows: (storefront: string, ids: readonly string[]) => TE.TaskEither<StoreError, boolean>;
  /** The storefronts of all runs of the account, live and dry ones included; also storefronts that are no longer configured. */
  readonly storefronts: TE.TaskEither<StoreError, readonly string[]>;
  /** Sales that the service holds, and sales that only dry runs have seen, in the order of the calendar. */
  readonly dailySales: TE.TaskEither<StoreError, readonly DailySales[]>;
  readonly dailySalesOf: (jurisdiction: string) => TE.TaskEither<StoreError, readonly DailySales[]>;
  /** A text that changes whenever `dailySales` do. */
  readonly salesRevision: TE.TaskEither<StoreError, string>;
  /** Sales up to a day that are skipped, on hold or failed, in a dry run too, in the order of the calendar; of one jurisdiction or all. */
  readonly notSent: (until: string, jurisdiction?: string) => TE.TaskEither<StoreError, readonly NotSentSales[]>;
  /**
   * Transactions that the service holds, each once, as the newest run settled it; and credit documents, whose line is only
   * their adjustment. A page reads so many lines at most, and may therefore be empty: it is the last one when `next` is none.
   */
  readonly sentLines: (filter: SentLinesFilter, after: O.Option<string>) => TE.TaskEither<StoreError, SentLinesPage>;
  /** The sums of what the service holds, by month of the days that are asked for: see `DayFigure`. */
  readonly monthFigures: (wanted: SentLinesFilter) => TE.TaskEither<StoreError, readonly MonthFigure[]>;
  /** The sales in these sums, in the order of months and currencies. */
  readonly monthSales: (wanted: SentLinesFilter) => TE.TaskEither<StoreError, readonly MonthSales[]>;
  /** All sales and refunds, also held, left out and skipped ones, each once, as it is now. */
  readonly findSales: (filter: SalesFilter, order: SalesOrder) => TE.TaskEither<StoreError, SalesPage>;
  /** The jurisdictions of all sales that have one, in their order. */
  readonly salesPlaces: TE.TaskEither<StoreError, readonly string[]>;
  readonly prune: PruneBatch;
  /** Counts all transactions again and compares them with the sums of days, which change nothing. */
  readonly checkSums: TE.TaskEither<StoreError, SumsCheck>;
  /**
   * Records in the order in which they were added. The last page has no `next`.
   */
  readonly auditRecords: (filter: AuditFilter, after: O.Option<string>) => TE.TaskEither<StoreError, AuditPage>;
  /** Adds the record of a correction, and in the same transaction a note, unless that is null. */
  readonly saveCorrection: (record: AuditRecord, note: string | null) => TE.TaskEither<StoreError, void>;
  /** Keeps what was counted; a day that was counted before is replaced. */
  readonly saveDailyCounts: (days: readonly DailyCount[]) => TE.TaskEither<StoreError, void>;
  /** Days of a storefront that were ever counted, in the order of the calendar. */
  readonly dailyCounts: (storefront: string, range: DateRange) => TE.TaskEither<StoreError, readonly DailyCount[]>;
}

export interface AuditFilter {
  /** Default: all that there ever were. */
  readonly storefronts?: readonly string[];
  /** Only this record. */
  readonly sourceId?: string;
  /** The days on which the answer came, in UTC. */
  readonly days?: DateRange;
}

export interface AuditPage {
  readonly records: readonly AuditRecord[];
  readonly next: O.Option<string>;
}

export interface ReadDaysOptions {
  /** Whether dry runs count. Default true. */
  readonly withPreviews?: boolean;
}

export interface SentLinesFilter {
  /** Default: all that there ever were. */
  readonly storefronts?: readonly string[];
  /** Days of sales and refunds, or of one of their adjustments, in each storefront's own calendar. */
  readonly days: DateRange;
}

/** An adjustment with its day in the storefront's calendar, `YYYY-MM-DD`. */
export interface DatedAdjustment extends Adjustment {
  readonly day: string;
}

/** A report line of a transaction that the service holds. */
export interface SentLine extends ReportLine {
  /** The day of its storefront's calendar, `YYYY-MM-DD`, by the time zone of when it was settled; null where it is not known. */
  readonly day: string | null;
  readonly adjustments: readonly DatedAdjustment[];
  /** What the service showed of it when it was last read; null when it showed nothing. */
  readonly shown: ShownFields | null;
}

export interface SentLinesPage {
  readonly lines: readonly SentLine[];
  readonly next: O.Option<string>;
}

/** A sum of a day that differs from the sum of its transactions. */
interface WrongSum {
  readonly group: FigureGroup;
  readonly kept: FigureSums;
  readonly counted: FigureSums;
}

/** What a full count says about the sums of days. */
export interface SumsCheck {
  /** Transactions that were counted. */
  readonly transactions: number;
  /** Sums that were compared. */
  readonly sums: number;
  /** The first twenty. */
  readonly wrong: readonly WrongSum[];
  readonly wrongCount: number;
}

/**
 * Sales of a day and jurisdiction that are in the service, or that only a dry run has seen. Refunds are subtracted only in
 * `net`. A sale that was split by who remits its tax counts once.
 */
export interface DailySales extends Pick<JurisdictionTotal, 'currency' | 'jurisdiction' | 'count'> {
  /** `YYYY-MM-DD` in the storefront's time zone; the first of the month where only the month is known. */
  readonly day: string;
  /** A marketplace remits their tax. */
  readonly isMarketplace: boolean;
  /** Sent with a purpose or an entity. */
  readonly isExempt: boolean;
  /** Sent as bought for resale. */
  readonly isResale: boolean;
  /** Minor units, without tax. */
  readonly sales: bigint;
  /** All sales of the day, canceled ones too, minus all refunds of the day, also for sales of other days. */
  readonly net: bigint;
  /** Sales in `count` that are known not to be taxable as a whole. */
  readonly notTaxableCount: number;
  /** The part of `sales` that is known not to be taxable. */
  readonly notTaxableSales: bigint;
  /** The part of `sales` that was taxable and on which you charged no tax. */
  readonly untaxedSales: bigint;
  /** What the platform taxed, where it is known on how much it charged `tax`. */
  readonly taxed: bigint;
  /** Charged on `taxed`. */
  readonly tax: bigint;
}

/** Sales of a month that are not sent for the same reason. Null: not known. */
export interface NotSentSales {
  /** `YYYY-MM` */
  readonly month: string | null;
  /** See `jurisdictionOf`. */
  readonly jurisdiction: string | null;
  readonly currency: string | null;
  /** See `ReportLine`; `left out by decision` as soon as it is decided. */
  readonly reason: string;
  readonly count: number;
  /** Minor units with tax, as far as amounts are known. */
  readonly total: bigint;
}

/** What a reconciliation counted for one day of a storefront's calendar. */
export interface DailyCount {
  readonly storefront: string;
  /** `YYYY-MM-DD` in the storefront's time zone. */
  readonly day: string;
  /** Transactions that the storefront's records of the day would make. */
  readonly source: number;
  /** Transactions of the day that the service holds. */
  readonly service: number;
  /** Sales of the source that the service does not hold, without the ones that a person resolved. */
  readonly missing: number;
  /** Transactions that differ, are too many or unclear, without the ones that a person resolved. */
  readonly differing: number;
  readonly countedAt: Instant;
}

/** The closed months, `YYYY-MM`, that a range touches. Pure. */
export const closedPeriodsWithin = (
  range: DateRange,
  closed: readonly Pick<ClosedPeriod, 'month'>[],
): readonly string[] => {
  const touched = new Set(monthsOf(range).map(({ from }) => from.slice(0, 7)));
  return closed.map(({ month }) => month).filter((month) => touched.has(month));
};
