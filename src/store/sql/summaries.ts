/** Reads the numbers of a run's report from the sums that each commit updates. */
import type { SyncStore } from '../../domain/sync-store.ts';
import {
  type AdjustmentKind,
  type AdjustmentTotal,
  type ChannelTotal,
  openChannelOf,
  type Outcome,
  type ReportLine,
  type RunSummary,
  zeroCounts,
} from '../../domain/run.ts';
import { buildSummary, countByOutcome, type FindingCount, type LineGroup } from '../summary.ts';
import { type Key, keyText, parsed, type Sum } from './save-lines.ts';
import type { LineTotalRow } from '../schema.ts';
import { toNumber } from './rows.ts';
import { yieldWhenLong } from '../../domain/turns.ts';
import { prepared } from './prepared.ts';
import { runOf } from './runs.ts';
import { type AccountDatabase, readFrom, type SqlTransaction } from './database.ts';
import type { RefundTotal } from '../../domain/review-store.ts';

/** The sums of a run's lines. */
export interface RunTotals {
  readonly lines: readonly LineGroup[];
  readonly findings: readonly FindingCount[];
  readonly channels: readonly ChannelTotal[];
  readonly adjustments: readonly AdjustmentTotal[];
  readonly refunds: readonly RefundTotal[];
  readonly older: number;
}

/** A run of an account. */
interface RunKey {
  readonly account: string;
  readonly runId: string;
}

const totalsOfRun = prepared((transaction, { run }: Pick<LineTotalRow, 'run'>) =>
  transaction
    .selectFrom('line_total')
    .select(['key', 'count', 'amounts'])
    .where('run', '=', run)
    .where('count', '<>', 0),
);

/** The sums of a run. Each commit updates them, so that a run of millions of sales is read as fast as one of thousands. */
export const readTotals = async (transaction: SqlTransaction, run: RunKey): Promise<RunTotals> => {
  const number = await runNumber(transaction, run);
  if (number === undefined) return totalsOf([]);
  return totalsOf(await totalsOfRun(transaction, { run: number }));
};

/** The keys of the counts by outcome. */
const outcomeKeys: readonly string[] = Object.keys(zeroCounts).map((outcome) => keyText(['outcome', outcome]));

export const readOutcomeCounts = async (transaction: SqlTransaction, run: RunKey): Promise<RunSummary['counts']> => {
  const number = await runNumber(transaction, run);
  if (number === undefined) return zeroCounts;
  const rows = await transaction
    .selectFrom('line_total')
    .selectAll()
    .where('run', '=', number)
    .where('key', 'in', outcomeKeys)
    .execute();
  return countByOutcome(outcomesOf(rows));
};

export const summaryOf = ({ lines, findings, adjustments, channels, older }: RunTotals): RunSummary => ({
  ...buildSummary(lines, findings, adjustments, channels),
  olderSales: older,
});

export const sqlSummarize =
  (database: AccountDatabase): SyncStore['summarizeRun'] =>
  (runId) =>
    readFrom(database, async (transaction) =>
      summaryOf(await readTotals(transaction, { account: database.account, runId })),
    );

/** Undefined if the account has no such run. */
const runNumber = async (transaction: SqlTransaction, { account, runId }: RunKey): Promise<number | undefined> => {
  const [run] = await runOf(transaction, { account, id: runId });
  return run?.number;
};

/** Reads the sums that `changeTotals` updates: a run over years has thousands. */
const totalsOf = async (rows: readonly Omit<LineTotalRow, 'run'>[]): Promise<RunTotals> => {
  const totals = {
    lines: [] as LineGroup[],
    findings: [] as FindingCount[],
    channels: [] as ChannelTotal[],
    adjustments: [] as AdjustmentTotal[],
    refunds: [] as RefundTotal[],
    older: 0,
  };
  for (const row of rows) {
    await yieldWhenLong();
    const sum = parsed(row);
    const { count, amounts } = sum;
    const [of, ...key] = JSON.parse(row.key) as [string, ...(string | null)[]];
    const [first, second, third] = key.map((part) => part ?? '') as [string, string, string];
    const [amount = 0n] = amounts;
    if (of === 'line') totals.lines.push(lineGroupOf(key, sum));
    if (of === 'finding') totals.findings.push({ kind: first, count });
    if (of === 'channel')
      totals.channels.push({ channel: openChannelOf(first) ?? first, currency: second, count, total: amount });
    if (of === 'adjustment') {
      const sent = third === '1';
      totals.adjustments.push({ kind: first as AdjustmentKind, currency: second, count, amount, sent });
    }
    if (of === 'older') totals.older = count;
    if (of === 'refund') totals.refunds.push({ currency: first, jurisdiction: second, month: third, count, amount });
  }
  return totals;
};

const lineGroupOf = (
  [outcome, reason, currency, jurisdiction, month]: Key,
  {
    count,
    amounts: [total = 0n, taxCollected = 0n, reportedCount = 0n, reported = 0n, collected = 0n, known = 0n],
  }: Sum,
): LineGroup => {
  const hasAmounts = currency != null && jurisdiction != null && month != null;
  // A run has thousands of groups. Their objects are written out, because spreading each one takes several times as long.
  const plain = hasAmounts ? { currency, jurisdiction, month, total, taxCollected } : null;
  return {
    outcome: outcome as Outcome,
    reason: (reason ?? null) as ReportLine['reason'],
    count,
    amounts:
      plain === null || reportedCount === 0n
        ? plain
        : { ...plain, reportedTax: { count: Number(reportedCount), reported, collected } },
    known: currency == null || known === 0n ? null : { currency, count: Number(known), total },
  };
};

/** The counts by outcome, from the rows of `outcomeKeys`. */
const outcomesOf = (rows: readonly LineTotalRow[]): readonly { readonly outcome: Outcome; readonly count: number }[] =>
  rows.map(({ key, count }) => ({
    outcome: (JSON.parse(key) as [string, Outcome])[1],
    count: toNumber(count),
  }));
