/**
 * Writes the report lines of a page and updates everything that is derived from them: the run's sums, open matters, counted
 * lines.
 */
import { openChannelOf, type ReportLine } from '../../domain/run.ts';
import { localDayOf, localDayOfLine } from '../local-days.ts';
import type { LineTotalRow, RunLineRow, RunRow } from '../schema.ts';
import {
  type AccountDatabase,
  insertRows,
  listStatement,
  type SqlEngine,
  type SqlTransaction,
  withoutNul,
} from './database.ts';
import { type Content, prepareLineVersions } from './line-versions.ts';
import { type LineRow, type ListedRows, toListedRows, toMinor, toNumber, toRunColumns, toVersionRow } from './rows.ts';
import { changeMatters, type PlacedLine } from './matters.ts';
import { preparePresentLines } from './present-lines.ts';
import { zonesOfRun } from './runs.ts';

const runColumns = ['version', 'outcome', 'reason', 'message', 'reported_tax', 'reported_amount', 'older'] as const;

/** The rows of one report line. */
interface LineRows {
  readonly line: LineRow;
  readonly listed: ListedRows;
}

/**
 * Lines are numbered from `firstNumber` on. A line whose id exists already replaces that line and keeps its number, so that a
 * reader who pages through the lines while they change sees each of them once.
 */
export const saveLines = (
  database: AccountDatabase,
): ((
  transaction: SqlTransaction,
  run: Pick<RunRow, 'number' | 'dry_run'>,
  firstNumber: number,
  lines: readonly ReportLine[],
) => Promise<void>) => {
  const { engine, account } = database;
  const versions = prepareLineVersions(database);
  const saveRunLines = insertRows<RunLineRow>(
    engine,
    'run_line',
    `on conflict (run, position) do update set ${runColumns.map((column) => `${column} = excluded.${column}`).join(', ')}`,
  );
  const change = changeTotals(engine);
  const changeOpen = changeMatters(database);
  const notePresent = preparePresentLines(database);

  const contentOf = (timeZone: string | undefined, line: ReportLine): Content => ({
    row: toVersionRow(account, line, localDayOfLine(timeZone, line)),
    listed: toListedRows(account, line, (instant) => localDayOf(timeZone, instant)),
  });

  return async (transaction, { number: run, dry_run }, firstNumber, lines) => {
    const byId = new Map(lines.map((line) => [line.id, line]));
    const known = await versions.knownOf(transaction, run, [...byId.keys()]);
    const removed = known.flatMap(({ before, listed }) => (before === null ? [] : [{ line: before, listed }]));
    const lineNumbers = new Map(removed.map(({ line }) => [line.id, toNumber(line.position)]));
    const timeZones = await timeZonesOf(transaction, run);
    const contents = new Map<string, Content>();
    for (const [id, line] of byId) contents.set(id, contentOf(timeZones.get(line.storefront), line));
    const numbers = await versions.numbersOf(transaction, known, [...contents.values()]);
    const added: LineRows[] = [];
    const runLines: RunLineRow[] = [];
    const placed: PlacedLine[] = [];
    let next = firstNumber;
    for (const [id, { row, listed }] of contents) {
      const [line, version] = [byId.get(id), numbers.get(id)];
      if (line === undefined || version === undefined) continue;
      const position = lineNumbers.get(id) ?? next;
      const runLine = { run, position, version, ...toRunColumns(line) };
      runLines.push(runLine);
      added.push({ line: { ...runLine, ...row }, listed });
      placed.push({ line, position });
      next += 1;
    }
    await saveRunLines(transaction, runLines);
    const current = new Set(numbers.values());
    await versions.dropUnused(
      transaction,
      removed.map(({ line }) => toNumber(line.version)).filter((version) => !current.has(version)),
    );
    await notePresent(
      transaction,
      run,
      dry_run === 1,
      added.map(({ line }) => line),
    );
    await change(transaction, run, { added, removed });
    // A preview raises no matters.
    if (dry_run === 0) await changeOpen(transaction, run, placed);
  };
};

export type Key = readonly (string | null)[];

/** The key of the stored texts: a line that is replaced later is read from the database, and must give the same key. */
export const keyText = (key: Key): string => JSON.stringify(withoutNul(key));

export interface Sum {
  count: number;
  readonly amounts: bigint[];
}

export const parsed = ({ count, amounts }: Pick<LineTotalRow, 'count' | 'amounts'>): Sum => ({
  count: toNumber(count),
  amounts: (JSON.parse(amounts) as string[]).map((text) => (text === '0' ? 0n : BigInt(text))),
});

/**
 * Updates the sums of a run in the same transaction: a report of millions of lines reads a few thousand sums. The caller holds
 * the row of the run, so that no other process changes them at the same time.
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

/** Adds one line to all sums that it is part of, or subtracts it. */
const addLine = (sums: Map<string, Sum>, sign: 1 | -1, { line, listed: { findings, adjustments } }: LineRows): void => {
  const { outcome, reason, currency, jurisdiction, month, reported_amount } = line;
  const [total, tax] = [toMinor(line.total) ?? 0n, toMinor(line.tax_collected) ?? 0n];
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

const addTo = (sums: Map<string, Sum>, sign: 1 | -1, key: Key, amounts: readonly bigint[]): void => {
  const text = keyText(key);
  const sum = sums.get(text) ?? { count: 0, amounts: amounts.map(() => 0n) };
  sum.count += sign;
  for (const [index, amount] of amounts.entries())
    sum.amounts[index] = (sum.amounts[index] ?? 0n) + BigInt(sign) * amount;
  sums.set(text, sum);
};

/** The time zones of a run, by storefront. */
const timeZonesOf = async (transaction: SqlTransaction, run: number): Promise<ReadonlyMap<string, string>> => {
  const zones = await zonesOfRun(transaction, { run });
  return new Map(zones.map(({ storefront, time_zone }) => [storefront, time_zone]));
};
