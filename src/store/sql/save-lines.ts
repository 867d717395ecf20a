import { openChannelOf, type ReportLine } from '../../domain/run.ts';
import { localDays } from '../local-days.ts';
import type { ReportLineRow, FindingRow, LineTotalRow, AdjustmentRow, RunRow } from '../schema.ts';
import {
  type AccountDatabase,
  insertRows,
  listStatement,
  type SqlEngine,
  type SqlTransaction,
  withoutNul,
} from './database.ts';
import { groupByLine, isDryRun, toReportLineRow, toFindingRows, toAdjustmentRows, toNumber } from './rows.ts';
import { changeMatters, type PlacedLine } from './matters.ts';
import { preparePresentLines } from './present-lines.ts';
import { zonesOfRun } from './runs.ts';

/** The rows of one report line. */
export interface LineRows {
  readonly line: ReportLineRow;
  readonly findings: readonly FindingRow[];
  readonly adjustments: readonly AdjustmentRow[];
}

/**
 * Writes report lines of a run, numbered from `firstNumber` on. A line whose id exists already replaces that line and keeps
 * its number, so that a reader who pages through the lines while they change meets each of them once.
 */
export const saveLines = (
  database: AccountDatabase,
): ((
  transaction: SqlTransaction,
  run: Pick<RunRow, 'number' | 'request'>,
  firstNumber: number,
  lines: readonly ReportLine[],
) => Promise<void>) => {
  const { engine } = database;
  const insertLines = insertRows<ReportLineRow>(engine, 'report_line');
  const insertFindings = insertRows<FindingRow>(engine, 'finding');
  const insertAdjustments = insertRows<AdjustmentRow>(engine, 'adjustment');
  const change = changeTotals(engine);
  const removeReplaced = removeLines(engine);
  const changeOpen = changeMatters(database);
  const daysOf = localDays();
  const notePresent = preparePresentLines(database);

  return async (transaction, { number: run, request }, firstNumber, lines) => {
    const byId = new Map(lines.map((line) => [line.id, line]));
    const removed = await removeReplaced(transaction, run, [...byId.keys()]);
    const timeZones = await timeZonesOf(transaction, run);
    const lineNumbers = new Map(removed.map(({ line }) => [line.id, toNumber(line.place)]));
    const added: LineRows[] = [];
    const placed: PlacedLine[] = [];
    let next = firstNumber;
    for (const line of byId.values()) {
      const lineNumber = lineNumbers.get(line.id) ?? next;
      const timeZone = timeZones.get(line.storefront);
      added.push({
        line: toReportLineRow(run, lineNumber, line, daysOf.ofLine(timeZone, line)),
        findings: toFindingRows(run, lineNumber, line),
        adjustments: toAdjustmentRows(run, lineNumber, line, (instant) => daysOf.ofInstant(timeZone, instant)),
      });
      placed.push({ line, place: lineNumber });
      next += 1;
    }
    await insertLines(
      transaction,
      added.map(({ line }) => line),
    );
    await insertFindings(
      transaction,
      added.flatMap(({ findings }) => findings),
    );
    await insertAdjustments(
      transaction,
      added.flatMap(({ adjustments }) => adjustments),
    );
    await notePresent(
      transaction,
      run,
      isDryRun(request),
      added.map(({ line }) => line),
    );
    await change(transaction, run, { added, removed });
    // A preview raises nothing.
    if (!isDryRun(request)) await changeOpen(transaction, run, placed);
  };
};

/** Of a run, by storefront. */
const timeZonesOf = async (transaction: SqlTransaction, run: number): Promise<ReadonlyMap<string, string>> => {
  const zones = await zonesOfRun(transaction, { run });
  return new Map(zones.map(({ storefront, time_zone }) => [storefront, time_zone]));
};

type LinesOfRun = (transaction: SqlTransaction, run: number, ids: readonly string[]) => Promise<readonly LineRows[]>;

/** The lines of a run that have one of these ids. */
export const readLines = (engine: SqlEngine): LinesOfRun => {
  // `+ 0` keeps the planner from reading the whole run.
  const linesOf = listStatement<ReportLineRow>(engine, 'select * from report_line where run + 0 = ? and id in (');
  const findingsOf = listStatement<FindingRow>(engine, 'select * from finding where run = ? and place in (');
  const adjustmentsOf = listStatement<AdjustmentRow>(engine, 'select * from adjustment where run = ? and place in (');
  return async (transaction, run, ids) => {
    const entries = await linesOf(transaction, ids, run);
    const places = entries.map(({ place }) => toNumber(place));
    const findings = groupByLine(await findingsOf(transaction, places, run));
    const adjustments = groupByLine(await adjustmentsOf(transaction, places, run));
    return entries.map((line) => {
      const place = toNumber(line.place);
      return { line, findings: findings.get(place) ?? [], adjustments: adjustments.get(place) ?? [] };
    });
  };
};

