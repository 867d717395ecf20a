import type { OutcomeTotal } from '../core/review-book.ts';
import { type EntryGroup, withReportedTax } from './fold-summary.ts';

/** Adds up groups of entries by outcome, reason, currency, place and month, however finely they are cut. */
export const outcomeTotals = (groups: readonly EntryGroup[]): readonly OutcomeTotal[] => {
  const sums = new Map<string, OutcomeTotal>();
  for (const { outcome, reason, amounts, count } of groups) {
    if (amounts === null) continue;
    const { currency, jurisdiction, month } = amounts;
    const key = [currency, month, jurisdiction, outcome, reason ?? ''].join('\n');
    const sum = sums.get(key);
    sums.set(key, {
      ...amounts,
      outcome,
      reason,
      count: count + (sum?.count ?? 0),
      total: amounts.total + (sum?.total ?? 0n),
      taxCollected: amounts.taxCollected + (sum?.taxCollected ?? 0n),
      ...withReportedTax(sum, amounts),
    });
  }
  return [...sums].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, sum]) => sum);
};
