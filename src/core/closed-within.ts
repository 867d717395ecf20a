import { type DateRange, monthsOf } from './date-range.ts';
import type { ClosedMonth } from './review-book.ts';

/** The closed months, `YYYY-MM`, that a range touches. Pure. */
export const closedWithin = (range: DateRange, closed: readonly ClosedMonth[]): readonly string[] => {
  const touched = new Set(monthsOf(range).map(({ from }) => from.slice(0, 7)));
  return closed.map(({ month }) => month).filter((month) => touched.has(month));
};
