import { groupBy } from 'fp-ts/lib/NonEmptyArray.js';
import { Temporal } from 'temporal-polyfill';
import type { DailySales } from '../domain/review-store.ts';
import { moneyIn } from '../domain/money.ts';
import { type FacilitatorLaw, facilitatorLaws } from '../mapping/facilitator-laws.ts';
import {
  amountsOn,
  type MeasuringPeriod,
  type NexusThreshold,
  nexusThresholds,
  type ThresholdAmounts,
  type ThresholdSource,
  thresholdsReviewedOn,
} from '../mapping/nexus-thresholds.ts';

/** How near a state's economic nexus threshold the sales to it are. */
export interface StateExposure {
  /** `TX` */
  readonly state: string;
  /** US dollars without tax in the measuring period, as decimals: `481500.00`. */
  readonly sales: string;
  readonly transactions: number;
  /** The measuring period that holds the day of the question, `YYYY-MM-DD`, both included. */
  readonly period: { readonly rule: MeasuringPeriod; readonly from: string; readonly to: string };
  readonly threshold: ThresholdAmounts;
  /** Of the threshold, in whole percent, rounded down: 100 or more means that it is reached. */
  readonly percent: number;
  /** The day on which a threshold was first crossed, whether or not it is crossed now; null when it never was. */
  readonly crossedOn: string | null;
  /** The threshold of that day, where it was not `threshold`; null otherwise. */
  readonly crossedThreshold: ThresholdAmounts | null;
  /** Whether sales whose tax a marketplace remits are in these numbers. Where sources disagree, they are. */
  readonly includesMarketplaceSales: boolean;
  /** Where the threshold was read, and of which day that is. */
  readonly source: ThresholdSource;
  /** The source is of more than a year before the day of the question: check the threshold first. */
  readonly isOutdated: boolean;
}

/** What the sync database says about thresholds. An indication: the Tax Nexus Service decides. */
export interface Exposure {
  /** The day of the question, `YYYY-MM-DD`. */
  readonly on: string;
  /** First and last day of the sales that are known; null without any. What was sold before is not in the numbers. */
  readonly known: { readonly from: string; readonly to: string } | null;
  /** States with sales, the nearest to its threshold first. */
  readonly states: readonly StateExposure[];
  /** Sales to US states in other currencies, which are not in the numbers. */
  readonly notInDollars: number;
  /** When the thresholds were last compared with their sources, `YYYY-MM-DD`. */
  readonly reviewedOn: string;
  /** That was more than a year before `on`: check the thresholds first. */
  readonly isOutdated: boolean;
}

interface Day {
  readonly day: string;
  /** Cents. */
  readonly sales: bigint;
  readonly count: number;
}

interface Sum {
  readonly sales: bigint;
  readonly count: number;
}

const addDays = (day: string, days: number): string => Temporal.PlainDate.from(day).add({ days }).toString();
const addYears = (day: string, years: number): string => Temporal.PlainDate.from(day).add({ years }).toString();

/** The first day of the quarter of New York that holds a day: March, June, September or December 1. */
const quarterOf = (day: string): string => {
  const date = Temporal.PlainDate.from(day);
  return date
    .with({ day: 1 })
    .subtract({ months: date.month % 3 })
    .toString();
};

/** The first day of the measuring period that ends with, or holds, a day. */
const startOf = (period: MeasuringPeriod, day: string): string => {
  switch (period) {
    case 'calendar year':
    case 'previous calendar year':
      return `${day.slice(0, 4)}-01-01`;
    case '12 months':
      return addDays(addYears(day, -1), 1);
    case 'four quarters':
      return Temporal.PlainDate.from(quarterOf(day)).subtract({ months: 9 }).toString();
    case 'year to September': {
      const begins = `${day.slice(0, 4)}-10-01`;
      return day < begins ? addYears(begins, -1) : begins;
    }
  }
};

const sumFrom = (days: readonly Day[], from: string, to: string): Sum => {
  let [sales, count] = [0n, 0];
  for (const one of days) {
    if (one.day < from || one.day > to) continue;
    sales += one.sales;
    count += one.count;
  }
  return { sales, count };
};

const isCrossed = (
  { sales, transactions, needsBoth }: ThresholdAmounts,
  { isReachedAtAmount }: NexusThreshold,
  sum: Sum,
): boolean => {
  const limit = BigInt(sales) * 100n;
  const bySales = isReachedAtAmount ? sum.sales >= limit : sum.sales > limit;
  if (transactions === null) return bySales;
  const byCount = sum.count >= transactions;
  return needsBoth ? bySales && byCount : bySales || byCount;
};

const percentOf = (amounts: ThresholdAmounts, threshold: NexusThreshold, sum: Sum): number => {
  const { sales, transactions, needsBoth } = amounts;
  const bySales = Number((sum.sales * 100n) / (BigInt(sales) * 100n));
  const byCount = transactions === null ? bySales : Math.floor((sum.count * 100) / transactions);
  const percent = needsBoth ? Math.min(bySales, byCount) : Math.max(bySales, byCount);
  // The amount itself does not reach a threshold that has to be exceeded.
  return isCrossed(amounts, threshold, sum) ? percent : Math.min(percent, 99);
};

