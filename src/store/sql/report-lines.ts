import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import { type RawBuilder, sql } from 'kysely';
import type { LineFilter, LinePage, StoreResult, SyncStore } from '../../domain/sync-store.ts';
import { parsePosition } from '../store-rules.ts';
import { lineAmountsOf, toEntryRow, toFindingRows, toMovementRows, toNumber, toReportLine } from './rows.ts';
import type { EntryRow, FindingRow, MovementRow } from '../schema.ts';
import {
  type AccountDatabase,
  inReadTransaction,
  insertRows,
  listStatement,
  type SqlEngine,
  type SqlTransaction,
} from './database.ts';
import type { ReportLine } from '../../domain/run.ts';

const groupByLine = <A extends { readonly place: number }>(rows: readonly A[]): ReadonlyMap<number, readonly A[]> => {
  const groups = new Map<number, A[]>();
  for (const row of rows) {
    const place = toNumber(row.place);
    groups.set(place, [...(groups.get(place) ?? []), row]);
  }
  return groups;
};

/** A part of a text as `like` takes it, without a meaning of its own. */
const likePattern = (text: string): string => `%${text.toLowerCase().replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;

const conditionsOf = (filter: LineFilter): readonly RawBuilder<boolean>[] => {
  const { outcomes, storefront, id, reason, finding, jurisdiction, month, text, hasAdjustments, unsentAdjustment } =
    filter;
  const conditions = Object.entries({ storefront, id, reason, jurisdiction, month }).flatMap(([column, value]) =>
    value === undefined ? [] : [sql<boolean>`${sql.ref(column)} = ${value}`],
  );
  if (outcomes !== undefined) conditions.push(sql`outcome in (${sql.join(outcomes)})`);
  if (text !== undefined) {
    const hasText = sql`like ${likePattern(text)} escape '\\'`;
    conditions.push(sql`(lower(name) ${hasText} or lower(source_id) ${hasText} or lower(id) ${hasText})`);
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
        .select('number')
        .where('account', '=', database.account)
        .where('id', '=', runId)
        .executeTakeFirst();
      if (run === undefined || filter.outcomes?.length === 0) return E.right({ lines: [], next: O.none });

      let query = transaction
        .selectFrom('entry')
        .selectAll()
        .where('run', '=', run.number)
        .where('place', '>', start.right);
      for (const condition of conditionsOf(filter)) query = query.where(condition);
      const found = await query
        .orderBy('place')
        .limit(wanted + 1)
        .execute();
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

/**
 * Writes report lines of a run, numbered from `firstNumber` on. A line whose id exists already replaces that line and keeps
 * its number, so that a reader who pages through the lines while they change meets each of them once.
 */
export const saveLines = (
  engine: SqlEngine,
): ((transaction: SqlTransaction, run: number, firstNumber: number, lines: readonly ReportLine[]) => Promise<void>) => {
  const insertLines = insertRows<EntryRow>(engine, 'entry');
  const insertFindings = insertRows<FindingRow>(engine, 'finding');
  const insertAdjustments = insertRows<MovementRow>(engine, 'movement');
  // Findings and adjustments are deleted with their line (on delete cascade). `+ 0` keeps the planner from reading
  // the whole run.
  const deleteReplaced = listStatement<Pick<EntryRow, 'id' | 'place'>>(
    engine,
    'delete from entry where run + 0 = ? and id in (',
    ') returning id, place',
  );

  return async (transaction, run, firstNumber, lines) => {
    const byId = new Map(lines.map((line) => [line.id, line]));
    const replaced = await deleteReplaced(transaction, [...byId.keys()], run);
    const lineNumbers = new Map(replaced.map(({ id, place }) => [id, toNumber(place)]));
    const entryRows: EntryRow[] = [];
    const findingRows: FindingRow[] = [];
    const movementRows: MovementRow[] = [];
    let next = firstNumber;
    for (const line of byId.values()) {
      const lineNumber = lineNumbers.get(line.id) ?? next;
      entryRows.push(toEntryRow(run, lineNumber, line));
      findingRows.push(...toFindingRows(run, lineNumber, line));
      movementRows.push(...toMovementRows(run, lineNumber, line));
      next += 1;
    }
    await insertLines(transaction, entryRows);
    await insertFindings(transaction, findingRows);
    await insertAdjustments(transaction, movementRows);
  };
};
