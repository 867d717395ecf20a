/** Searches, filters and sorts all sales and refunds of an account for the sales page, a page at a time. */
import * as O from 'fp-ts/lib/Option.js';
import { type RawBuilder, sql } from 'kysely';
import type { ListedSale, SalesFilter, SalesOrder, SaleStatus } from '../../domain/listed-sale.ts';
import type { ReviewStore } from '../../domain/review-store.ts';
import type { Outcome } from '../../domain/run.ts';
import type { LineVersionRow } from '../schema.ts';
import { amountTexts, jurisdictionTexts } from '../store-rules.ts';
import { type AccountDatabase, readFrom, type SqlTransaction } from './database.ts';
import { toMinor, toNumber } from './rows.ts';
import { numberLookups, withoutPlatform } from './search-text.ts';

/** Lines that are read for a page, and more each time that too few matched: one page must not read a whole account. */
const windows = [100, 1_000, 5_000] as const;

/** For each meaning of a text, the number of newest lines that are read. */
const maxByText = 500;

type Row = Pick<
  LineVersionRow,
  'storefront' | 'id' | 'source_id' | 'name' | 'kind' | 'day' | 'jurisdiction' | 'currency' | 'total' | 'tax_collected'
> & {
  readonly version: number | string;
  readonly key: string | number | null;
  readonly run_id: string | null;
  readonly status: SaleStatus;
  readonly reason: ListedSale['reason'];
};

/** The position in an order after which a page begins: the sorted value and the version of a line. */
type Position = readonly [key: string, version: number];

interface Sorting {
  readonly index: string;
  readonly key: RawBuilder<unknown>;
  /** Which lines are part of the order. */
  readonly condition: RawBuilder<unknown>;
}

const sortKeys = ({ engine }: AccountDatabase): Readonly<Record<SalesOrder['sort'], Sorting>> => ({
  day: { index: 'line_version_by_day', key: sql`day`, condition: sql`day is not null` },
  number: { index: 'line_version_by_name', key: withoutPlatform(engine), condition: sql`1 = 1` },
  total: { index: 'line_version_by_total', key: sql`total`, condition: sql`total is not null` },
  tax: { index: 'line_version_by_tax', key: sql`tax_collected`, condition: sql`tax_collected is not null` },
});

const directionOf = ({ descending }: SalesOrder): RawBuilder<unknown> => (descending ? sql`desc` : sql`asc`);

const behind = (
  { sort, descending }: SalesOrder,
  key: RawBuilder<unknown>,
  position: Position | null,
): RawBuilder<unknown> => {
  if (position === null) return sql`1 = 1`;
  const [text, version] = position;
  const value = sort === 'total' || sort === 'tax' ? sql`cast(${text} as bigint)` : sql`${text}`;
  return descending ? sql`(${key}, version) < (${value}, ${version})` : sql`(${key}, version) > (${value}, ${version})`;
};

const lines = ({ engine }: AccountDatabase, index: string): RawBuilder<unknown> =>
  sql`line_version ${sql.raw(engine.byIndex(index))}`;

/** All lines of an account, or of a state or month, in an order. */
const inOrder = (
  database: AccountDatabase,
  { jurisdiction, month }: SalesFilter,
  order: SalesOrder,
  position: Position | null,
  limit: number,
): RawBuilder<unknown> => {
  const { index, key, condition } = sortKeys(database)[order.sort];
  const direction = directionOf(order);
  const isMonth = month === undefined ? sql`1 = 1` : sql`day >= ${`${month}-01`} and day <= ${`${month}-31`}`;
  const all = sql`account = ${database.account} and ${condition} and ${isMonth} and ${behind(order, key, position)}`;
  if (jurisdiction === undefined)
    return sql`select version, ${key} as key from ${lines(database, index)} where ${all}
      order by ${key} ${direction}, version ${direction} limit ${sql.lit(limit)}`;
  // The lines of a state are stored by month, so that only the days of one month are sorted.
  const byMonth = order.sort === 'day' ? sql`month ${direction},` : sql``;
  const placed = sql`select version, ${key} as key from ${lines(database, 'line_version_by_jurisdiction')}
    where ${all} and jurisdiction = ${jurisdiction}`;
  const first = sql`${key} ${direction}, version ${direction} limit ${sql.lit(limit)}`;
  // The next page begins behind the last line of this one, so no list may reach further than the others.
  return sql`select * from (select * from (${placed} and month is not null order by ${byMonth} ${first}) as sold
    union all select * from (${placed} and month is null order by ${first}) as unknown) as either
    order by key ${direction}, version ${direction} limit ${sql.lit(limit)}`;
};

const isDay = /^\d{4}-\d{2}(-\d{2})?$/;