/** Takes lines out of a run, and gives what they were. */
const removeLines = (engine: SqlEngine): LinesOfRun => {
  const read = readLines(engine);
  // Findings and adjustments are deleted with their line (on delete cascade).
  const remove = listStatement(engine, 'delete from report_line where run = ? and place in (');
  return async (transaction, run, ids) => {
    const lines = await read(transaction, run, ids);
    const places = lines.map(({ line }) => toNumber(line.place));
    await remove(transaction, places, run);
    return lines;
  };
};

export type Key = readonly (string | null)[];

/** Of the texts as they are stored: a line that is replaced later is read from there, and must give the same key. */
export const keyText = (key: Key): string => JSON.stringify(withoutNul(key));

export interface Sum {
  count: number;
  readonly amounts: bigint[];
}

const minor = (text: string | null): bigint => (text === null ? 0n : BigInt(text));

const addTo = (sums: Map<string, Sum>, sign: 1 | -1, key: Key, amounts: readonly bigint[]): void => {
  const text = keyText(key);
  const sum = sums.get(text) ?? { count: 0, amounts: amounts.map(() => 0n) };
  sum.count += sign;
  for (const [index, amount] of amounts.entries())
    sum.amounts[index] = (sum.amounts[index] ?? 0n) + BigInt(sign) * amount;
  sums.set(text, sum);
};

/** Adds what one line is part of, or takes it away. */
const addLine = (sums: Map<string, Sum>, sign: 1 | -1, { line, findings, adjustments }: LineRows): void => {
  const { outcome, reason, currency, jurisdiction, month, reported_amount } = line;
  const [total, tax] = [minor(line.total), minor(line.tax_collected)];
  const reported = reported_amount === null ? [0n, 0n, 0n] : [1n, BigInt(reported_amount), tax];
  addTo(
    sums,
    sign,
    ['line', outcome, reason, currency, jurisdiction, month],
    [total, tax, ...reported, line.total === null ? 0n : 1n],
  );
  addTo(sums, sign, ['outcome', outcome], []);
  if (line.older === 1) addTo(sums, sign, ['older'], []);
  for (const { kind } of findings) {
    addTo(sums, sign, ['finding', kind], []);
    const isChannel = openChannelOf(kind) !== undefined && currency !== null && month !== null;
    if (isChannel) addTo(sums, sign, ['channel', kind, currency], [total]);
  }
  for (const adjustment of adjustments) {
    const amount = [BigInt(adjustment.amount)];
    addTo(sums, sign, ['adjustment', adjustment.kind, adjustment.currency, String(adjustment.sent)], amount);
    const isRefund = adjustment.kind === 'refund' && adjustment.sent === 0 && jurisdiction !== null && month !== null;
    if (isRefund) addTo(sums, sign, ['refund', adjustment.currency, jurisdiction, month], amount);
  }
};

export const parsed = ({ count, amounts }: Pick<LineTotalRow, 'count' | 'amounts'>): Sum => ({
  count: toNumber(count),
  amounts: (JSON.parse(amounts) as string[]).map((text) => (text === '0' ? 0n : BigInt(text))),
});

/**
 * Keeps the sums of a run true while its lines change, in the same transaction: a report of millions of lines reads a few thousand
 * sums. The caller holds the run's row, so that no other process changes them at the same time.
 */
const changeTotals = (
  engine: SqlEngine,
): ((
  transaction: SqlTransaction,
  run: number,
  change: { readonly added: readonly LineRows[]; readonly removed: readonly LineRows[] },
) => Promise<void>) => {
  const sumsOf = listStatement<LineTotalRow>(engine, 'select * from line_total where run = ? and key in (');
  const save = insertRows<LineTotalRow>(
    engine,
    'line_total',
    'on conflict (run, key) do update set count = excluded.count, amounts = excluded.amounts',
  );
  return async (transaction, run, { added, removed }) => {
    const sums = new Map<string, Sum>();
    for (const line of added) addLine(sums, 1, line);
    for (const line of removed) addLine(sums, -1, line);
    const before = new Map((await sumsOf(transaction, [...sums.keys()], run)).map((row) => [row.key, parsed(row)]));
    const rows = [...sums].map(([key, { count, amounts }]): LineTotalRow => {
      const known = before.get(key);
      const all = amounts.map((amount, index) => (amount + (known?.amounts[index] ?? 0n)).toString());
      return { run, key, count: count + (known?.count ?? 0), amounts: JSON.stringify(all) };
    });
    await save(transaction, rows);
  };
};
