import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import { type RawBuilder, sql } from 'kysely';
import type { LineFilter, LinePage, StoreResult, SyncStore } from '../../domain/sync-store.ts';
import type { EntryRow, FindingRow, MovementRow, RunRow } from '../schema.ts';
import { amountTexts, jurisdictionTexts, parsePosition } from '../store-rules.ts';
import { type AccountDatabase, inReadTransaction, listStatement, type SqlTransaction } from './database.ts';
import { groupByLine, lineAmountsOf, toNumber, toReportLine } from './rows.ts';

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

/** The rows of the lines that a filter wants, found by the index that lists the fewest. */
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
  const scans = await indexScansOf(transaction, run, filter);
  if (scans === undefined) return select(sql`place > ${after}`, limit);
  const found: EntryRow[] = [];
  for (let from = after; found.length < limit;) {
    const numbers = await nextLineNumbers(transaction, run.number, scans, { after: from, limit });
    if (numbers.length > 0) found.push(...(await select(sql`place in (${sql.join(numbers)})`, limit - found.length)));
    if (numbers.length < limit) break;
    from = numbers.at(-1) ?? from;
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
      const numbers = rows.map(({ place }) => toNumber(place));
      const findings = groupByLine(await findingsOf(transaction, numbers, run.number));
      const adjustments = groupByLine(await adjustmentsOf(transaction, numbers, run.number));
      return E.right({
        lines: rows.map((row) => {
          const number = toNumber(row.place);
          return toReportLine(row, findings.get(number) ?? [], adjustments.get(number) ?? []);
        }),
        next: found.length > wanted ? O.fromNullable(numbers.at(-1)?.toString()) : O.none,
      });
    });
};

/** One index that lists lines by their numbers, and the condition on it. */
interface IndexScan {
  readonly table: 'entry' | 'finding' | 'movement';
  readonly condition: RawBuilder<boolean>;
}

type Key = readonly (string | null)[];

/** What the lines of a run have in common, of one kind of sums. */
const keysOf = async (transaction: SqlTransaction, run: number, kind: string): Promise<readonly Key[]> => {
  const start = `["${kind}",`;
  const rows = await transaction
    .selectFrom('line_total')
    .select('key')
    .where('run', '=', run)
    .where(sql<boolean>`substr(key, 1, ${sql.lit(start.length)}) = ${start}`)
    .where('count', '>', 0)
    .execute();
  return rows.map(({ key }) => (JSON.parse(key) as Key).slice(1));
};

const scansByJurisdiction = async (
  transaction: SqlTransaction,
  run: number,
  { jurisdiction, month }: LineFilter,
): Promise<readonly IndexScan[]> => {
  const wanted = new Map<string, IndexScan>();
  for (const [, , , code, ofMonth] of await keysOf(transaction, run, 'line')) {
    if (code == null || (jurisdiction ?? code) !== code || (month ?? ofMonth) !== ofMonth) continue;
    // Records that became no transaction count in no month.
    const isMonth = ofMonth == null ? sql`month is null` : sql`month = ${ofMonth}`;
    wanted.set(`${code} ${ofMonth}`, {
      table: 'entry',
      condition: sql<boolean>`jurisdiction = ${code} and ${isMonth}`,
    });
  }
  return [...wanted.values()];
};

const scansByFinding = async (
  transaction: SqlTransaction,
  run: number,
  finding: string,
): Promise<readonly IndexScan[]> => {
  const kinds = (await keysOf(transaction, run, 'finding')).flatMap(([kind]) => kind ?? []);
  return kinds
    .filter((kind) => kind === finding || kind.startsWith(`${finding}: `))
    .map((kind) => ({ table: 'finding', condition: sql`kind = ${kind}` }));
};

/** The indexes that list the lines a filter wants, likely the shortest of several; undefined where all lines have to be read. */
const indexScansOf = async (
  transaction: SqlTransaction,
  { number, totaled }: Pick<RunRow, 'number' | 'totaled'>,
  filter: LineFilter,
): Promise<readonly IndexScan[] | undefined> => {
  const { id, outcomes, reason, finding, jurisdiction, month, hasAdjustments, unsentAdjustment } = filter;
  const isTotaled = totaled === 1;
  if (id !== undefined) return [{ table: 'entry', condition: sql`id = ${id}` }];
  if (reason !== undefined) return [{ table: 'entry', condition: sql`reason = ${reason}` }];
  if (finding !== undefined && isTotaled) return scansByFinding(transaction, number, finding);
  if ((jurisdiction ?? month) !== undefined && isTotaled) return scansByJurisdiction(transaction, number, filter);
  if (unsentAdjustment !== undefined)
    return [{ table: 'movement', condition: sql`kind = ${unsentAdjustment} and sent = 0` }];
  if (outcomes !== undefined)
    return outcomes.map((outcome) => ({ table: 'entry', condition: sql`outcome = ${outcome}` }));
  return hasAdjustments === true ? [{ table: 'movement', condition: sql`1 = 1` }] : undefined;
};

/** The next line numbers of all indexes together, in order, each once; fewer than `limit` only when there are no more. */
const nextLineNumbers = async (
  transaction: SqlTransaction,
  run: number,
  scans: readonly IndexScan[],
  { after, limit }: { readonly after: number; readonly limit: number },
): Promise<readonly number[]> => {
  const numbers = new Set<number>();
  for (const { table, condition } of scans) {
    const { rows } = await sql<{ readonly place: number }>`
      select distinct place from ${sql.table(table)} where run = ${run} and ${condition} and place > ${after}
      order by place limit ${sql.lit(limit)}`.execute(transaction);
    for (const { place } of rows) numbers.add(toNumber(place));
  }
  return [...numbers].sort((a, b) => a - b).slice(0, limit);
};

/** A part of a text as `like` takes it, without a meaning of its own. */
const likePattern = (text: string): string => `%${text.toLowerCase().replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;

type SearchedColumn = 'name' | 'sourceId' | 'id' | 'jurisdiction' | 'total';

/** Whether a line has a part of a name or id, a state or country, or an amount. */
export const hasText = (text: string, columns: Readonly<Record<SearchedColumn, string>>): RawBuilder<boolean> => {
  const column = (name: SearchedColumn): RawBuilder<unknown> => sql.ref(columns[name]);
  const isLike = sql`like ${likePattern(text)} escape '\\'`;
  const { codes, start, isOnlyPlace } = jurisdictionTexts(text);
  const amounts = amountTexts(text);
  const conditions = [
    sql`upper(${column('jurisdiction')}) in (${sql.join(codes)})`,
    ...(isOnlyPlace ? [] : (['name', 'sourceId', 'id'] as const).map((name) => sql`lower(${column(name)}) ${isLike}`)),
    ...(start === null ? [] : [sql`${column('jurisdiction')} like ${`${start}%`}`]),
    ...(amounts.length === 0 ? [] : [sql`${column('total')} in (${sql.join(amounts)})`]),
  ];
  return sql`(${sql.join(conditions, sql` or `)})`;
};
