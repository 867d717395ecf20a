import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import { type RawBuilder, sql } from 'kysely';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { LineFilter, LinePage, StoreResult, SyncStore } from '../../domain/sync-store.ts';
import type { EntryRow, FindingRow, MovementRow, RunRow } from '../schema.ts';
import { amountTexts, jurisdictionTexts, parsePosition } from '../store-rules.ts';
import {
  type AccountDatabase,
  inReadTransaction,
  listStatement,
  readFrom,
  type SqlEngine,
  type SqlTransaction,
  toSlices,
} from './database.ts';
import { groupByLine, lineAmountsOf, toNumber, toReportLine } from './rows.ts';

/* `+ 0` keeps SQLite from taking a bound on the place of a line for the best way to what is of that place. */
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
    conditions.push(sql`exists (select 1 from finding where finding.run = entry.run and finding.place = entry.place + 0
      and (finding.kind = ${finding} or substr(finding.kind, 1, ${sql.lit(start.length)}) = ${start}))`);
  }
  const adjustment = sql`select 1 from movement where movement.run = entry.run and movement.place = entry.place + 0`;
  if (hasAdjustments === true) conditions.push(sql`exists (${adjustment})`);
  if (unsentAdjustment !== undefined)
    conditions.push(sql`exists (${adjustment} and movement.kind = ${unsentAdjustment} and movement.sent = 0)`);
  return conditions;
};

const all = (conditions: readonly RawBuilder<boolean>[]): RawBuilder<boolean> =>
  conditions.length === 0 ? sql<boolean>`1 = 1` : sql<boolean>`${sql.join(conditions, sql` and `)}`;

/** As many sales of one number are named to a person. */
const maxNamed = 20;

export const findByNumber =
  (database: AccountDatabase): SyncStore['findByNumber'] =>
  (storefront, number) =>
    inReadTransaction(database, async (transaction) => {
      const hasNumber = sql<boolean>`kind = 'sale' and storefront = ${storefront}
        and run in (select number from run where account = ${database.account})
        and ' ' || lower(name) || ' ' like ${likePattern(` ${number.toLowerCase()} `)} escape '\\'`;
      const latest = sql<boolean>`(source_id, run) in (select source_id, max(run) from entry where ${hasNumber}
        group by source_id limit ${sql.lit(maxNamed)})`;
      const rows = await transaction.selectFrom('entry').selectAll().where(hasNumber).where(latest).execute();
      return E.right(rows.map((row) => ({ sourceId: row.source_id, amounts: lineAmountsOf(row) })));
    });

/** More than this at once would keep the host's own work waiting. */
const maxLines = 1000;

/** Lines that a search reads at a time: the process of a host does nothing else while SQLite reads. */
const linesAtATime = 50_000;

/** The rows of the lines that a filter wants, found by the index that lists the fewest. `readTo`: up to there, and there are more. */
const readRows = async (
  { engine }: AccountDatabase,
  transaction: SqlTransaction,
  run: Pick<RunRow, 'number' | 'totaled'>,
  filter: LineFilter,
  page: { readonly after: number; readonly limit: number },
): Promise<{ readonly rows: readonly EntryRow[]; readonly readTo?: number }> => {
  const scans = await indexScansOf(transaction, run, filter);
  const lines = transaction.selectFrom('entry').selectAll().where('run', '=', run.number).orderBy('place');
  if (scans === undefined) {
    const rest = lines.where('place', '>', page.after);
    const readTo = page.after + linesAtATime;
    const wanted = rest.where('place', '<=', readTo).where(all(conditionsOf(filter)));
    const rows = await wanted.limit(page.limit).execute();
    const isEnd = rows.length >= page.limit || (await rest.where('place', '>', readTo).limit(1).execute()).length === 0;
    return isEnd ? { rows } : { rows, readTo };
  }
  const places = await findPlaces(engine, transaction, { run: run.number, scans, filter, ...page });
  return { rows: places.length === 0 ? [] : await lines.where('place', 'in', places).execute() };
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

  const toPage = async (
    transaction: SqlTransaction,
    { run, found, wanted }: { readonly run: number; readonly found: readonly EntryRow[]; readonly wanted: number },
  ): Promise<LinePage> => {
    const rows = found.slice(0, wanted);
    const numbers = rows.map(({ place }) => toNumber(place));
    const findings = groupByLine(await findingsOf(transaction, numbers, run));
    const adjustments = groupByLine(await adjustmentsOf(transaction, numbers, run));
    return {
      lines: rows.map((row) => {
        const number = toNumber(row.place);
        return toReportLine(row, findings.get(number) ?? [], adjustments.get(number) ?? []);
      }),
      next: found.length > wanted ? O.fromNullable(numbers.at(-1)?.toString()) : O.none,
    };
  };

  return (runId, filter, { after, limit }) =>
    async () => {
      const start = parsePosition(after);
      if (E.isLeft(start)) return start;
      const wanted = Math.min(Math.max(1, limit), maxLines);
      const search = (from: number, before: readonly EntryRow[]): StoreResult<LinePage | Searched> =>
        readFrom(database, async (transaction): Promise<LinePage | Searched> => {
          const run = await transaction
            .selectFrom('run')
            .select(['number', 'totaled'])
            .where('account', '=', database.account)
            .where('id', '=', runId)
            .executeTakeFirst();
          if (run === undefined || filter.outcomes?.length === 0) return { lines: [], next: O.none };
          const page = { after: from, limit: wanted + 1 - before.length };
          const { rows, readTo } = await readRows(database, transaction, run, filter, page);
          const found = [...before, ...rows];
          return readTo === undefined ? toPage(transaction, { run: run.number, found, wanted }) : { found, readTo };
        })();
      for (let part = await search(start.right, []); ; part = await search(part.right.readTo, part.right.found)) {
        if (E.isLeft(part)) return part;
        if ('lines' in part.right) return E.right(part.right);
        await nextTurn();
      }
    };
};

