/** Selects the matters of a filter in SQL, from stored sums or by an index where possible, because there may be millions. */
import { type RawBuilder, sql } from 'kysely';
import type { DateRange } from '../../domain/date-range.ts';
import type { MatterFilter } from '../../domain/decision.ts';
import { maxSearchedForParts } from '../../domain/search.ts';
import type { MatterTotalRow } from '../review-schema.ts';
import { amountTexts, jurisdictionTexts } from '../store-rules.ts';
import type { AccountDatabase, SqlTransaction } from './database.ts';
import { sameMatter, stillToSend, waitsToBeSent } from './matters.ts';
import { toNumber } from './rows.ts';
import { hasText, numberLookups } from './search-text.ts';

export const decisionThatCounts = ({ now }: Pick<MatterFilter, 'now'>): RawBuilder<unknown> =>
  sql`decision on ${sameMatter} and (decision.until_at is null or decision.until_at > ${now})`;

export const lineOfMatter = sql`join run_line on run_line.run = matter.run and run_line.position = matter.position
  join line_version on line_version.version = run_line.version`;

/** A filter without storefronts selects all of them. */
type MattersOf = Partial<MatterFilter> & Pick<MatterFilter, 'state' | 'now'>;

/** Selects from the stored sums; undefined if the filter has a condition that the sums do not know. */
export const sumsOf = (database: AccountDatabase, filter: MattersOf): RawBuilder<unknown> | undefined => {
  const { lineId, lineIds, batch, days, text, actions } = filter;
  const isOfOthers = actions !== undefined && !isToSend(filter);
  return isOfOthers ||
    lineId !== undefined ||
    lineIds !== undefined ||
    batch !== undefined ||
    days !== undefined ||
    isGiven(text)
    ? undefined
    : sumsOfGroups(database, filter);
};

/**
 * The `from` and `where` of a query over `matter`, joined with the decision that counts, and with its line only if that is
 * needed: there may be millions. Call it once, before a decision changes anything, so that exactly the listed matters are
 * decided.
 */
export const fromMatters = async (
  database: AccountDatabase,
  transaction: SqlTransaction,
  filter: MattersOf,
): Promise<RawBuilder<unknown>> => {
  const { lineId, lineIds, state, batch, actions } = filter;
  const { table, conditions: ofSource, needsLine } = await sourceOf(database, transaction, filter);
  const conditions = [
    ...conditionsOf(database, filter),
    state === 'open' ? sql`decision.line is null` : sql`decision.line is not null`,
    ...(lineId === undefined ? [] : [sql`matter.line = ${lineId}`]),
    ...(lineIds === undefined ? [] : [lineIds.length === 0 ? sql`1 = 0` : sql`matter.line in (${sql.join(lineIds)})`]),
    ...(batch === undefined ? [] : [sql`decision.batch = ${batch}`]),
    ...(actions === undefined
      ? []
      : [sql`decision.action in (${sql.join(actions)}) and (decision.action <> 'send' or ${stillToSend})`]),
    ...ofSource,
  ];
  return sql`from ${table} ${needsLine ? lineOfMatter : sql``} left join ${decisionThatCounts(filter)}
    where ${sql.join(conditions, sql` and `)}`;
};

export const countOf = async (
  database: AccountDatabase,
  transaction: SqlTransaction,
  filter: MattersOf,
): Promise<number> => {
  const sums = sumsOf(database, filter);
  const { rows } = await sql<{ readonly count: number | string | null }>`select ${
    sums === undefined
      ? sql`count(*) as count ${await fromMatters(database, transaction, filter)}`
      : sql`sum(count) as count ${sums}`
  }`.execute(transaction);
  return toNumber(rows[0]?.count ?? 0);
};

/** Whether the filter selects only matters that wait to be sent; the sums know these. */
const isToSend = ({ actions }: MattersOf): boolean => actions?.length === 1 && actions[0] === 'send';

const isGiven = (text: string | undefined): text is string => text !== undefined && text !== '';

const sumsOfGroups = (database: AccountDatabase, filter: MattersOf): RawBuilder<unknown> => {
  const { state, now } = filter;
  const isDecided = isToSend(filter) ? waitsToBeSent : sql`matter.hidden_until > ${now}`;
  const isHidden = state === 'open' ? sql`matter.hidden_until <= ${now}` : isDecided;
  return sql`from matter_total as matter where ${sql.join([...conditionsOf(database, filter), isHidden], sql` and `)}`;
};

/** Conditions that apply to matters and to their sums. */
const conditionsOf = (
  { account }: AccountDatabase,
  { storefronts, what, isSent, runId, currency }: MattersOf,
): readonly RawBuilder<unknown>[] => [
  sql`matter.account = ${account}`,
  ...(storefronts === undefined ? [] : [inStorefronts(storefronts)]),
  ...(what === undefined ? [] : [sql`matter.what = ${what}`]),
  ...(isSent === undefined ? [] : [sql`matter.sent = ${sql.lit(isSent ? 1 : 0)}`]),
  ...(runId === undefined ? [] : [sql`matter.run = (select number from run where id = ${runId})`]),
  // In the sums, an empty text stands for no currency.
  ...(currency === undefined ? [] : [currency === '' ? sql`1 = 0` : sql`matter.currency = ${currency}`]),
];

const inStorefronts = (names: readonly string[]): RawBuilder<unknown> =>
  names.length === 0 ? sql`1 = 0` : sql`matter.storefront in (${sql.join(names)})`;

