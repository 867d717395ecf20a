/** Finds the lines of one run by text, reason, state and more, without reading the whole run where an index lists fewer lines. */
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import { type RawBuilder, sql } from 'kysely';
import { maxSearchedForParts } from '../../domain/search.ts';
import type { LineFilter, LinePage, SyncStore } from '../../domain/sync-store.ts';
import type { RunRow } from '../schema.ts';
import { amountTexts, parsePosition } from '../store-rules.ts';
import { type AccountDatabase, inReadTransaction, type SqlTransaction, toSlices } from './database.ts';
import { prepareListedOf } from './listed-of.ts';
import { lineAmountsOf, type LineRow, parseStorefronts, toNumber, toReportLine } from './rows.ts';
import { hasText, likePattern, numberLookups, placesNamed, versionsNamed } from './search-text.ts';

/** The most sales with one number that are listed. */
const maxNamed = 20;

export const findByNumber =
  (database: AccountDatabase): SyncStore['findByNumber'] =>
  (storefront, number) =>
    inReadTransaction(database, async (transaction) => {
      const salesOf = async (versions: RawBuilder<unknown>) => {
        const sales = sql`from (${versions}) as named join run_line on run_line.version = named.version
          where kind = 'sale' and storefront = ${storefront} and id not like '%:undone:%' and id not like '%:restored:%'`;
        const found = sql<LineRow>`select * ${sales} and (source_id, run) in
          (select source_id, max(run) ${sales} group by source_id limit ${sql.lit(maxNamed)})`;
        return (await found.execute(transaction)).rows;
      };
      const byIndex = await salesOf(versionsNamed(database, number));
      const isWord = sql`' ' || lower(name) || ' ' like ${likePattern(` ${number.toLowerCase()} `)} escape '\\'`;
      const all = sql`select * from line_version where account = ${database.account}`;
      // The number may follow other words: some platforms count their sales by account.
      const rows = byIndex.length > 0 ? byIndex : await salesOf(sql`${all} and ${isWord}`);
      return E.right(rows.map((row) => ({ sourceId: row.source_id, amounts: lineAmountsOf(row) })));
    });

/** Lines of a run that are read one by one before an index is used, which may list lines of many runs. */
export const nearby = { positions: 5_000 };

/** A larger page would keep the host's own work waiting. */
const maxLines = 1000;

export const findLines = (database: AccountDatabase): SyncStore['findLines'] => {
  const listedOf = prepareListedOf(database.engine);

  const toPage = async (
    transaction: SqlTransaction,
    { found, wanted }: { readonly found: readonly LineRow[]; readonly wanted: number },
  ): Promise<LinePage> => {
    const rows = found.slice(0, wanted);
    const listed = await listedOf(
      transaction,
      rows.map(({ version }) => toNumber(version)),
    );
    return {
      lines: rows.map((row) => {
        const { findings, adjustments } = listed(toNumber(row.version));
        return toReportLine(row, findings, adjustments);
      }),
      next: found.length > wanted ? O.fromNullable(rows.at(-1)?.position.toString()) : O.none,
    };
  };

  return (runId, filter, { after, limit }) =>
    inReadTransaction(database, async (transaction) => {
      const start = parsePosition(after);
      if (E.isLeft(start)) return start;
      const run = await transaction
        .selectFrom('run')
        .select(['number', 'storefronts', 'next_position'])
        .where('account', '=', database.account)
        .where('id', '=', runId)
        .executeTakeFirst();
      if (run === undefined || filter.outcomes?.length === 0) return E.right({ lines: [], next: O.none });
      const wanted = Math.min(Math.max(1, limit), maxLines);
      const found = await readRows(database, transaction, run, filter, { after: start.right, limit: wanted + 1 });
      return E.right(await toPage(transaction, { found, wanted }));
    });
};

const all = (conditions: readonly RawBuilder<boolean>[]): RawBuilder<boolean> =>
  conditions.length === 0 ? sql<boolean>`1 = 1` : sql<boolean>`${sql.join(conditions, sql` and `)}`;

type SearchedRun = Pick<RunRow, 'number' | 'storefronts' | 'next_position'>;

interface Page {
  readonly after: number;
  readonly limit: number;
}

