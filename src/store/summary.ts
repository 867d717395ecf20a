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
  zeroCounts,
} from '../domain/run.ts';
import type { OutcomeTotal, RefundTotal } from '../domain/review-store.ts';

/** Report lines of one outcome, reason, currency, jurisdiction and month. */
export interface LineGroup {
  readonly outcome: Outcome;
  readonly reason: ReportLine['reason'];
  readonly count: number;
  /** Summed over the group; null when its records became no transactions. */
  readonly amounts: LineAmounts | null;
}

export interface FindingCount {
  readonly kind: string;
  readonly count: number;
}

const isInService = ({ outcome }: LineGroup): boolean => outcome === 'succeeded' || outcome === 'alreadyPresent';

const addCounts = <A extends { readonly count: number }>(
  groups: readonly A[],
  keyOf: (group: A) => string,
): Readonly<Record<string, number>> => {
  const counts = new Map<string, number>();
  for (const group of groups) counts.set(keyOf(group), (counts.get(keyOf(group)) ?? 0) + group.count);
  return Object.fromEntries(counts);
};

/** Adds up what has the same key, and gives it in the order of the keys. */
const sumByKey = <A>(
  parts: readonly A[],
  keyOf: (part: A) => readonly string[],
  add: (a: A, b: A) => A,
): readonly A[] => {
  const sums = new Map<string, A>();
  for (const part of parts) {
    const key = keyOf(part).join('\n');
    const sum = sums.get(key);
    sums.set(key, sum === undefined ? part : add(sum, part));
  }
  return [...sums].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, sum]) => sum);
};

/** Both groups' tax that the service reports, where it does. */
const withReportedTax = (
  a: Pick<LineAmounts, 'reportedTax'> | undefined,
  b: Pick<LineAmounts, 'reportedTax'>,
): Pick<LineAmounts, 'reportedTax'> => {
  const reportedTax = addReportedTax(a?.reportedTax, b.reportedTax);
  return reportedTax === undefined ? {} : { reportedTax };
};

const jurisdictionTotals = (groups: readonly LineGroup[]): readonly JurisdictionTotal[] =>
  sumByKey(
    groups
      .filter((group) => isInService(group) || group.reason === 'dry run')
      .flatMap(({ count, amounts }) => (amounts === null ? [] : [{ ...amounts, count }])),
    ({ currency, jurisdiction, month }) => [currency, jurisdiction, month],
    (a, b) => ({
      ...a,
      count: a.count + b.count,
      total: a.total + b.total,
      taxCollected: a.taxCollected + b.taxCollected,
      ...withReportedTax(a, b),
    }),
  );

const adjustmentTotals = (groups: readonly AdjustmentTotal[]): readonly AdjustmentTotal[] =>
  sumByKey(
    groups,
    ({ kind, currency, sent }) => [kind, currency, String(sent)],
    (a, b) => ({ ...a, count: a.count + b.count, amount: a.amount + b.amount }),
  );

const countReasons = (groups: readonly LineGroup[], outcome: Outcome): Readonly<Record<string, number>> =>
  addCounts(
    groups.filter((group) => group.outcome === outcome),
    ({ reason }) => reason ?? 'no reason given',
  );

/** How many lines have each outcome. */
export const countByOutcome = (groups: readonly Pick<LineGroup, 'outcome' | 'count'>[]): RunSummary['counts'] => ({
  ...zeroCounts,
  ...addCounts(groups, ({ outcome }) => outcome),
});

/** The summary of a run from groups of its lines, findings and adjustments. */
export const buildSummary = (
  lines: readonly LineGroup[],
  findings: readonly FindingCount[],
  adjustments: readonly AdjustmentTotal[],
  openChannels: readonly ChannelTotal[],
): RunSummary => ({
  counts: countByOutcome(lines),
  skipped: countReasons(lines, 'skipped'),
  held: countReasons(lines, 'held'),
  totals: jurisdictionTotals(lines),
  findings: addCounts(findings, ({ kind }) => findingKind(kind)),
  openChannels: sumByKey(
    openChannels,
    ({ channel, currency }) => [channel, currency],
    (a, b) => ({ ...a, count: a.count + b.count, total: a.total + b.total }),
  ),
  adjustments: adjustmentTotals(adjustments),
});

/** Sums groups of report lines by outcome, reason, currency, jurisdiction and month. */
export const outcomeTotals = (groups: readonly LineGroup[]): readonly OutcomeTotal[] => {
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

/** Sums refunds by currency, month and jurisdiction, in that order. */
export const sumRefunds = (groups: readonly RefundTotal[]): readonly RefundTotal[] => {
  const sums = new Map<string, RefundTotal>();
  for (const group of groups) {
    const key = [group.currency, group.month, group.jurisdiction].join('\n');
    const sum = sums.get(key);
    const { count, amount } = group;
    sums.set(key, sum === undefined ? group : { ...sum, count: sum.count + count, amount: sum.amount + amount });
  }
  return [...sums].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, sum]) => sum);
};
