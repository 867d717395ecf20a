import { addReportedTax } from '../core/reported-tax.ts';
import { noCounts } from '../core/no-counts.ts';
import type {
  EntryAmounts,
  FindingKind,
  MovementTotal,
  Outcome,
  PlaceTotal,
  RunEntry,
  RunSummary,
} from '../core/run.ts';

/** Some entries of a run that are alike. */
export interface EntryGroup {
  readonly outcome: Outcome;
  readonly reason: RunEntry['reason'];
  readonly count: number;
  /** Summed over the group; null when its records became no transactions. */
  readonly amounts: EntryAmounts | null;
}

export interface FindingCount {
  readonly kind: FindingKind;
  readonly count: number;
}

const isInService = ({ outcome }: EntryGroup): boolean => outcome === 'succeeded' || outcome === 'alreadyPresent';

const addCounts = <A extends { readonly count: number }>(
  groups: readonly A[],
  keyOf: (group: A) => string,
): Readonly<Record<string, number>> => {
  const counts = new Map<string, number>();
  for (const group of groups) counts.set(keyOf(group), (counts.get(keyOf(group)) ?? 0) + group.count);
  return Object.fromEntries(counts);
};

/** Adds up what has the same key, and gives it in the order of the keys. */
const addUp = <A>(parts: readonly A[], keyOf: (part: A) => readonly string[], add: (a: A, b: A) => A): readonly A[] => {
  const sums = new Map<string, A>();
  for (const part of parts) {
    const key = keyOf(part).join('\n');
    const sum = sums.get(key);
    sums.set(key, sum === undefined ? part : add(sum, part));
  }
  return [...sums].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, sum]) => sum);
};

/** Both groups' tax that the service reports, where it does. */
export const withReportedTax = (
  a: Pick<EntryAmounts, 'reportedTax'> | undefined,
  b: Pick<EntryAmounts, 'reportedTax'>,
): Pick<EntryAmounts, 'reportedTax'> => {
  const reportedTax = addReportedTax(a?.reportedTax, b.reportedTax);
  return reportedTax === undefined ? {} : { reportedTax };
};

const placeTotals = (groups: readonly EntryGroup[]): readonly PlaceTotal[] =>
  addUp(
    groups.filter(isInService).flatMap(({ count, amounts }) => (amounts === null ? [] : [{ ...amounts, count }])),
    ({ currency, jurisdiction, month }) => [currency, jurisdiction, month],
    (a, b) => ({
      ...a,
      count: a.count + b.count,
      total: a.total + b.total,
      taxCollected: a.taxCollected + b.taxCollected,
      ...withReportedTax(a, b),
    }),
  );

const movementTotals = (groups: readonly MovementTotal[]): readonly MovementTotal[] =>
  addUp(
    groups,
    ({ kind, currency, sent }) => [kind, currency, String(sent)],
    (a, b) => ({ ...a, count: a.count + b.count, amount: a.amount + b.amount }),
  );

const reasons = (groups: readonly EntryGroup[], outcome: Outcome): Readonly<Record<string, number>> =>
  addCounts(
    groups.filter((group) => group.outcome === outcome),
    ({ reason }) => reason ?? 'no reason given',
  );

/** How many entries have each outcome. */
export const countsOf = (groups: readonly Pick<EntryGroup, 'outcome' | 'count'>[]): RunSummary['counts'] => ({
  ...noCounts,
  ...addCounts(groups, ({ outcome }) => outcome),
});

/** The summary of a run from groups of what is in it, however finely they are cut. */
export const foldSummary = (
  entries: readonly EntryGroup[],
  findings: readonly FindingCount[],
  movements: readonly MovementTotal[],
): RunSummary => ({
  counts: countsOf(entries),
  skipped: reasons(entries, 'skipped'),
  held: reasons(entries, 'held'),
  totals: placeTotals(entries),
  findings: addCounts(findings, ({ kind }) => kind),
  movements: movementTotals(movements),
});