/** The table expression for a filter's text and days, and the conditions that each of its rows must meet. */
interface Source {
  readonly table: RawBuilder<unknown>;
  readonly conditions: readonly RawBuilder<unknown>[];
  readonly needsLine: boolean;
}

const searched = {
  ...{ name: 'line_version.name', sourceId: 'matter.source_id', id: 'matter.line' },
  ...{ jurisdiction: 'line_version.jurisdiction', total: 'matter.total' },
};

const sourceOf = async (database: AccountDatabase, transaction: SqlTransaction, filter: MattersOf): Promise<Source> => {
  const { text, days } = filter;
  const needsLine = isGiven(text);
  const all: Source = { table: sql`matter`, conditions: needsLine ? [hasText(text, searched)] : [], needsLine };
  if (days === undefined && (text ?? '').trim() === '') return all;
  const selected = await selectedBy(database, transaction, filter);
  const whats = [...selected.keys()];
  if (whats.length === 0) return { ...all, conditions: [sql`1 = 0`] };
  if (days !== undefined) return { ...all, table: tableOf(listsByDay(database, days, whats)) };
  return (await isMany(database, transaction, filter, selected))
    ? { table: tableOf(listsByText(database, filter, whats)), conditions: [], needsLine: false }
    : all;
};

/** The number of selected matters by reason. Ignores text, days, line and batch. */
const selectedBy = async (
  database: AccountDatabase,
  transaction: SqlTransaction,
  filter: MattersOf,
): Promise<ReadonlyMap<string, number>> => {
  const { rows } = await sql<Pick<MatterTotalRow, 'what'> & { readonly count: number | string }>`
    select matter.what, sum(count) as count ${sumsOfGroups(database, filter)} group by matter.what
    having sum(count) > 0`.execute(transaction);
  return new Map(rows.map(({ what, count }) => [what, toNumber(count)]));
};

const tableOf = (lists: readonly RawBuilder<unknown>[]): RawBuilder<unknown> =>
  sql`(${sql.join(lists, sql` union all `)}) as matter`;

const listsByDay = (
  database: AccountDatabase,
  { from, to }: DateRange,
  whats: readonly string[],
): readonly RawBuilder<unknown>[] => {
  const time = sql`coalesce(occurred_at, '')`;
  return [sql`${time} = ''`, sql`${time} >= ${from} and ${time} < ${`${to}~`}`].map((condition) =>
    listOf(database, whats, 'matter_by_time', condition),
  );
};

/** Matters with these reasons that an index finds. */
const listOf = (
  { engine, account }: AccountDatabase,
  whats: readonly string[],
  index: string,
  condition: RawBuilder<unknown>,
): RawBuilder<unknown> => sql`select * from matter ${sql.raw(engine.byIndex(index))}
  where account = ${account} and what in (${sql.join(whats)}) and ${condition}`;

/** Whether there are too many matters to read each: a batch has at most as many as it has decisions, and a line has a few. */
const isMany = async (
  { account }: AccountDatabase,
  transaction: SqlTransaction,
  { lineId, batch }: MattersOf,
  selected: ReadonlyMap<string, number>,
): Promise<boolean> => {
  const all = [...selected.values()].reduce((sum, count) => sum + count, 0);
  if (lineId !== undefined || all <= maxSearchedForParts.matters) return false;
  if (batch === undefined) return true;
  const { rows } = await sql`select 1 from decision where account = ${account} and batch = ${batch}
    limit ${sql.lit(maxSearchedForParts.matters + 1)}`.execute(transaction);
  return rows.length > maxSearchedForParts.matters;
};

/** Finds a sale number, id, state or amount, each by an index, and each matter once. */
const listsByText = (
  database: AccountDatabase,
  { text = '', storefronts = [] }: MattersOf,
  whats: readonly string[],
): readonly RawBuilder<unknown>[] => {
  const { engine, account } = database;
  const { codes, start } = jurisdictionTexts(text);
  const jurisdiction = sql`upper(jurisdiction)`;
  const found: readonly (readonly [index: string, condition: RawBuilder<unknown>])[] = [
    ['matter_by_jurisdiction', sql`${jurisdiction} in (${sql.join(codes)})`],
    // In the collation, a full stop follows the hyphen at the end.
    ...(start === null
      ? []
      : [
          [
            'matter_by_jurisdiction',
            sql`(${jurisdiction} >= ${start} and ${jurisdiction} < ${start.replace(/-$/, '.')})`,
          ] as const,
        ]),
    ...amountTexts(text).map(
      (total) =>
        [
          'matter_by_size',
          sql`(abs(coalesce(total, 0)) = abs(cast(${total} as bigint)) and total = cast(${total} as bigint))`,
        ] as const,
    ),
  ];
  const besides = (others: typeof found): RawBuilder<unknown> =>
    sql.join([sql`1 = 1`, ...others.map(([, condition]) => sql`${condition} is not true`)], sql` and `);
  const numbered = numberLookups(engine, text, storefronts).map(
    ({ index, condition }) => sql`select matter.*
      from (select version, id from line_version ${sql.raw(engine.byIndex(index))} where account = ${account} and ${condition}) as line
        cross join matter cross join run_line
      where matter.account = ${account} and matter.line = line.id and run_line.run = matter.run and run_line.position = matter.position
        and run_line.version = line.version`,
  );
  return [
    ...found.map(([index, condition], n) =>
      listOf(database, whats, index, sql`${condition} and ${besides(found.slice(0, n))}`),
    ),
    sql`select * from (${sql.join(numbered, sql` union `)}) as numbered where ${besides(found)}`,
  ];
};
