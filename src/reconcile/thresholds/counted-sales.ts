/** The sales of a state that a rule counts, added up quickly over any span of days. */
import type { OpeningBalance } from '../../domain/opening-balance.ts';
import type { DailySales } from '../../domain/review-store.ts';
import type { NexusRule, NexusThreshold } from '../../mapping/nexus-rule.ts';

export interface Sum {
  /** Cents. */
  readonly sales: bigint;
  readonly count: number;
}

/** Whether refunds are subtracted. */
export type SalesBasis = (typeof salesBases)[number];

export const salesBases = ['gross', 'net'] as const;

export interface CountedSales {
  /** A sum of `net` sales may fall from one day to the next. */
  readonly basis: SalesBasis;
  /** Days with sales that count, in order. */
  readonly days: readonly string[];
  /** The days after `day`, up to and including `to`. */
  readonly daysAfter: (day: string, to: string) => readonly string[];
  /** The sum of all days from `from` to `to`, both included. */
  readonly sumOf: (from: string, to: string) => Sum;
}

/** Whether something was sold: daily sales also contain days with only refunds or canceled sales. */
export const isSold = ({ count, sales }: DailySales): boolean => count !== 0 || sales !== 0n;

export interface CountingOptions {
  /** Default: gross, because no state says that refunds reduce the measured sales. */
  readonly basis?: SalesBasis | undefined;
  /** The opening balances of the state. Default: none. */
  readonly balances?: readonly OpeningBalance[] | undefined;
}

const none: Sum = { sales: 0n, count: 0 };

/**
 * An opening balance has a month and no day: it counts whole from the first day of its month, for as long as a day of the month
 * lies in the measuring period, so that no threshold is reached later than by the true days.
 *
 * @param sales of one state, in the order of the calendar
 */
export const countedSales = (
  sales: readonly DailySales[],
  { countsExemptSales, countsResale }: Pick<NexusRule, 'countsExemptSales' | 'countsResale'>,
  { countsSalesFrom }: Pick<NexusThreshold, 'countsSalesFrom'>,
  countsMarketplaceSales: boolean,
  { basis = 'gross', balances = [] }: CountingOptions = {},
): CountedSales => {
  const isCounted = ({ day, isMarketplace }: Pick<DailySales, 'day' | 'isMarketplace'>): boolean =>
    (countsSalesFrom === null || day >= countsSalesFrom) && (!isMarketplace || countsMarketplaceSales);
  const ofConnected = sumsByDay();
  for (const one of sales) {
    if (!isCounted(one) || (one.isResale ? !countsResale : one.isExempt && !countsExemptSales)) continue;
    const money = basis === 'net' ? one.net : one.sales;
    // An exempt or resold sale counts whole or not at all.
    if (countsExemptSales || one.isExempt) ofConnected.add(one.day, money, one.count);
    else ofConnected.add(one.day, money - one.notTaxableSales, one.count - one.notTaxableCount);
  }
  if (balances.length === 0) {
    const { days, sumOf } = ofConnected;
    return { basis, days, daysAfter: daysAfterIn(days), sumOf };
  }
  const ofOthers = sumsByDay();
  for (const { month, sales: money, count, isMarketplace } of balances.toSorted(byMonth)) {
    const day = `${month}-01`;
    if (isCounted({ day, isMarketplace })) ofOthers.add(day, money, count);
  }
  const days = [...new Set([...ofConnected.days, ...ofOthers.days])].sort();
  return {
    basis,
    days,
    daysAfter: daysAfterIn(days),
    sumOf: (from, to) => (to < from ? none : plus(ofConnected.sumOf(from, to), ofOthers.sumOf(firstOfMonth(from), to))),
  };
};

interface SumsByDay {
  readonly days: readonly string[];
  /** In the order of the calendar. */
  readonly add: (day: string, sales: bigint, count: number) => void;
  readonly sumOf: CountedSales['sumOf'];
}

const sumsByDay = (): SumsByDay => {
  const days: string[] = [];
  /** The sum up to and including the day at the same position. */
  const sums: Sum[] = [];
  let total = none;
  const sumBefore = (day: string): Sum => sums[countBefore(days, day) - 1] ?? none;
  return {
    days,
    add: (day, sales, count) => {
      total = { sales: total.sales + sales, count: total.count + count };
      if (days.at(-1) === day) sums.pop();
      else days.push(day);
      sums.push(total);
    },
    sumOf: (from, to) => {
      const [before, all] = [sumBefore(from), sumBefore(`${to}~`)];
      return to < from ? none : { sales: all.sales - before.sales, count: all.count - before.count };
    },
  };
};

/** The number of days before this one. */
const countBefore = (days: readonly string[], day: string): number => {
  let [low, high] = [0, days.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((days[middle] ?? day) < day) low = middle + 1;
    else high = middle;
  }
  return low;
};

const daysAfterIn =
  (days: readonly string[]): CountedSales['daysAfter'] =>
  (day, to) =>
    days.slice(countBefore(days, `${day}~`), countBefore(days, `${to}~`));

const byMonth = (a: OpeningBalance, b: OpeningBalance): number => a.month.localeCompare(b.month);

const plus = (a: Sum, b: Sum): Sum => ({ sales: a.sales + b.sales, count: a.count + b.count });

const firstOfMonth = (day: string): string => `${day.slice(0, 7)}-01`;