/** The rows of the lines that a filter wants: from the next few lines of the run, or from the lines that an index lists. */
const readRows = async (
  database: AccountDatabase,
  transaction: SqlTransaction,
  run: SearchedRun,
  given: LineFilter,
  page: Page,
): Promise<readonly LineRow[]> => {
  const { text = '', ...others } = given;
  const lines = toNumber(run.next_position);
  // States are found by the sums of a run.
  const byText = text.trim() !== '' && lines > maxSearchedForParts.lines;
  const filter = byText ? others : given;
  const scans = await (byText ? scansByText(database, transaction, run, text) : indexScansOf(transaction, run, given));
  const behind = sql<boolean>`position > ${page.after}`;
  if (scans === undefined) return readInOrder(transaction, run, page, [behind, ...conditionsOf(filter)]);
  if (!byText && given.id === undefined && scans.some(({ table }) => table !== 'run_line')) {
    const end = page.after + nearby.positions;
    const conditions = [behind, sql<boolean>`position <= ${end}`, ...conditionsOf(filter)];
    const rows = await readInOrder(transaction, run, page, conditions);
    if (rows.length === page.limit || end >= lines) return rows;
  }
  const positions = await findPositions(database, transaction, { run: run.number, scans, filter, ...page });
  return positions.length === 0 ? [] : readInOrder(transaction, run, page, [sql`position in (${sql.join(positions)})`]);
};

/** One index that lists lines, and the condition on it. It lists either lines of one run in order, or versions of all runs. */
interface IndexScan {
  readonly table: 'run_line' | 'line_version' | 'finding' | 'adjustment';
  readonly index: string;
  readonly condition: RawBuilder<boolean>;
}

const scansByText = async (
  { engine }: AccountDatabase,
  transaction: SqlTransaction,
  { number, storefronts }: SearchedRun,
  text: string,
): Promise<readonly IndexScan[]> => {
  const parsed = parseStorefronts(storefronts);
  if (E.isLeft(parsed)) return [];
  const amounts = amountTexts(text);
  const isNamed = placesNamed(text);
  return [
    ...numberLookups(engine, text, parsed.right).map((lookup) => ({
      table: 'line_version' as const,
      ...lookup,
    })),
    ...amounts.map((total) => ({
      ...{ table: 'line_version' as const, index: 'line_version_by_total' },
      condition: sql<boolean>`total = ${total}`,
    })),
    ...(await scansOfPlaces(transaction, number, ({ code }) => isNamed(code))),
  ];
};

interface MonthOfPlace {
  readonly code: string;
  readonly month: string | null;
}

/** One index scan for each state and month of the run that is wanted. */
const scansOfPlaces = async (
  transaction: SqlTransaction,
  run: number,
  isWanted: (one: MonthOfPlace) => boolean,
  named: readonly (string | undefined)[] = [],
): Promise<readonly IndexScan[]> => {
  const wanted = new Map<string, IndexScan>();
  for (const [, , , code, month = null] of await keysOf(transaction, run, 'line', named)) {
    if (code == null || !isWanted({ code, month })) continue;
    // Records that became no transaction have no month.
    const isMonth = month === null ? sql`month is null` : sql`month = ${month}`;
    wanted.set(`${code} ${month}`, {
      ...{ table: 'line_version', index: 'line_version_by_jurisdiction' },
      condition: sql<boolean>`jurisdiction = ${code} and ${isMonth}`,
    });
  }
  return [...wanted.values()];
};

type Key = readonly (string | null)[];

/** The keys of one kind of sums of a run, limited to keys that contain these texts. */
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
    // In the collation, a hyphen follows the comma.
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

/**
 * The indexes that list the lines a filter wants, by the condition that likely lists the fewest; undefined if all lines must be
 * read.
 */
const indexScansOf = async (
  transaction: SqlTransaction,
  { number }: Pick<RunRow, 'number'>,
  filter: LineFilter,
): Promise<readonly IndexScan[] | undefined> => {
  const { id, outcomes, reason, finding, jurisdiction, month, hasAdjustments, unsentAdjustment } = filter;
  if (id !== undefined) return [{ table: 'line_version', index: 'line_version_by_id', condition: sql`id = ${id}` }];
  if (reason !== undefined)
    return [{ table: 'run_line', index: 'run_line_by_reason', condition: sql`reason = ${reason}` }];
  if (finding !== undefined) return scansByFinding(transaction, number, finding);
  if ((jurisdiction ?? month) !== undefined) {
    const isWanted = (one: MonthOfPlace): boolean =>
      (jurisdiction ?? one.code) === one.code && (month ?? one.month) === one.month;
    return scansOfPlaces(transaction, number, isWanted, [jurisdiction, month]);
  }
  if (unsentAdjustment !== undefined)
    return [
      {
        table: 'adjustment',
        index: 'adjustment_by_kind',
        condition: sql`adjustment.kind = ${unsentAdjustment} and sent = 0`,
      },
    ];
  if (outcomes !== undefined)
    return outcomes.map((outcome) => ({
      table: 'run_line',
      index: 'run_line_by_outcome',
      condition: sql`substr(outcome, 1, 2) = ${outcome.slice(0, 2)}`,
    }));
  return hasAdjustments === true
    ? [{ table: 'adjustment', index: 'adjustment_by_kind', condition: sql`1 = 1` }]
    : undefined;
};

