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

/** Lines that are read for a page, and more each time that too few matched: one page must not read a whole account. */
const windows = [100, 1_000, 5_000] as const;

export const sqlFindSales = (database: AccountDatabase): ReviewStore['findSales'] => {
  return (filter, order) =>
    readFrom(database, async (transaction) => {
      const { storefronts, selection } = filter;
      if (storefronts.length === 0) return { sales: [], next: O.none };
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
      // With the newest first, sales without a day come after the oldest one.
      const stages =
        few !== null
          ? [sorted(database, few, filter, order)]
          : [
              await inOrder(database, transaction, filter, order),
              ...(order.sort === 'day' && order.descending ? [sorted(database, undated(database), filter, order)] : []),
            ];
      const rows: Row[] = [];
      let position = start;
      let isOver = true;
      for (const found of stages) {
        if (!isOver || rows.length > order.limit) break;
        position = start;
        isOver = false;
        for (const limit of windows) {
          if (isOver || rows.length > order.limit) break;
          const part = await salesAmong(database, transaction, found(position, limit), filter, order);
          rows.push(...part.rows);
          isOver = part.looked < limit;
          position = part.last;
        }
      }
      const shown = rows.slice(0, order.limit);
      const lastShown = shown.at(-1);
      const next =
        rows.length > order.limit && lastShown !== undefined
          ? positionOf(lastShown.key, lastShown.version)
          : isOver
            ? null
            : position;
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

/** The position in an order after which a page begins: the sorted value and the version of a line. */
type Position = readonly [key: string, version: number];

const parsePosition = (text: string): Position | null => {
  const parsed = O.toNullable(O.tryCatch((): unknown => JSON.parse(text)));
  if (!Array.isArray(parsed)) return null;
  const [key, version] = parsed as readonly unknown[];
  return typeof key === 'string' && Number.isSafeInteger(version) ? [key, Number(version)] : null;
};

const isDay = /^\d{4}-\d{2}(-\d{2})?$/;

/** For each meaning of a text, the number of newest lines that are read. */
const maxByText = 500;

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

/** `3/5/2026` in the form that the database stores; any other text unchanged. */
const dayOf = (text: string): string => {
  const [, month = '', day = '', year = ''] = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(text) ?? [];
  return year === '' ? text : `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
};

const lines = ({ engine }: AccountDatabase, index: string): RawBuilder<unknown> =>
  sql`line_version ${sql.raw(engine.byIndex(index))}`;

const held = ({ account }: AccountDatabase): RawBuilder<unknown> => sql`select run_line.version
  from matter cross join run_line where matter.account = ${account} and matter.sent = 0
    and matter.what in (select what from matter_total where account = ${account} and sent = 0 and count > 0)
    and run_line.run = matter.run and run_line.position = matter.position`;

const leftOut = ({ account }: AccountDatabase): RawBuilder<unknown> => sql`select max(line_version.version) as version
  from decision cross join line_version
  where decision.account = ${account} and decision.action = 'leave out'
    and line_version.account = ${account} and line_version.id = decision.line group by decision.line`;

/** The first lines after a position of an order: version and sorted value. */
type FoundLines = (position: Position | null, limit: number) => RawBuilder<unknown>;

/** Sorts a few lines that were found by something other than the order. */
const sorted = (
  database: AccountDatabase,
  few: RawBuilder<unknown>,
  { jurisdiction, month }: SalesFilter,
  order: SalesOrder,
): FoundLines => {
  const { key, condition } = sortKeys(database)[order.sort];
  const sortKey = order.sort === 'day' ? sql`coalesce(day, '')` : key;
  const direction = directionOf(order);
  return (position, limit) => sql`select version, ${sortKey} as key from line_version where version in (${few})
    and ${order.sort === 'day' ? sql`1 = 1` : condition} and ${behind(order, sortKey, position)}
    ${jurisdiction === undefined ? sql`` : sql`and jurisdiction = ${jurisdiction}`}
    ${month === undefined ? sql`` : sql`and day >= ${`${month}-01`} and day <= ${`${month}-31`}`}
    order by ${sortKey} ${direction}, version ${direction} limit ${sql.lit(limit)}`;
};

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

/** All lines of an account, or of a state or month, in an order. */
const inOrder = async (
  database: AccountDatabase,
  transaction: SqlTransaction,
  { jurisdiction, month }: SalesFilter,
  order: SalesOrder,
): Promise<FoundLines> => {
  const { index, key, condition } = sortKeys(database)[order.sort];
  const direction = directionOf(order);
  const isOfState = jurisdiction === undefined ? sql`1 = 1` : sql`jurisdiction = ${jurisdiction}`;
  const hasDay = month === undefined ? sql`1 = 1` : sql`day >= ${`${month}-01`} and day <= ${`${month}-31`}`;
  const isOfMonth = month === undefined ? sql`month is not null` : sql`month = ${month}`;
  const all = (position: Position | null): RawBuilder<unknown> =>
    sql`account = ${database.account} and ${condition} and ${isOfState} and ${hasDay} and ${behind(order, key, position)}`;
  const [filterIndex, filter] =
    jurisdiction === undefined
      ? (['line_version_by_day', hasDay] as const)
      : (['line_version_by_jurisdiction', sql`${isOfState} and ${isOfMonth}`] as const);
  // Numbers grow with time, so that the lines of a month lie together in their order too, far behind its beginning.
  const isByFilter =
    (jurisdiction !== undefined || month !== undefined) &&
    (order.sort === 'day' ||
      (order.sort === 'number' && month !== undefined) ||
      (await areFew(database, transaction, filterIndex, filter)));
  if (jurisdiction === undefined || !isByFilter)
    return (position, limit) => sql`select version, ${key} as key
      from ${lines(database, isByFilter ? filterIndex : index)} where ${all(position)}
      order by ${key} ${direction}, version ${direction} limit ${sql.lit(limit)}`;
  // The lines of a state are stored by month, so that only the days of one month are sorted.
  const byMonth = order.sort === 'day' ? sql`month ${direction},` : sql``;
  // The next page begins behind the last line of this one, so no list may reach further than the others.
  return (position, limit) => {
    const placed = sql`select version, ${key} as key from ${lines(database, filterIndex)} where ${all(position)}`;
    const first = sql`${key} ${direction}, version ${direction} limit ${sql.lit(limit)}`;
    return sql`select * from (select * from (${placed} and ${isOfMonth} order by ${byMonth} ${first}) as sold
      union all select * from (${placed} and month is null order by ${first}) as unknown) as either
      order by key ${direction}, version ${direction} limit ${sql.lit(limit)}`;
  };
};

/** More lines of a state or month than these are not sorted for a page. */
const maxSorted = 20_000;

/** Whether so few lines match that they are sorted; otherwise the lines of the whole account are read in their order. */
const areFew = async (
  database: AccountDatabase,
  transaction: SqlTransaction,
  index: string,
  condition: RawBuilder<unknown>,
): Promise<boolean> => {
  const { rows } = await sql<{ readonly count: number | string }>`select count(*) as count from (select 1
    from ${lines(database, index)} where account = ${database.account} and ${condition}
    limit ${sql.lit(maxSorted + 1)}) as line`.execute(transaction);
  return rows.every(({ count }) => toNumber(count) <= maxSorted);
};

const undated = ({ account }: AccountDatabase): RawBuilder<unknown> =>
  sql`select version from line_version where account = ${account} and day is null`;

/** A part of the found lines, and where the next part begins. */
interface Part {
  readonly rows: readonly Row[];
  readonly looked: number;
  readonly last: Position | null;
}

interface PageRow {
  readonly looked: number | string;
  readonly last_key: string | number | null;
  readonly last_version: number | string | null;
}

/** Shows each sale of the found lines once: as it is held, as the service holds it, or as it was read last. */
const salesAmong = async (
  { account }: AccountDatabase,
  transaction: SqlTransaction,
  found: RawBuilder<unknown>,
  { storefronts, selection }: SalesFilter,
  order: SalesOrder,
): Promise<Part> => {
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
  // Most sales are in the service: without this condition, three more rows would be read of each.
  const mayBeWanted = selection === 'skipped' ? sql`coalesce(present_line.state, '') <> 'in service'` : sql`1 = 1`;
  const [direction, backward] = order.descending ? [sql`desc`, sql`asc`] : [sql`asc`, sql`desc`];
  const { rows } = await sql<PageRow & (Row | { readonly version: null })>`with found as (${found}),
    page as (select count(*) as looked from found),
    last as (select key as last_key, version as last_version from found order by key ${backward}, version ${backward} limit 1),
    sale as (select line_version.version, found.key, line_version.storefront, line_version.id,
      line_version.source_id, line_version.name, line_version.kind, line_version.day, line_version.jurisdiction,
      line_version.currency, line_version.total, line_version.tax_collected, ${status} as status,
      case when matter.line is not null then matter.what when present_line.state = 'in service' then null
        else (select reason from run_line where run_line.version = line_version.version order by run desc limit 1) end as reason,
      (select run.id from run where run.number = case when matter.line is not null then matter.run
        when present_line.state = 'in service' then present_line.run
        else (select max(run_line.run) from run_line where run_line.version = line_version.version) end) as run_id
    from found cross join line_version
      left join present_line on present_line.account = ${account} and present_line.id = line_version.id
      left join run_line present_at on present_at.run = present_line.run and present_at.position = present_line.position
      left join matter on matter.account = ${account} and matter.line = line_version.id and matter.id = line_version.id
        and matter.sent = 0
      left join run_line matter_at on matter_at.run = matter.run and matter_at.position = matter.position
    where line_version.version = found.version and line_version.storefront in (${sql.join(storefronts)}) and ${mayBeWanted}
      and line_version.version = case when matter.line is not null then matter_at.version
        when present_line.state = 'in service' then present_at.version
        else (select max(newest.version) from line_version newest where newest.account = ${account} and newest.id = line_version.id) end)
    select * from page left join last on 1 = 1 left join (select * from sale where ${isWanted}) as wanted on 1 = 1
    order by key ${direction}, version ${direction}`.execute(transaction);
  const [first] = rows;
  return {
    rows: rows.filter((row): row is PageRow & Row => row.version !== null),
    looked: toNumber(first?.looked ?? 0),
    last: first === undefined || first.last_version === null ? null : positionOf(first.last_key, first.last_version),
  };
};

const positionOf = (key: Row['key'], version: number | string): Position => [String(key ?? ''), toNumber(version)];

const toListed = (row: Row): ListedSale => ({
  ...{ storefront: row.storefront, id: row.id, sourceId: row.source_id, name: row.name, kind: row.kind },
  ...{ day: row.day, jurisdiction: row.jurisdiction, currency: row.currency },
  ...{ total: toMinor(row.total), taxCollected: toMinor(row.tax_collected) },
  ...{ status: row.status, reason: row.reason, runId: row.run_id },
});
