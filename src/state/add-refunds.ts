import type { RefundTotal } from '../core/review-book.ts';

/** Adds up refunds by currency, month and place, however finely they are cut; in that order. */
export const addRefunds = (groups: readonly RefundTotal[]): readonly RefundTotal[] => {
  const sums = new Map<string, RefundTotal>();
  for (const group of groups) {
    const key = [group.currency, group.month, group.jurisdiction].join('\n');
    const sum = sums.get(key);
    const { count, amount } = group;
    sums.set(key, sum === undefined ? group : { ...sum, count: sum.count + count, amount: sum.amount + amount });
  }
  return [...sums].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, sum]) => sum);
};
