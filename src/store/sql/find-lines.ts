import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import { type RawBuilder, sql } from 'kysely';
import { maxSearchedForParts } from '../../domain/search.ts';
import type { LineFilter, LinePage, SyncStore } from '../../domain/sync-store.ts';
import type { ReportLineRow, FindingRow, AdjustmentRow, RunRow } from '../schema.ts';
import { amountTexts, parsePosition } from '../store-rules.ts';
import {
  type AccountDatabase,
  inReadTransaction,
  listStatement,
  type SqlEngine,
  type SqlTransaction,
  toSlices,
} from './database.ts';
import { groupByLine, lineAmountsOf, parseRunRequest, toNumber, toReportLine } from './rows.ts';
import { hasText, likePattern, linesNumbered, numberLookups, placesNamed } from './search-text.ts';

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
    conditions.push(sql`exists (select 1 from finding where finding.run = report_line.run and finding.place = report_line.place + 0
      and (finding.kind = ${finding} or substr(finding.kind, 1, ${sql.lit(start.length)}) = ${start}))`);
  }
  const adjustment = sql`select 1 from adjustment where adjustment.run = report_line.run and adjustment.place = report_line.place + 0`;
  if (hasAdjustments === true) conditions.push(sql`exists (${adjustment})`);
  if (unsentAdjustment !== undefined)
    conditions.push(sql`exists (${adjustment} and adjustment.kind = ${unsentAdjustment} and adjustment.sent = 0)`);
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
      const salesOf = async (lines: RawBuilder<unknown>) => {
        const sales = sql`from (${lines}) as named where kind = 'sale' and storefront = ${storefront}
          and id not like '%:undone:%' and id not like '%:restored:%'
          and run in (select number from run where account = ${database.account})`;
        const found = sql<ReportLineRow>`select * ${sales} and (source_id, run) in
          (select source_id, max(run) ${sales} group by source_id limit ${sql.lit(maxNamed)})`;
        return (await found.execute(transaction)).rows;
      };
      const byIndex = await salesOf(linesNumbered(database.engine, number));
      const isWord = sql`' ' || lower(name) || ' ' like ${likePattern(` ${number.toLowerCase()} `)} escape '\\'`;
      // Behind other words: of a platform that counts its sales by account.
      const rows = byIndex.length > 0 ? byIndex : await salesOf(sql`select * from report_line where ${isWord}`);
      return E.right(rows.map((row) => ({ sourceId: row.source_id, amounts: lineAmountsOf(row) })));
    });

/** More than this at once would keep the host's own work waiting. */
const maxLines = 1000;

/** The rows of the lines that a filter wants, found by the index that lists the fewest. */
const readRows = async (
  { engine }: AccountDatabase,
  transaction: SqlTransaction,
  run: SearchedRun,
  given: LineFilter,
  page: { readonly after: number; readonly limit: number },
): Promise<readonly ReportLineRow[]> => {
  const { text = '', ...others } = given;
  // Places are found by the sums of a run.
  const byText = text.trim() !== '' && toNumber(run.next_place) > maxSearchedForParts.lines;
  const scans = await (byText ? scansByText(engine, transaction, run, text) : indexScansOf(transaction, run, given));
  const lines = transaction.selectFrom('report_line').selectAll().where('run', '=', run.number).orderBy('place');
  if (scans === undefined)
    return lines
      .where(all([sql`place > ${page.after}`, ...conditionsOf(given)]))
      .limit(page.limit)
      .execute();
  const filter = byText ? others : given;
  const places = await findPlaces(engine, transaction, { run: run.number, scans, filter, ...page });
  return places.length === 0 ? [] : lines.where('place', 'in', places).execute();
};

