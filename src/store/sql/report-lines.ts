import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import { type RawBuilder, sql } from 'kysely';
import type { LineFilter, LinePage, StoreResult, SyncStore } from '../../domain/sync-store.ts';
import { parsePosition } from '../store-rules.ts';
import {
  lineAmountsOf,
  parseRunRequest,
  toEntryRow,
  toFindingRows,
  toMovementRows,
  toNumber,
  toReportLine,
} from './rows.ts';
import { changeMatters, type PlacedLine } from './decisions.ts';
import { hasText, likePattern } from './search-text.ts';
import { nextPlaces, waysOf } from './line-places.ts';
import { changeTotals, type LineRows } from './line-totals.ts';
import type { EntryRow, FindingRow, MovementRow, RunRow } from '../schema.ts';
import {
  type AccountDatabase,
  inReadTransaction,
  insertRows,
  listStatement,
  type SqlEngine,
  type SqlTransaction,
} from './database.ts';
import type { ReportLine } from '../../domain/run.ts';

export const groupByLine = <A extends { readonly place: number }>(
  rows: readonly A[],
): ReadonlyMap<number, readonly A[]> => {
  const groups = new Map<number, A[]>();
  for (const row of rows) {
    const place = toNumber(row.place);
    groups.set(place, [...(groups.get(place) ?? []), row]);
  }
  return groups;
};

const conditionsOf = (filter: LineFilter): readonly RawBuilder<boolean>[] => {
  const { outcomes, storefront, id, reason, finding, jurisdiction, month, text, hasAdjustments, unsentAdjustment } =
    filter;
  const conditions = Object.entries({ storefront, id, reason, jurisdiction, month }).flatMap(([column, value]) =>
    value === undefined ? [] : [sql<boolean>`${sql.ref(column)} = ${value}`],
  );
  if (outcomes !== undefined) conditions.push(sql`outcome in (${sql.join(outcomes)})`);
  if (text !== undefined) {
    const columns = { name: 'name', sourceId: 'source_id', id: 'id', jurisdiction: 'jurisdiction', total: 'total' };
    conditions.push(hasText(text, columns));
  }
  if (finding !== undefined) {
    const start = `${finding}: `;
    conditions.push(sql`exists (select 1 from finding where finding.run = entry.run and finding.place = entry.place
      and (finding.kind = ${finding} or substr(finding.kind, 1, ${sql.lit(start.length)}) = ${start}))`);
  }
  const adjustment = sql`select 1 from movement where movement.run = entry.run and movement.place = entry.place`;
  if (hasAdjustments === true) conditions.push(sql`exists (${adjustment})`);
  if (unsentAdjustment !== undefined)
    conditions.push(sql`exists (${adjustment} and movement.kind = ${unsentAdjustment} and movement.sent = 0)`);
  return conditions;
};

/** As many sales of one number are named to a person. */
const maxNamed = 20;

export const findByNumber =
  (database: AccountDatabase): SyncStore['findByNumber'] =>
  (storefront, number) =>
    inReadTransaction(database, async (transaction) => {
      const hasNumber = sql<boolean>`kind = 'sale' and storefront = ${storefront}
        and run in (select number from run where account = ${database.account})
        and ' ' || lower(name) || ' ' like ${likePattern(` ${number} `)} escape '\\'`;
      const latest = sql<boolean>`(source_id, run) in (select source_id, max(run) from entry where ${hasNumber}
        group by source_id limit ${sql.lit(maxNamed)})`;
      const rows = await transaction.selectFrom('entry').selectAll().where(hasNumber).where(latest).execute();
      return E.right(rows.map((row) => ({ sourceId: row.source_id, amounts: lineAmountsOf(row) })));
    });

/** More than this at once would keep the host's own work waiting. */
const maxLines = 1000;

