/** The sales of a state that a rule counts, added up quickly over any span of days. */
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
  /** Those after the one, up to and with the other. */
  readonly daysAfter: (day: string, to: string) => readonly string[];
  /** Of all days from the one to the other, both included. */
  readonly sumOf: (from: string, to: string) => Sum;
}

/** How many of the days are before this one. */
const countBefore = (days: readonly string[], day: string): number => {
  let [low, high] = [0, days.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((days[middle] ?? day) < day) low = middle + 1;
    else high = middle;
  }
  return low;
};

const none: Sum = { sales: 0n, count: 0 };

/** Days of refunds or canceled sales alone are among daily sales as well. */
export const isSold = ({ count, sales }: DailySales): boolean => count !== 0 || sales !== 0n;

/** @param sales of one state, in the order of the calendar */
export const countedSales = (
  sales: readonly DailySales[],
  { countsExemptSales, countsResale }: Pick<NexusRule, 'countsExemptSales' | 'countsResale'>,
  { countsSalesFrom }: Pick<NexusThreshold, 'countsSalesFrom'>,
  countsMarketplaceSales: boolean,
  basis: SalesBasis = 'gross',
): CountedSales => {
  const days: string[] = [];
  /** Up to and with the day at the same position. */
  const sums: Sum[] = [];
  let [total, count] = [0n, 0];
  for (const one of sales) {
    if (countsSalesFrom !== null && one.day < countsSalesFrom) continue;
    if (one.isMarketplace && !countsMarketplaceSales) continue;
    if (one.isResale ? !countsResale : one.isExempt && !countsExemptSales) continue;
    total += basis === 'net' ? one.net : one.sales;
    count += one.count;
    // An exempt or resold sale counts whole or not at all.
    if (!countsExemptSales && !one.isExempt) {
      total -= one.notTaxableSales;
      count -= one.notTaxableCount;
    }
    if (days.at(-1) === one.day) sums.pop();
    else days.push(one.day);
    sums.push({ sales: total, count });
  }
  const sumBefore = (day: string): Sum => sums[countBefore(days, day) - 1] ?? none;
  return {
    basis,
    days,
    daysAfter: (day, to) => days.slice(countBefore(days, `${day}~`), countBefore(days, `${to}~`)),
    sumOf: (from, to) => {
      const [before, all] = [sumBefore(from), sumBefore(`${to}~`)];
      return to < from ? none : { sales: all.sales - before.sales, count: all.count - before.count };
    },
  };
};
