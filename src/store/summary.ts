/** Adds up the lines of a run into the numbers of its report: counts by outcome and reason, totals by state and month. Pure. */
import { wholeMonth } from '../domain/date-range.ts';
import {
  addReportedTax,
  type AdjustmentTotal,
  type ChannelTotal,
  findingKind,
  type JurisdictionTotal,
  type LineAmounts,
  type Outcome,
  type ReportLine,
  type RunSummary,
  type UndecidedTotal,
  zeroCounts,
} from '../domain/run.ts';
import type { OutcomeTotal, RefundTotal } from '../domain/review-store.ts';

export interface LineGroup {
  readonly outcome: Outcome;
  readonly reason: ReportLine['reason'];
  readonly count: number;
  /** Summed over the group; null when its records became no transactions. */
  readonly amounts: LineAmounts | null;
  /** The sum of the known totals, including records that became no transactions; null if no total is known. */
  readonly known: UndecidedTotal | null;
}

export interface FindingCount {
  readonly kind: string;
  readonly count: number;
}

export const countByOutcome = (groups: readonly Pick<LineGroup, 'outcome' | 'count'>[]): RunSummary['counts'] => ({
  ...zeroCounts,
  ...addCounts(groups, ({ outcome }) => outcome),
});

export const buildSummary = (
  lines: readonly LineGroup[],
  findings: readonly FindingCount[],
  adjustments: readonly AdjustmentTotal[],
  openChannels: readonly ChannelTotal[],
): Omit<RunSummary, 'olderSales'> => ({
  counts: countByOutcome(lines),
  failed: countReasons(lines, 'failed'),
  skipped: countReasons(lines, 'skipped'),
  held: countReasons(lines, 'held'),
  totals: jurisdictionTotals(lines),
  undecided: undecidedTotals(lines),
  findings: addCounts(findings, ({ kind }) => findingKind(kind)),
  openChannels: sumByKey(
    openChannels,
    ({ channel, currency }) => `${channel}\n${currency}`,
    (a, b) => ({ ...a, count: a.count + b.count, total: a.total + b.total }),
  ),
  adjustments: sumByKey(adjustments, ({ kind, currency, sent }) => `${kind}\n${currency}\n${sent}`, addAmounts),
});

export const outcomeTotals = (groups: readonly LineGroup[]): readonly OutcomeTotal[] =>
  sumByKey(
    groups.flatMap(({ outcome, reason, amounts, count }): OutcomeTotal | [] => {
      if (amounts === null) return [];
      const { currency, jurisdiction, month, total, taxCollected, reportedTax } = amounts;
      // Written out: see `lineGroupOf`.
      const plain = { currency, jurisdiction, month, total, taxCollected, outcome, reason, count };
      return reportedTax === undefined ? plain : { ...plain, reportedTax };
    }),
    ({ currency, month, jurisdiction, outcome, reason }) =>
      `${currency}\n${month}\n${jurisdiction}\n${outcome}\n${reason ?? ''}`,
    addTotals,
  );

export const sumRefunds = (groups: readonly RefundTotal[]): readonly RefundTotal[] =>
  sumByKey(groups, ({ currency, month, jurisdiction }) => `${currency}\n${month}\n${jurisdiction}`, addAmounts);

/** The day in UTC, or the nearest one of the month in the storefront's time zone. */
export const dayOfSale = (utcDay: string, month: string): string => {
  if (utcDay.startsWith(month)) return utcDay;
  const { from, to } = wholeMonth(month);
  return utcDay < from ? from : to;
};

const addCounts = <A extends { readonly count: number }>(
  groups: readonly A[],
  keyOf: (group: A) => string,
): Readonly<Record<string, number>> => {
  const counts = new Map<string, number>();
  for (const group of groups) counts.set(keyOf(group), (counts.get(keyOf(group)) ?? 0) + group.count);
  return Object.fromEntries(counts);
};

const countReasons = (groups: readonly LineGroup[], outcome: Outcome): Readonly<Record<string, number>> =>
  addCounts(
    groups.filter((group) => group.outcome === outcome),
    ({ reason }) => reason ?? 'no reason given',
  );

const jurisdictionTotals = (groups: readonly LineGroup[]): readonly JurisdictionTotal[] =>
  sumByKey(
    groups
      .filter((group) => isInService(group) || group.reason === 'would be sent')
      .flatMap(({ count, amounts }) => (amounts === null ? [] : [{ ...amounts, count }])),
    ({ currency, jurisdiction, month }) => `${currency}\n${jurisdiction}\n${month}`,
    addTotals,
  );

/** Adds up the parts with the same key and sorts the sums by key. */
const sumByKey = <A>(parts: readonly A[], keyOf: (part: A) => string, add: (a: A, b: A) => A): readonly A[] => {
  const sums = new Map<string, A>();
  for (const part of parts) {
    const key = keyOf(part);
    const sum = sums.get(key);
    sums.set(key, sum === undefined ? part : add(sum, part));
  }
  return [...sums].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, sum]) => sum);
};

const isInService = ({ outcome }: LineGroup): boolean => outcome === 'succeeded' || outcome === 'alreadyPresent';

/** Sums two totals and the tax that the service reports for each. */
const addTotals = <A extends JurisdictionTotal>(a: A, b: A): A => {
  const reportedTax = addReportedTax(a.reportedTax, b.reportedTax);
  return {
    ...a,
    count: a.count + b.count,
    total: a.total + b.total,
    taxCollected: a.taxCollected + b.taxCollected,
    ...(reportedTax !== undefined && { reportedTax }),
  };
};

const undecidedTotals = (groups: readonly LineGroup[]): readonly UndecidedTotal[] =>
  sumByKey(
    groups
      .filter(({ outcome }) => outcome === 'held' || outcome === 'failed')
      .flatMap(({ known }) => (known === null ? [] : [known])),
    ({ currency }) => currency,
    (a, b) => ({ ...a, count: a.count + b.count, total: a.total + b.total }),
  );

const addAmounts = <A extends { readonly count: number; readonly amount: bigint }>(a: A, b: A): A => ({
  ...a,
  count: a.count + b.count,
  amount: a.amount + b.amount,
});