/** The rows of the lines that a filter wants, by the shortest way to them. */
const readRows = async (
  transaction: SqlTransaction,
  run: Pick<RunRow, 'number' | 'totaled'>,
  filter: LineFilter,
  { after, limit }: { readonly after: number; readonly limit: number },
): Promise<readonly EntryRow[]> => {
  const select = (condition: RawBuilder<boolean>, most: number): Promise<EntryRow[]> => {
    let query = transaction.selectFrom('entry').selectAll().where('run', '=', run.number).where(condition);
    for (const one of conditionsOf(filter)) query = query.where(one);
    return query.orderBy('place').limit(most).execute();
  };
  const ways = await waysOf(transaction, run, filter);
  if (ways === undefined) return select(sql`place > ${after}`, limit);
  const found: EntryRow[] = [];
  for (let from = after; found.length < limit;) {
    const places = await nextPlaces(transaction, run.number, ways, { after: from, limit });
    if (places.length > 0) found.push(...(await select(sql`place in (${sql.join(places)})`, limit - found.length)));
    if (places.length < limit) break;
    from = places.at(-1) ?? from;
  }
  return found;
};

export const findLines = (database: AccountDatabase): SyncStore['findLines'] => {
  const findingsOf = listStatement<FindingRow>(
    database.engine,
    'select * from finding where run = ? and place in (',
    ') order by place, position',
  );
  const adjustmentsOf = listStatement<MovementRow>(
    database.engine,
    'select * from movement where run = ? and place in (',
    ') order by place, position',
  );

  return (runId, filter, { after, limit }) =>
    inReadTransaction(database, async (transaction): StoreResult<LinePage> => {
      const start = parsePosition(after);
      if (E.isLeft(start)) return start;
      const wanted = Math.min(Math.max(1, limit), maxLines);
      const run = await transaction
        .selectFrom('run')
        .select(['number', 'totaled'])
        .where('account', '=', database.account)
        .where('id', '=', runId)
        .executeTakeFirst();
      if (run === undefined || filter.outcomes?.length === 0) return E.right({ lines: [], next: O.none });
      const found = await readRows(transaction, run, filter, { after: start.right, limit: wanted + 1 });
      const rows = found.slice(0, wanted);
      const places = rows.map(({ place }) => toNumber(place));
      const findings = groupByLine(await findingsOf(transaction, places, run.number));
      const adjustments = groupByLine(await adjustmentsOf(transaction, places, run.number));
      return E.right({
        lines: rows.map((row) => {
          const place = toNumber(row.place);
          return toReportLine(row, findings.get(place) ?? [], adjustments.get(place) ?? []);
        }),
        next: found.length > wanted ? O.fromNullable(places.at(-1)?.toString()) : O.none,
      });
    });
};

/** A preview raises nothing. */
const isDryRun = (request: string): boolean => {
  const parsed = parseRunRequest(request);
  return E.isRight(parsed) && parsed.right.dryRun;
};

/**
 * Writes report lines of a run, numbered from `firstNumber` on. A line whose id exists already replaces that line and keeps
 * its number, so that a reader who pages through the lines while they change meets each of them once.
 */
export const saveLines = ({
  engine,
  account,
}: AccountDatabase): ((
  transaction: SqlTransaction,
  run: Pick<RunRow, 'number' | 'totaled' | 'request'>,
  firstNumber: number,
  lines: readonly ReportLine[],
) => Promise<void>) => {
  const insertLines = insertRows<EntryRow>(engine, 'entry');
  const insertFindings = insertRows<FindingRow>(engine, 'finding');
  const insertAdjustments = insertRows<MovementRow>(engine, 'movement');
  const change = changeTotals(engine);
  const removeReplaced = removeLines(engine);
  const changeOpen = changeMatters(engine);

  return async (transaction, { number: run, totaled, request }, firstNumber, lines) => {
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
    if (totaled === 1) await change(transaction, run, { added, removed });
    if (!isDryRun(request)) await changeOpen(transaction, account, run, placed);
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
