/**
 * The form of a state's economic nexus rule: the sales from which on a seller without a presence must register and collect
 * tax.
 */

/** The amounts of a threshold. */
export interface ThresholdAmounts {
  /** Whole US dollars of sales. */
  readonly sales: number;
  /** Number of transactions; null where only sales count. */
  readonly transactions: number | null;
  /** Both must be reached. Otherwise either is enough. */
  readonly needsBoth: boolean;
}

/** The rule of a state from a day on, until the day of the next rule. */
export interface NexusRule extends ThresholdAmounts {
  /** `YYYY-MM-DD`; of the first rule, the first day of the law. */
  readonly from: string;
  /** Reached at the amount itself; otherwise just above it. */
  readonly isReachedAtAmount: boolean;
  /**
   * The fewest sales that may reach the amount: 10 in Minnesota until 2019, 0 elsewhere. It is not 1, because an addition to an earlier sale
   * is an amount without a sale in its period.
   */
  readonly minTransactions: number;
  readonly period: MeasuringPeriod;
  /** Sales to exempt buyers count, and what is known not to be taxable. */
  readonly countsExemptSales: boolean;
  /** Sales for resale count. */
  readonly countsResale: boolean;
  /** Sales whose tax a marketplace remits count; null: as `facilitatorLaws` says. */
  readonly countsMarketplaceSales: boolean | null;
  /** Of a threshold that is reached under this rule. Null: not found. */
  readonly collects: CollectRule | null;
  /** Null: not found. */
  readonly ends: DutyEnd | null;
}

/** An indication, not legal advice. */
export interface NexusThreshold {
  /** Oldest first; the last one is in force. */
  readonly rules: readonly [NexusRule, ...NexusRule[]];
  /** Sales before this day never count, `YYYY-MM-DD`; null: all sales of the measuring period count, also from before the law. */
  readonly countsSalesFrom: string | null;
  /** What sources disagree about. Sales that a source counts are counted. */
  readonly disagreements: readonly Disagreement[];
  readonly source: ThresholdSource;
}

/** Where the present rule stands. */
export interface ThresholdSource {
  /** The statute, rule or state page, with its section and its own date where it states them; or `your setting`. */
  readonly name: string;
  /** Where to read it, `https://…`; null for your setting. */
  readonly link: string | null;
  /** The day on which it was read, `YYYY-MM-DD`; null for your setting. */
  readonly on: string | null;
}

/**
 * Over which time sales are added up, and when that is tested.
 *
 * - `calendar year`: this or the previous one, at every sale
 * - `previous calendar year`: when it is over
 * - `12 months`: any, to the day, at every sale
 * - `12 calendar months`: whole ones, at the end of each month
 * - `12 months to a quarter’s end`: at the end of March, June, September and December
 * - `four quarters`: the last four of New York's sales tax quarters, which begin in March, June, September and December, at their end
 * - `year to September`: 12 months that end on September 30, then
 */
export type MeasuringPeriod = (typeof measuringPeriods)[number];

export const measuringPeriods = [
  'calendar year',
  'previous calendar year',
  '12 months',
  '12 calendar months',
  '12 months to a quarter’s end',
  'four quarters',
  'year to September',
] as const;

/**
 * From which day the seller must collect, counted from the day of the crossing or from the end of the tested period. `Nth month`:
 * the first day of the Nth month after that of the crossing.
 */
export type CollectRule = (typeof collectRules)[number];

export const collectRules = [
  'next sale',
  'next day',
  '30 days',
  '60 days',
  /** Whichever is earlier. */
  '60 days or January 1',
  '1st month',
  '2nd month',
  '3rd month',
  '4th month',
  /** The first day of the first month that begins at least 30 days after. */
  'month after 30 days',
  /** The last first day of a month within so many days. */
  'month within 30 days',
  'month within 60 days',
  /** The first day of the month after the 90th day. */
  'month after 90 days',
  'next quarter',
  '3 months after the quarter',
  /** New York: 30 days to apply and 20 more, from the first day of its next quarter. */
  '50 days after the quarter',
  /** The first day of the month after the 30th day after the quarter. */
  'month after 30 days after the quarter',
  'October 1',
  'January 1',
  'April 1',
] as const;

/**
 * How long the duty lasts.
 *
 * - `next calendar year`: to the end of the year after the last one that was enough
 * - `year after`: one year from the first day on which the year that was enough makes a seller collect
 * - `one year`: then the last 12 months are tested again
 * - `12 months, then while met`: tested at the end of each quarter
 * - `while met`: tested at the end of each month; it ends with notice
 */
export type DutyEnd = (typeof dutyEnds)[number];

export const dutyEnds = [
  'next calendar year',
  'year after',
  'one year',
  '12 months, then while met',
  'while met',
] as const;

/** A point of a rule on which published sources differ. */
export type Disagreement =
  | 'marketplace sales'
  | 'measuring period'
  | 'which sales count'
  | 'whether the amount itself is enough'
  | 'collect-from day';

/** The rule on a day, `YYYY-MM-DD`; on a day before the law, the first rule. */
export const ruleOn = ({ rules }: NexusThreshold, day: string): NexusRule =>
  rules.findLast(({ from }) => from <= day) ?? rules[0];
