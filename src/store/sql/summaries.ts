import { type RawBuilder, sql } from 'kysely';
import type { SyncStore } from '../../domain/sync-store.ts';
import {
  type AdjustmentKind,
  type AdjustmentTotal,
  type ChannelTotal,
  type LineAmounts,
  openChannelOf,
  type Outcome,
  type ReportLine,
  type RunSummary,
  zeroCounts,
} from '../../domain/run.ts';
import { buildSummary, countByOutcome, type FindingCount, type LineGroup } from '../summary.ts';
import { type Key, keyText, parsed, type Sum } from './save-lines.ts';
import type { EntryRow, LineTotalRow, MovementRow } from '../schema.ts';
import { exactSum, longAmount, sumOfShortAmounts } from './exact-sums.ts';
import { toNumber } from './rows.ts';
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

interface LineSum extends Pick<EntryRow, 'outcome' | 'reason' | 'currency' | 'jurisdiction' | 'month'> {
  readonly count: number;
  readonly total_count: number;
  readonly total: string;
  readonly long_total: string | null;
  readonly tax: string;
  readonly long_tax: string | null;
  readonly reported_count: number;
  readonly reported: string;
  readonly collected: string;
}

const lineSums = (run: RunKey): RawBuilder<LineSum> => sql`
  select outcome, reason, currency, jurisdiction, month, count(*) as count,
    count(total) as total_count, ${sumOfShortAmounts('total')} as total, ${longAmount('total')} as long_total,
    ${sumOfShortAmounts('tax_collected')} as tax, ${longAmount('tax_collected')} as long_tax,
    count(reported_amount) as reported_count, ${sumOfShortAmounts('reported_amount')} as reported, ${collectedWhereReported} as collected
  from entry where run = ${runNumber(run)}
  group by outcome, reason, currency, jurisdiction, month, ${longAmount('total')}, ${longAmount('tax_collected')}`;

const findingCounts = (run: RunKey): RawBuilder<FindingCount> =>
  sql`select kind, count(*) as count from finding where run = ${runNumber(run)} group by kind`;

interface ChannelSum extends Pick<LineSum, 'count' | 'total' | 'long_total'> {
  readonly kind: string;
  readonly currency: string;
}

const channelSums = (run: RunKey): RawBuilder<ChannelSum> => sql`
  select finding.kind as kind, currency, count(*) as count, ${sumOfShortAmounts('total')} as total, ${longAmount('total')} as long_total
  from finding join entry on entry.run = finding.run and entry.place = finding.place
  where finding.run = ${runNumber(run)} and finding.kind like 'channel with open liability: %'
    and month is not null
  group by finding.kind, currency, ${longAmount('total')}`;

const toChannelTotal = ({ kind, currency, total, long_total, ...row }: ChannelSum): ChannelTotal => {
  const count = toNumber(row.count);
  return { channel: openChannelOf(kind) ?? kind, currency, count, total: exactSum(count, total, long_total) };
};

interface AdjustmentSum extends Pick<MovementRow, 'kind' | 'currency' | 'sent'> {
  readonly count: number;
  readonly amount: string;
  readonly long_amount: string | null;
}

const adjustmentSums = (run: RunKey): RawBuilder<AdjustmentSum> => sql`
  select kind, currency, sent, count(*) as count, ${sumOfShortAmounts('amount')} as amount, ${longAmount('amount')} as long_amount
  from movement where run = ${runNumber(run)}
  group by kind, currency, sent, ${longAmount('amount')}`;

const reportedOf = (row: LineSum): Pick<LineAmounts, 'reportedTax'> => {
  const count = toNumber(row.reported_count);
  return count === 0
    ? {}
    : { reportedTax: { count, reported: BigInt(row.reported), collected: BigInt(row.collected) } };
};

const groupAmountsOf = (row: LineSum, count: number): LineAmounts | null =>
  row.currency === null || row.jurisdiction === null || row.month === null
    ? null
    : {
        currency: row.currency,
        jurisdiction: row.jurisdiction,
        month: row.month,
        total: exactSum(count, row.total, row.long_total),
        taxCollected: exactSum(count, row.tax, row.long_tax),
        ...reportedOf(row),
      };

const knownTotalOf = ({ currency, long_total, total, total_count }: LineSum): LineGroup['known'] => {
  const count = toNumber(total_count);
  return currency === null || count === 0 ? null : { currency, count, total: exactSum(count, total, long_total) };
};

const toLineGroup = (row: LineSum): LineGroup => {
  const count = toNumber(row.count);
  const { outcome, reason } = row;
  return { outcome, reason, count, amounts: groupAmountsOf(row, count), known: knownTotalOf(row) };
};

const toAdjustmentTotal = (row: AdjustmentSum): AdjustmentTotal => {
  const count = toNumber(row.count);
  const { kind, currency } = row;
  return { kind, currency, count, amount: exactSum(count, row.amount, row.long_amount), sent: row.sent === 1 };
};

