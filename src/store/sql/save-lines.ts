import { sql } from 'kysely';
import * as E from 'fp-ts/lib/Either.js';
import { openChannelOf, type ReportLine } from '../../domain/run.ts';
import type { ChangedDayRow } from '../review-schema.ts';
import type { EntryRow, FindingRow, LineTotalRow, MovementRow, RunRow } from '../schema.ts';
import {
  type AccountDatabase,
  insertRows,
  listStatement,
  type SqlEngine,
  type SqlTransaction,
  withoutNul,
} from './database.ts';
import { groupByLine, parseRunRequest, toEntryRow, toFindingRows, toMovementRows, toNumber } from './rows.ts';
import { changeMatters, type PlacedLine } from './matters.ts';

/** The rows of one report line. */
export interface LineRows {
  readonly entry: EntryRow;
  readonly findings: readonly FindingRow[];
  readonly movements: readonly MovementRow[];
}

/** A preview raises nothing. */
const isDryRun = (request: string): boolean => {
  const parsed = parseRunRequest(request);
  return E.isRight(parsed) && parsed.right.dryRun;
};

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
  const insertLines = insertRows<EntryRow>(engine, 'entry');
  const insertFindings = insertRows<FindingRow>(engine, 'finding');
  const insertAdjustments = insertRows<MovementRow>(engine, 'movement');
  const change = changeTotals(engine);
  const removeReplaced = removeLines(engine);
  const changeOpen = changeMatters(database);
  const noteDays = noteDaysOfLines(database);

  return async (transaction, { number: run, request }, firstNumber, lines) => {
    const byId = new Map(lines.map((line) => [line.id, line]));
    const removed = await removeReplaced(transaction, run, [...byId.keys()]);
    const lineNumbers = new Map(removed.map(({ entry }) => [entry.id, toNumber(entry.place)]));
    const added: LineRows[] = [];
    const placed: PlacedLine[] = [];
    let next = firstNumber;
    for (const line of byId.values()) {
      const lineNumber = lineNumbers.get(line.id) ?? next;
      added.push({
        entry: toEntryRow(run, lineNumber, line),
        findings: toFindingRows(run, lineNumber, line),
        movements: toMovementRows(run, lineNumber, line),
      });
      placed.push({ line, place: lineNumber });
      next += 1;
    }
    await insertLines(
      transaction,
      added.map(({ entry }) => entry),
    );
    await insertFindings(
      transaction,
      added.flatMap(({ findings }) => findings),
    );
    await insertAdjustments(
      transaction,
      added.flatMap(({ movements }) => movements),
    );
    await change(transaction, run, { added, removed });
    if (!isDryRun(request)) await changeOpen(transaction, run, placed);
    await noteDays(transaction, run, [...added, ...removed]);
  };
};

/** Takes lines out of a run, and gives what they were. */
const removeLines = (
  engine: SqlEngine,
): ((transaction: SqlTransaction, run: number, ids: readonly string[]) => Promise<readonly LineRows[]>) => {
  // `+ 0` keeps the planner from reading the whole run.
  const linesOf = listStatement<EntryRow>(engine, 'select * from entry where run + 0 = ? and id in (');
  const findingsOf = listStatement<FindingRow>(engine, 'select * from finding where run = ? and place in (');
  const movementsOf = listStatement<MovementRow>(engine, 'select * from movement where run = ? and place in (');
  // Findings and adjustments are deleted with their line (on delete cascade).
  const remove = listStatement(engine, 'delete from entry where run = ? and place in (');
  return async (transaction, run, ids) => {
    const entries = await linesOf(transaction, ids, run);
    const places = entries.map(({ place }) => toNumber(place));
    const findings = groupByLine(await findingsOf(transaction, places, run));
    const movements = groupByLine(await movementsOf(transaction, places, run));
    await remove(transaction, places, run);
    return entries.map((entry) => {
      const place = toNumber(entry.place);
      return { entry, findings: findings.get(place) ?? [], movements: movements.get(place) ?? [] };
    });
  };
};

/*
 * A sale may be in several runs, and only the newest counts, so that a commit cannot add to sums by day: it notes which days it changed
 * (`changed_day`), and who asks counts those again whose changes are not those that were counted: see `sold-days.ts`, `summed-days.ts`.
 */

type Dated = Pick<EntryRow, 'occurred_at' | 'month'>;

const utcDay = (instant: string): string => instant.slice(0, 10);

/** The day of a line in UTC, its month where only that is known, and none for what became no transaction. */
const daysOfLine = ({ occurred_at, month }: Dated): readonly string[] =>
  occurred_at === null ? (month === null ? [] : [month]) : [utcDay(occurred_at)];

const changedAgain = 'on conflict (account, day) do update set changes = changed_day.changes + 1';

type NoteDays<A extends readonly unknown[]> = (transaction: SqlTransaction, ...of: A) => Promise<void>;

const prepareNote = ({ engine, account }: AccountDatabase): NoteDays<[days: ReadonlySet<string>]> => {
  const insert = insertRows<ChangedDayRow>(engine, 'changed_day', changedAgain);
  return async (transaction, days) => {
    // In one order, so that two transactions do not wait for each other.
    const rows = [...days].sort().map((day) => ({ account, day, changes: 1 }));
    await insert(transaction, rows);
  };
};