/** `3/5/2026` in the form that the database stores; any other text unchanged. */
const dayOf = (text: string): string => {
  const [, month = '', day = '', year = ''] = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(text) ?? [];
  return year === '' ? text : `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
};

/** Finds a text by everything that it may mean, each by an index. */
const byText = (database: AccountDatabase, text: string, storefronts: readonly string[]): RawBuilder<unknown> => {
  const { engine, account } = database;
  const { codes, start } = jurisdictionTexts(text);
  const day = dayOf(text);
  const found: readonly (readonly [index: string, condition: RawBuilder<unknown>])[] = [
    ...numberLookups(engine, text, storefronts).map(({ index, condition }) => [index, condition] as const),
    ...amountTexts(text).map((total) => ['line_version_by_total', sql`total = ${total}`] as const),
    ...(/^\d{5}(-\d{4})?$/.test(text) ? [['line_version_by_zip', sql`zip = ${text}`] as const] : []),
    ...(isDay.test(day) ? [['line_version_by_day', sql`day >= ${day} and day <= ${`${day}-31`}`] as const] : []),
    ...codes.map((code) => ['line_version_by_jurisdiction', sql`jurisdiction = ${code}`] as const),
    ...(start === null
      ? []
      : [
          [
            'line_version_by_jurisdiction',
            // In the collation, a full stop follows the hyphen at the end.
            sql`jurisdiction >= ${start} and jurisdiction < ${start.replace(/-$/, '.')}`,
          ] as const,
        ]),
  ];
  const lists = found.map(
    ([index, condition]) => sql`select * from (select version from ${lines(database, index)}
      where account = ${account} and ${condition} order by version desc limit ${sql.lit(maxByText)}) as found`,
  );
  return sql.join(lists, sql` union `);
};

const held = ({ account }: AccountDatabase): RawBuilder<unknown> => sql`select run_line.version
  from matter cross join run_line where matter.account = ${account} and matter.sent = 0
    and matter.what in (select what from matter_total where account = ${account} and sent = 0 and count > 0)
    and run_line.run = matter.run and run_line.position = matter.position`;

const leftOut = ({ account }: AccountDatabase): RawBuilder<unknown> => sql`select max(line_version.version) as version
  from decision cross join line_version
  where decision.account = ${account} and decision.action = 'leave out'
    and line_version.account = ${account} and line_version.id = decision.line group by decision.line`;

const undated = ({ account }: AccountDatabase): RawBuilder<unknown> =>
  sql`select version from line_version where account = ${account} and day is null`;

/** Sorts a few lines that were found by something other than the order. */
const sorted = (
  database: AccountDatabase,
  few: RawBuilder<unknown>,
  { jurisdiction, month }: SalesFilter,
  order: SalesOrder,
  position: Position | null,
): RawBuilder<unknown> => {
  const { key, condition } = sortKeys(database)[order.sort];
  const sortKey = order.sort === 'day' ? sql`coalesce(day, '')` : key;
  return sql`select version, ${sortKey} as key from line_version where version in (${few})
    and ${order.sort === 'day' ? sql`1 = 1` : condition} and ${behind(order, sortKey, position)}
    ${jurisdiction === undefined ? sql`` : sql`and jurisdiction = ${jurisdiction}`}
    ${month === undefined ? sql`` : sql`and day >= ${`${month}-01`} and day <= ${`${month}-31`}`}`;
};

/** Shows each sale of the found lines once: as it is held, as the service holds it, or as it was read last. */
const salesAmong = (
  { account }: AccountDatabase,
  found: RawBuilder<unknown>,
  { storefronts, selection }: SalesFilter,
  order: SalesOrder,
): RawBuilder<Row> => {
  const decided = (
    action: string,
  ): RawBuilder<unknown> => sql`exists (select 1 from decision where decision.account = ${account}
    and decision.line = line_version.id and decision.id = line_version.id and decision.action = ${action})`;
  const outcome = (name: Outcome): RawBuilder<unknown> => sql`matter_at.outcome = ${name}`;
  const status = sql`case
    when matter.line is not null then case when ${decided('leave out')} then 'left out' when ${decided('send')} then 'to send'
      when ${outcome('failed')} then 'failed' else 'on hold' end
    when present_line.state = 'in service' then 'sent'
    when ${decided('leave out')} then 'left out' else 'skipped' end`;
  const isWanted = {
    all: sql`1 = 1`,
    sent: sql`status = 'sent'`,
    open: sql`status in ('on hold', 'failed', 'to send')`,
    'left out': sql`status = 'left out'`,
    skipped: sql`status = 'skipped'`,
  }[selection];
  const direction = directionOf(order);
  return sql<Row>`select * from (select line_version.version, found.key, line_version.storefront, line_version.id,
      line_version.source_id, line_version.name, line_version.kind, line_version.day, line_version.jurisdiction,
      line_version.currency, line_version.total, line_version.tax_collected, ${status} as status,
      case when matter.line is not null then matter.what when present_line.state = 'in service' then null
        else (select reason from run_line where run_line.version = line_version.version order by run desc limit 1) end as reason,
      (select run.id from run where run.number = case when matter.line is not null then matter.run
        when present_line.state = 'in service' then present_line.run
        else (select max(run_line.run) from run_line where run_line.version = line_version.version) end) as run_id
    from (${found}) as found cross join line_version
      left join present_line on present_line.account = ${account} and present_line.id = line_version.id
      left join run_line present_at on present_at.run = present_line.run and present_at.position = present_line.position
      left join matter on matter.account = ${account} and matter.line = line_version.id and matter.id = line_version.id
        and matter.sent = 0
      left join run_line matter_at on matter_at.run = matter.run and matter_at.position = matter.position
    where line_version.version = found.version and line_version.storefront in (${sql.join(storefronts)})
      and line_version.version = case when matter.line is not null then matter_at.version
        when present_line.state = 'in service' then present_at.version
        else (select max(newest.version) from line_version newest where newest.account = ${account} and newest.id = line_version.id) end
    ) as sale where ${isWanted} order by key ${direction}, version ${direction}`;
};

const toListed = (row: Row): ListedSale => ({
  ...{ storefront: row.storefront, id: row.id, sourceId: row.source_id, name: row.name, kind: row.kind },
  ...{ day: row.day, jurisdiction: row.jurisdiction, currency: row.currency },
  ...{ total: toMinor(row.total), taxCollected: toMinor(row.tax_collected) },
  ...{ status: row.status, reason: row.reason, runId: row.run_id },
});

const parsePosition = (text: string): Position | null => {
  const parsed = O.toNullable(O.tryCatch((): unknown => JSON.parse(text)));
  if (!Array.isArray(parsed)) return null;
  const [key, version] = parsed as readonly unknown[];
  return typeof key === 'string' && Number.isSafeInteger(version) ? [key, Number(version)] : null;
};

const positionOf = ({ key, version }: Pick<Row, 'key' | 'version'>): Position => [String(key ?? ''), toNumber(version)];

/** The last line of a page, and whether more may follow it. */
const lastOf = async (
  transaction: SqlTransaction,
  found: RawBuilder<unknown>,
  order: SalesOrder,
): Promise<{ readonly looked: number; readonly last: Position | null }> => {
  const direction = directionOf(order);
  const { rows } = await sql<Pick<Row, 'key' | 'version'>>`select * from (${found}) as found
    order by key ${direction}, version ${direction}`.execute(transaction);
  const last = rows.at(-1);
  return { looked: rows.length, last: last === undefined ? null : positionOf(last) };
};

export const sqlFindSales = (database: AccountDatabase): ReviewStore['findSales'] => {
  return (filter, order) =>
    readFrom(database, async (transaction) => {
      const { storefronts, selection } = filter;
      const none = { sales: [], next: O.none };
      if (storefronts.length === 0) return none;
      const start = O.isSome(order.after) ? parsePosition(order.after.value) : null;
      const text = (filter.text ?? '').trim();
      const few =
        text !== ''
          ? byText(database, text, storefronts)
          : selection === 'open'
            ? held(database)
            : selection === 'left out'
              ? leftOut(database)
              : null;
      const rows: Row[] = [];
      if (few !== null) {
        const found = sorted(database, few, filter, order, start);
        const list =
          await sql<Row>`${salesAmong(database, found, filter, order)} limit ${sql.lit(order.limit + 1)}`.execute(
            transaction,
          );
        rows.push(...list.rows);
      }
      let position = few === null ? start : null;
      let isOver = few !== null;
      for (const limit of windows) {
        if (isOver || rows.length > order.limit) break;
        const found = inOrder(database, filter, order, position, limit);
        const list = await salesAmong(database, found, filter, order).execute(transaction);
        rows.push(...list.rows);
        const { looked, last } = await lastOf(transaction, found, order);
        isOver = looked < limit;
        position = last;
      }
      if (few === null && isOver && order.sort === 'day' && order.descending && rows.length <= order.limit) {
        const found = sorted(database, undated(database), filter, order, start);
        rows.push(...(await salesAmong(database, found, filter, order).execute(transaction)).rows);
      }
      const shown = rows.slice(0, order.limit);
      const lastShown = shown.at(-1);
      const next =
        rows.length > order.limit && lastShown !== undefined ? positionOf(lastShown) : isOver ? null : position;
      return { sales: shown.map(toListed), next: next === null ? O.none : O.some(JSON.stringify(next)) };
    });
};

/** Steps from one state to the next by the index: the lines between are not read. */
export const sqlSalesPlaces = (database: AccountDatabase): ReviewStore['salesPlaces'] => {
  const after = (condition: RawBuilder<unknown>): RawBuilder<unknown> => sql`select min(jurisdiction)
    from ${lines(database, 'line_version_by_jurisdiction')} where account = ${database.account} and ${condition}`;
  return readFrom(database, async (transaction) => {
    const { rows } = await sql<{ readonly code: string }>`with recursive place (code) as (
      ${after(sql`jurisdiction is not null`)} union all select (${after(sql`jurisdiction > place.code`)}) from place where place.code is not null)
      select code from place where code is not null order by code`.execute(transaction);
    return rows.map(({ code }) => code);
  });
};