/** The sums of a run that an older version began. */
const sumLines = async (transaction: SqlTransaction, run: RunKey): Promise<RunTotals> => {
  const lines = await lineSums(run).execute(transaction);
  const findings = await findingCounts(run).execute(transaction);
  const adjustments = await adjustmentSums(run).execute(transaction);
  const channels = await channelSums(run).execute(transaction);
  return {
    lines: lines.rows.map(toLineGroup),
    findings: findings.rows.map(({ kind, count }) => ({ kind, count: toNumber(count) })),
    adjustments: adjustments.rows.map(toAdjustmentTotal),
    channels: channels.rows.map(toChannelTotal),
    refunds: await readRefundTotals(transaction, run),
    // That version settled none.
    older: 0,
  };
};

const lineGroupOf = (
  [outcome, reason, currency, jurisdiction, month]: Key,
  {
    count,
    amounts: [total = 0n, taxCollected = 0n, reportedCount = 0n, reported = 0n, collected = 0n, known = 0n],
  }: Sum,
): LineGroup => {
  const hasAmounts = currency != null && jurisdiction != null && month != null;
  // A run has thousands of groups: their objects are written out, because a spread of each takes several times as long.
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

/** Reads the sums that `changeTotals` keeps. */
const totalsOf = (rows: readonly Omit<LineTotalRow, 'run'>[]): RunTotals => {
  const totals = {
    lines: [] as LineGroup[],
    findings: [] as FindingCount[],
    channels: [] as ChannelTotal[],
    adjustments: [] as AdjustmentTotal[],
    refunds: [] as RefundTotal[],
    older: 0,
  };
  for (const row of rows) {
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

/** The keys of the counts by outcome. */
const outcomeKeys: readonly string[] = Object.keys(zeroCounts).map((outcome) => keyText(['outcome', outcome]));

/** The counts by outcome, from the rows of `outcomeKeys`. */
const outcomesOf = (rows: readonly LineTotalRow[]): readonly { readonly outcome: Outcome; readonly count: number }[] =>
  rows.map(({ key, count }) => ({
    outcome: (JSON.parse(key) as [string, Outcome])[1],
    count: toNumber(count),
  }));

/** The number of a run whose sums are kept; undefined for one that an older version began, or that is not there. */
const totaledRun = async (transaction: SqlTransaction, { account, runId }: RunKey): Promise<number | undefined> => {
  const found = await transaction
    .selectFrom('run')
    .select('number')
    .where('account', '=', account)
    .where('id', '=', runId)
    .where('totaled', '=', 1)
    .executeTakeFirst();
  return found?.number;
};

/** The sums of a run. They are kept while its lines change, so that a run of millions costs as much as one of thousands. */
export const readTotals = async (transaction: SqlTransaction, run: RunKey): Promise<RunTotals> => {
  const number = await totaledRun(transaction, run);
  if (number === undefined) return sumLines(transaction, run);
  const totals = transaction.selectFrom('line_total').select(['key', 'count', 'amounts']).where('run', '=', number);
  return totalsOf(await totals.where('count', '<>', 0).execute());
};

/** By an index, of a run that an older version began. */
const outcomeCounts = (run: RunKey): RawBuilder<Pick<LineSum, 'outcome' | 'count'>> =>
  sql`select outcome, count(*) as count from entry where run = ${runNumber(run)} group by outcome`;

export const readOutcomeCounts = async (transaction: SqlTransaction, run: RunKey): Promise<RunSummary['counts']> => {
  const number = await totaledRun(transaction, run);
  if (number === undefined) {
    const { rows } = await outcomeCounts(run).execute(transaction);
    return countByOutcome(rows.map(({ outcome, count }) => ({ outcome, count: toNumber(count) })));
  }
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

type RefundSum = Omit<RefundTotal, 'amount'> & Pick<AdjustmentSum, 'amount' | 'long_amount'>;

const refundSums = (run: RunKey): RawBuilder<RefundSum> => sql`
  select movement.currency as currency, jurisdiction, month, count(*) as count,
    ${sumOfShortAmounts('amount')} as amount, ${longAmount('amount')} as long_amount
  from movement join entry on entry.run = movement.run and entry.place = movement.place
  where movement.run = ${runNumber(run)} and movement.kind = 'refund' and sent = 0
    and jurisdiction is not null and month is not null
  group by movement.currency, jurisdiction, month, ${longAmount('amount')}`;

const readRefundTotals = async (transaction: SqlTransaction, run: RunKey): Promise<readonly RefundTotal[]> => {
  const { rows } = await refundSums(run).execute(transaction);
  return rows.map(({ long_amount, ...row }) => {
    const count = toNumber(row.count);
    return { ...row, count, amount: exactSum(count, row.amount, long_amount) };
  });
};

/** What was collected for the entries of which the service reports a tax; both are short then. */
const collectedWhereReported: RawBuilder<string> = sql`cast(coalesce(sum(case when reported_amount is not null then cast(tax_collected as bigint) end), 0) as text)`;

const runNumber = ({ account, runId }: RunKey): RawBuilder<number> =>
  sql`(select number from run where account = ${account} and id = ${runId})`;