/** Days of lines and of what happened to these later, but for those of one run; runs are counted from 1. */
const prepareDaysOf = ({
  engine,
  account,
}: AccountDatabase): ((
  transaction: SqlTransaction,
  ids: readonly string[],
  run: number,
) => Promise<readonly string[]>) => {
  // `+ 0` keeps the planner from reading other runs whole.
  const linesOf = listStatement<Dated & { readonly moved_at: string | null }>(
    engine,
    'select entry.occurred_at, entry.month, movement.occurred_at as moved_at from entry ' +
      'left join movement on movement.run = entry.run and movement.place = entry.place ' +
      'where entry.run + 0 <> ? and entry.run + 0 in (select number from run where account = ?) and entry.id in (',
  );
  return async (transaction, ids, run) => {
    if (ids.length === 0) return [];
    // What another transaction writes of them now is seen here, or this is seen there.
    await engine.lock(transaction, `days ${account}`, ids);
    return (await linesOf(transaction, ids, run, account)).flatMap((line) => [
      ...daysOfLine(line),
      ...(line.moved_at === null ? [] : [utcDay(line.moved_at)]),
    ]);
  };
};

/** Notes the days of lines of a run that were written or replaced, and of the same lines in other runs. */
const noteDaysOfLines = (
  database: AccountDatabase,
): NoteDays<[run: number, lines: readonly Omit<LineRows, 'findings'>[]]> => {
  const note = prepareNote(database);
  const daysOf = prepareDaysOf(database);
  return async (transaction, run, lines) => {
    const days = new Set(
      lines.flatMap(({ entry, movements }) => [
        ...daysOfLine(entry),
        ...movements.map(({ occurred_at }) => utcDay(occurred_at)),
      ]),
    );
    const ids = [...new Set(lines.map(({ entry }) => entry.id))];
    for (const day of await daysOf(transaction, ids, run)) days.add(day);
    await note(transaction, days);
  };
};

/**
 * Notes the days of the transactions of which the service shows something else now. By our ids, or those of the service; but for those
 * that are noted already.
 */
export const noteDaysOfShown = (
  database: AccountDatabase,
): NoteDays<[ids: readonly string[], noted?: ReadonlySet<string>]> => {
  const note = prepareNote(database);
  const daysOf = prepareDaysOf(database);
  const ownIds = listStatement<{ readonly id: string }>(
    database.engine,
    'select id from submission where account = ? and remote_id is not null and remote_id in (',
  );
  const heldAsTheSame = listStatement<{ readonly id: string }>(
    database.engine,
    'select other.id from submission join submission other on other.account = submission.account ' +
      'and other.remote_id = submission.remote_id where submission.account = ? and submission.id in (',
  );
  return async (transaction, ids, noted = new Set()) => {
    const sent = [
      ...(await ownIds(transaction, ids, database.account)),
      ...(await heldAsTheSame(transaction, ids, database.account)),
    ].map(({ id }) => id);
    const all = [...new Set([...ids, ...sent])].filter((id) => !noted.has(id));
    await note(transaction, new Set(await daysOf(transaction, all, 0)));
  };
};

/** Notes all days of a run: those of its storefront's calendar are others now. */
export const noteDaysOfRun = async (transaction: SqlTransaction, account: string, run: number): Promise<void> => {
  await sql`insert into changed_day (account, day, changes)
    select ${account}, day, 1 from (
      select coalesce(substr(occurred_at, 1, 10), month) as day from entry
        where run = ${run} and coalesce(occurred_at, month) is not null
      union select substr(occurred_at, 1, 10) from movement where run = ${run}) as days where 1 = 1 order by day
    ${sql.raw(changedAgain)}`.execute(transaction);
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
const addLine = (sums: Map<string, Sum>, sign: 1 | -1, { entry, findings, movements }: LineRows): void => {
  const { outcome, reason, currency, jurisdiction, month, reported_amount } = entry;
  const [total, tax] = [minor(entry.total), minor(entry.tax_collected)];
  const reported = reported_amount === null ? [0n, 0n, 0n] : [1n, BigInt(reported_amount), tax];
  addTo(
    sums,
    sign,
    ['line', outcome, reason, currency, jurisdiction, month],
    [total, tax, ...reported, entry.total === null ? 0n : 1n],
  );
  addTo(sums, sign, ['outcome', outcome], []);
  if (entry.older === 1) addTo(sums, sign, ['older'], []);
  for (const { kind } of findings) {
    addTo(sums, sign, ['finding', kind], []);
    const isChannel = openChannelOf(kind) !== undefined && currency !== null && month !== null;
    if (isChannel) addTo(sums, sign, ['channel', kind, currency], [total]);
  }
  for (const movement of movements) {
    const amount = [BigInt(movement.amount)];
    addTo(sums, sign, ['adjustment', movement.kind, movement.currency, String(movement.sent)], amount);
    const isRefund = movement.kind === 'refund' && movement.sent === 0 && jurisdiction !== null && month !== null;
    if (isRefund) addTo(sums, sign, ['refund', movement.currency, jurisdiction, month], amount);
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