/** What a search has found so far, and up to which line. */
interface Searched {
  readonly found: readonly EntryRow[];
  readonly readTo: number;
}

/** One index that lists lines by their numbers, and the condition on it. */
interface IndexScan {
  readonly table: 'entry' | 'finding' | 'movement';
  /** Undefined for the key of the table. */
  readonly index?: string;
  readonly condition: RawBuilder<boolean>;
}

type Key = readonly (string | null)[];

/** What the lines of a run have in common, of one kind of sums; those among it that name these. */
const keysOf = async (
  transaction: SqlTransaction,
  run: number,
  kind: string,
  named: readonly (string | undefined)[] = [],
): Promise<readonly Key[]> => {
  const rows = await transaction
    .selectFrom('line_total')
    .select('key')
    .where('run', '=', run)
    // A hyphen is what follows the comma.
    .where('key', '>', `["${kind}",`)
    .where('key', '<', `["${kind}"-`)
    .where(
      all(
        named.flatMap((text) =>
          text === undefined ? [] : [sql<boolean>`key like ${likePattern(JSON.stringify(text))} escape '\\'`],
        ),
      ),
    )
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
  for (const [, , , code, ofMonth] of await keysOf(transaction, run, 'line', [jurisdiction, month])) {
    if (code == null || (jurisdiction ?? code) !== code || (month ?? ofMonth) !== ofMonth) continue;
    // Records that became no transaction count in no month.
    const isMonth = ofMonth == null ? sql`month is null` : sql`month = ${ofMonth}`;
    wanted.set(`${code} ${ofMonth}`, {
      ...{ table: 'entry', index: 'entry_by_month' },
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
    .map((kind) => ({ table: 'finding', index: 'finding_by_kind', condition: sql`kind = ${kind}` }));
};

/** The indexes that list the lines a filter wants, likely the shortest of several; undefined where all lines have to be read. */
const indexScansOf = async (
  transaction: SqlTransaction,
  { number, totaled }: Pick<RunRow, 'number' | 'totaled'>,
  filter: LineFilter,
): Promise<readonly IndexScan[] | undefined> => {
  const { id, outcomes, reason, finding, jurisdiction, month, hasAdjustments, unsentAdjustment } = filter;
  const isTotaled = totaled === 1;
  if (id !== undefined) return [{ table: 'entry', index: 'entry_by_id', condition: sql`id = ${id}` }];
  if (reason !== undefined) return [{ table: 'entry', index: 'entry_by_reason', condition: sql`reason = ${reason}` }];
  if (finding !== undefined && isTotaled) return scansByFinding(transaction, number, finding);
  if ((jurisdiction ?? month) !== undefined && isTotaled) return scansByJurisdiction(transaction, number, filter);
  if (unsentAdjustment !== undefined)
    return [{ table: 'movement', index: 'movement_by_kind', condition: sql`kind = ${unsentAdjustment} and sent = 0` }];
  if (outcomes !== undefined)
    return outcomes.map((outcome) => ({
      table: 'entry',
      index: 'entry_by_outcome',
      condition: sql`outcome = ${outcome}`,
    }));
  return hasAdjustments === true ? [{ table: 'movement', condition: sql`1 = 1` }] : undefined;
};

/** SQLite takes no more than 500 parts of one statement. */
const scansAtATime = 100;

/** The next places that the indexes list of lines that a filter wants, in order, each once. */
const findPlaces = async (
  { byIndex }: SqlEngine,
  transaction: SqlTransaction,
  {
    run,
    scans,
    filter,
    after,
    limit,
  }: {
    readonly run: number;
    readonly scans: readonly IndexScan[];
    readonly filter: LineFilter;
    readonly after: number;
    readonly limit: number;
  },
): Promise<readonly number[]> => {
  const wanted = all(conditionsOf(filter));
  const first = sql`order by place limit ${sql.lit(limit)}`;
  const places = new Set<number>();
  for (const some of toSlices(scans, scansAtATime)) {
    const lists = some.map(({ table, index, condition }) => {
      const isWanted =
        table === 'entry'
          ? wanted
          : sql`exists (select 1 from entry where entry.run = ${sql.ref(`${table}.run`)}
              and entry.place = ${sql.ref(`${table}.place`)} + 0 and ${wanted})`;
      return sql`select place from (select distinct place from ${sql.table(table)} ${sql.raw(index === undefined ? '' : byIndex(index))}
        where run = ${run} and ${condition} and place > ${after} and ${isWanted} ${first}) as listed`;
    });
    const { rows } = await sql<{ readonly place: number }>`
      select distinct place from (${sql.join(lists, sql` union all `)}) as found ${first}`.execute(transaction);
    for (const { place } of rows) places.add(toNumber(place));
  }
  return [...places].sort((a, b) => a - b).slice(0, limit);
};

/** A part of a text as `like` takes it, without a meaning of its own. */
const likePattern = (text: string): string => `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;

type SearchedColumn = 'name' | 'sourceId' | 'id' | 'jurisdiction' | 'total';

/** Whether a line has a part of a name or id, a state or country, or an amount. */
export const hasText = (text: string, columns: Readonly<Record<SearchedColumn, string>>): RawBuilder<boolean> => {
  const column = (name: SearchedColumn): RawBuilder<unknown> => sql.ref(columns[name]);
  const isLike = sql`like ${likePattern(text.toLowerCase())} escape '\\'`;
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