/** Of these, the one before counts as well. */
const wholeYears: ReadonlySet<MeasuringPeriod> = new Set([
  'calendar year',
  'previous calendar year',
  'year to September',
]);

/**
 * The first day with a sale on which the sales of a measuring period, up to that day, cross the threshold of that day; where the
 * year before counts as well, also on which its sales do: after the law began, or its amounts fell.
 */
const firstCrossing = (threshold: NexusThreshold, days: readonly Day[]): string | null => {
  let [first, sales, count, start] = [0, 0n, 0, ''];
  let yearBefore: Sum = { sales, count };
  for (const { day, ...added } of days) {
    const begins = startOf(threshold.period, day);
    if (begins !== start) {
      const follows = wholeYears.has(threshold.period) && start !== '' && addYears(start, 1) === begins;
      yearBefore = follows ? { sales, count } : { sales: 0n, count: 0 };
      start = begins;
      for (let old = days[first]; old !== undefined && old.day < begins; old = days[++first]) {
        sales -= old.sales;
        count -= old.count;
      }
    }
    sales += added.sales;
    count += added.count;
    if (day < threshold.since) continue;
    const amounts = amountsOn(threshold, day);
    const crosses = (sum: Sum): boolean => isCrossed(amounts, threshold, sum);
    if (crosses(yearBefore) || crosses({ sales, count })) return day;
  }
  return null;
};

/** Facilitator laws by state. */
type Laws = Readonly<Record<string, FacilitatorLaw>>;

const countsIn = (state: string, threshold: NexusThreshold, laws: Laws) => {
  const countsMarketplaces = (laws[state] ?? facilitatorLaws[state])?.countsTowardThreshold !== false;
  return {
    countsMarketplaces,
    isCounted: ({ isMarketplace, isExempt, isResale }: DailySales): boolean =>
      (countsMarketplaces || !isMarketplace) &&
      (isResale ? threshold.countsResale : threshold.countsExemptSales || !isExempt),
  };
};

const isOlderThanAYear = (day: string, on: string): boolean => addYears(day, 1) < on;

const shownAmounts = ({ sales, transactions, needsBoth }: ThresholdAmounts): ThresholdAmounts => ({
  sales,
  transactions,
  needsBoth,
});

const stateExposure = (
  state: string,
  threshold: NexusThreshold,
  laws: Laws,
  sales: readonly DailySales[],
  on: string,
): StateExposure => {
  const { countsMarketplaces, isCounted } = countsIn(state, threshold, laws);
  const days = sales.filter((one) => one.day <= on && isCounted(one));
  const from = startOf(threshold.period, on);
  const sum = sumFrom(days, from, on);
  const amounts = amountsOn(threshold, on);
  const crossedOn = firstCrossing(threshold, days);
  const crossedBy = crossedOn === null ? amounts : amountsOn(threshold, crossedOn);
  return {
    state,
    sales: moneyIn('USD')(sum.sales),
    transactions: sum.count,
    period: { rule: threshold.period, from, to: on },
    threshold: shownAmounts(amounts),
    percent: percentOf(amounts, threshold, sum),
    crossedOn,
    crossedThreshold: crossedBy === amounts ? null : shownAmounts(crossedBy),
    includesMarketplaceSales: countsMarketplaces,
    source: threshold.source,
    isOutdated: isOlderThanAYear(threshold.source.on, on),
  };
};

/** The crossed ones first, in the order in which they were crossed; then the nearest. */
const byUrgency = (a: StateExposure, b: StateExposure): number =>
  (a.crossedOn ?? '9').localeCompare(b.crossedOn ?? '9') || b.percent - a.percent || (a.state < b.state ? -1 : 1);

/**
 * How near each US state's economic nexus threshold the known sales are, by the state's own measuring period, with or without
 * sales of marketplaces, for resale and to exempt buyers as its law says. Pure.
 *
 * It cannot tell goods from services: where a state leaves them out, the number is too high.
 * Refunds are not subtracted, nor a presence in the state considered.
 *
 * @param sales in the order of the calendar
 * @param on the day of the question, `YYYY-MM-DD`
 * @param laws the policy's laws of single states
 *
 * @example
 * exposureOf(sales, '2026-03-31').states[0] // { state: 'TX', percent: 104, crossedOn: '2025-03-14', … }
 */
export const exposureOf = (sales: readonly DailySales[], on: string, laws: Laws = {}): Exposure => {
  const byState = groupBy(({ jurisdiction }: DailySales) => jurisdiction)([...sales]);
  const [first, last] = [sales[0], sales.at(-1)];
  return {
    on,
    known: first === undefined || last === undefined ? null : { from: first.day, to: last.day },
    states: Object.entries(nexusThresholds)
      .flatMap(([state, threshold]) => {
        const own = (byState[state] ?? []).filter(({ currency }) => currency === 'USD');
        return own.length === 0 ? [] : [stateExposure(state, threshold, laws, own, on)];
      })
      .sort(byUrgency),
    notInDollars: Object.keys(nexusThresholds)
      .flatMap((state) => byState[state] ?? [])
      .reduce((count, one) => (one.currency === 'USD' ? count : count + one.count), 0),
    reviewedOn: thresholdsReviewedOn,
    isOutdated: isOlderThanAYear(thresholdsReviewedOn, on),
  };
};