export const findLines = (database: AccountDatabase): SyncStore['findLines'] => {
  const findingsOf = listStatement<FindingRow>(
    database.engine,
    'select * from finding where run = ? and place in (',
    ') order by place, position',
  );
  const adjustmentsOf = listStatement<AdjustmentRow>(
    database.engine,
    'select * from adjustment where run = ? and place in (',
    ') order by place, position',
  );

  const toPage = async (
    transaction: SqlTransaction,
    { run, found, wanted }: { readonly run: number; readonly found: readonly ReportLineRow[]; readonly wanted: number },
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
    inReadTransaction(database, async (transaction) => {
      const start = parsePosition(after);
      if (E.isLeft(start)) return start;
      const run = await transaction
        .selectFrom('run')
        .select(['number', 'request', 'next_place'])
        .where('account', '=', database.account)
        .where('id', '=', runId)
        .executeTakeFirst();
      if (run === undefined || filter.outcomes?.length === 0) return E.right({ lines: [], next: O.none });
      const wanted = Math.min(Math.max(1, limit), maxLines);
      const found = await readRows(database, transaction, run, filter, { after: start.right, limit: wanted + 1 });
      return E.right(await toPage(transaction, { run: run.number, found, wanted }));
    });
};

/** One index that lists lines by their numbers, and the condition on it. */
interface IndexScan {
  readonly table: 'report_line' | 'finding' | 'adjustment';
  /** Undefined for the key of the table. */
  readonly index?: string;
  readonly condition: RawBuilder<boolean>;
}

type SearchedRun = Pick<RunRow, 'number' | 'request' | 'next_place'>;

const scansByText = async (
  engine: SqlEngine,
  transaction: SqlTransaction,
  { number, request }: SearchedRun,
  text: string,
): Promise<readonly IndexScan[]> => {
  const parsed = parseRunRequest(request);
  if (E.isLeft(parsed)) return [];
  const amounts = amountTexts(text);
  const isNamed = placesNamed(text);
  return [
    ...numberLookups(engine, text, parsed.right.storefronts).map((lookup) => ({
      table: 'report_line' as const,
      ...lookup,
    })),
    ...amounts.map((total) => ({
      ...{ table: 'report_line' as const, index: 'report_line_by_total' },
      condition: sql<boolean>`substr(total, 1, 20) = ${total}`,
    })),
    ...(await scansOfPlaces(transaction, number, ({ code }) => isNamed(code))),
  ];
};

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

interface MonthOfPlace {
  readonly code: string;
  readonly month: string | null;
}

/** By place and month, so that each index lists lines in their order. */
const scansOfPlaces = async (
  transaction: SqlTransaction,
  run: number,
  isWanted: (one: MonthOfPlace) => boolean,
  named: readonly (string | undefined)[] = [],
): Promise<readonly IndexScan[]> => {
  const wanted = new Map<string, IndexScan>();
  for (const [, , , code, month = null] of await keysOf(transaction, run, 'line', named)) {
    if (code == null || !isWanted({ code, month })) continue;
    // Records that became no transaction count in no month.
    const isMonth = month === null ? sql`month is null` : sql`month = ${month}`;
    wanted.set(`${code} ${month}`, {
      ...{ table: 'report_line', index: 'report_line_by_month' },
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
  { number }: Pick<RunRow, 'number'>,
  filter: LineFilter,
): Promise<readonly IndexScan[] | undefined> => {
  const { id, outcomes, reason, finding, jurisdiction, month, hasAdjustments, unsentAdjustment } = filter;
  if (id !== undefined) return [{ table: 'report_line', index: 'report_line_by_id', condition: sql`id = ${id}` }];
  if (reason !== undefined)
    return [{ table: 'report_line', index: 'report_line_by_reason', condition: sql`reason = ${reason}` }];
  if (finding !== undefined) return scansByFinding(transaction, number, finding);
  if ((jurisdiction ?? month) !== undefined) {
    const isWanted = (one: MonthOfPlace): boolean =>
      (jurisdiction ?? one.code) === one.code && (month ?? one.month) === one.month;
    return scansOfPlaces(transaction, number, isWanted, [jurisdiction, month]);
  }
  if (unsentAdjustment !== undefined)
    return [
      { table: 'adjustment', index: 'adjustment_by_kind', condition: sql`kind = ${unsentAdjustment} and sent = 0` },
    ];
  if (outcomes !== undefined)
    return outcomes.map((outcome) => ({
      table: 'report_line',
      index: 'report_line_by_outcome',
      condition: sql`outcome = ${outcome}`,
    }));
  return hasAdjustments === true ? [{ table: 'adjustment', condition: sql`1 = 1` }] : undefined;
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
        table === 'report_line'
          ? wanted
          : sql`exists (select 1 from report_line where report_line.run = ${sql.ref(`${table}.run`)}
              and report_line.place = ${sql.ref(`${table}.place`)} + 0 and ${wanted})`;
      return sql`select place from (select distinct place from ${sql.table(table)} ${sql.raw(index === undefined ? '' : byIndex(index))}
        where run = ${run} and ${condition} and place > ${after} and ${isWanted} ${first}) as listed`;
    });
    const { rows } = await sql<{ readonly place: number }>`
      select distinct place from (${sql.join(lists, sql` union all `)}) as found ${first}`.execute(transaction);
    for (const { place } of rows) places.add(toNumber(place));
  }
  return [...places].sort((a, b) => a - b).slice(0, limit);
};