const scansByFinding = async (
  transaction: SqlTransaction,
  run: number,
  finding: string,
): Promise<readonly IndexScan[]> => {
  const kinds = (await keysOf(transaction, run, 'finding')).flatMap(([kind]) => kind ?? []);
  return kinds
    .filter((kind) => kind === finding || kind.startsWith(`${finding}: `))
    .map((kind) => ({ table: 'finding', index: 'finding_by_kind', condition: sql`finding.kind = ${kind}` }));
};

const linesOf = sql`run_line cross join line_version`;

/** Lines of a run, in their order. */
const readInOrder = async (
  transaction: SqlTransaction,
  run: SearchedRun,
  { limit }: Page,
  conditions: readonly RawBuilder<boolean>[],
): Promise<readonly LineRow[]> => {
  const { rows } = await sql<LineRow>`select run_line.*, line_version.* from ${linesOf}
    where line_version.version = run_line.version and run_line.run = ${run.number} and ${all(conditions)}
    order by run_line.position limit ${limit}`.execute(transaction);
  return rows;
};

const searched = {
  ...{ name: 'line_version.name', sourceId: 'line_version.source_id', id: 'line_version.id' },
  ...{ jurisdiction: 'line_version.jurisdiction', total: 'line_version.total' },
};

/** Conditions on `run_line` and its `line_version`. */
const conditionsOf = (filter: LineFilter): readonly RawBuilder<boolean>[] => {
  const { outcomes, storefront, id, reason, finding, jurisdiction, month, text, hasAdjustments, unsentAdjustment } =
    filter;
  const conditions = Object.entries({ storefront, id, jurisdiction, month }).flatMap(([column, value]) =>
    value === undefined ? [] : [sql<boolean>`${sql.ref(`line_version.${column}`)} = ${value}`],
  );
  if (reason !== undefined) conditions.push(sql`reason = ${reason}`);
  if (outcomes !== undefined) conditions.push(sql`outcome in (${sql.join(outcomes)})`);
  if (text !== undefined) {
    conditions.push(hasText(text, searched));
  }
  if (finding !== undefined) {
    const start = `${finding}: `;
    conditions.push(sql`exists (select 1 from finding where finding.version = run_line.version
      and (finding.kind = ${finding} or substr(finding.kind, 1, ${sql.lit(start.length)}) = ${start}))`);
  }
  const adjustment = sql`select 1 from adjustment where adjustment.version = run_line.version`;
  if (hasAdjustments === true) conditions.push(sql`exists (${adjustment})`);
  if (unsentAdjustment !== undefined)
    conditions.push(sql`exists (${adjustment} and adjustment.kind = ${unsentAdjustment} and adjustment.sent = 0)`);
  return conditions;
};

/** SQLite allows 500 parts in one statement. */
const scansAtATime = 100;

/** The positions of the next lines that a filter wants, from the indexes that list them, in order and each once. */
const findPositions = async (
  { engine, account }: AccountDatabase,
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
  const firstBy = (position: string) => sql`order by ${sql.ref(position)} limit ${sql.lit(limit)}`;
  const positions = new Set<number>();
  for (const some of toSlices(scans, scansAtATime)) {
    const lists = some.map(({ table, index, condition }) => {
      const listed = sql`${sql.table(table)} ${sql.raw(engine.byIndex(index))}`;
      const version = sql.ref(`${table}.version`);
      const from = {
        run_line: sql`${listed} cross join line_version where line_version.version = run_line.version`,
        line_version: sql`${listed} cross join run_line where run_line.version = ${version}`,
        finding: sql`${listed} cross join run_line cross join line_version
          where run_line.version = ${version} and line_version.version = ${version}`,
      };
      const isOfAccount = table === 'run_line' ? sql`1 = 1` : sql`${sql.ref(`${table}.account`)} = ${account}`;
      return sql`select position from (select distinct run_line.position from ${from[table === 'adjustment' ? 'finding' : table]}
        and ${isOfAccount} and run_line.run = ${run} and ${condition} and run_line.position > ${after} and ${wanted}
        ${firstBy('run_line.position')}) as listed`;
    });
    const { rows } = await sql<{ readonly position: number }>`
      select distinct position from (${sql.join(lists, sql` union all `)}) as found ${firstBy('position')}`.execute(
      transaction,
    );
    for (const { position } of rows) positions.add(toNumber(position));
  }
  return [...positions].sort((a, b) => a - b).slice(0, limit);
};
