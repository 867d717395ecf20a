/** Keeps and reads the sums of sales per day, state and currency, so that tie-outs and thresholds need not read single sales. */
import { type RawBuilder, sql } from 'kysely';
import type { DayFigure, FigureGroup, FigureSums, MonthFigure, MonthSales } from '../../domain/day-figures.ts';
import type { DateRange } from '../../domain/date-range.ts';
import { yieldWhenLong } from '../../domain/turns.ts';
import type { DailySales, ReviewStore, SentLinesFilter } from '../../domain/review-store.ts';
import type { DayFigureRow } from '../review-schema.ts';
import type { RunRow } from '../schema.ts';
import { type AccountDatabase, insertRows, readFrom, type SqlTransaction } from './database.ts';
import { toNumber } from './rows.ts';

/** Sums by the cells of their group, as JSON. */
export type Sums = Map<string, bigint[]>;

/** Adds the figures of transactions to the sums, or subtracts them. */
export const addFigures = (sums: Sums, sign: 1n | -1n, figures: readonly DayFigure[]): void => {
  for (const figure of figures) {
    const key = keyOf(figure);
    const amounts = amountsOf(figure);
    const sum = sums.get(key) ?? amounts.map(() => 0n);
    for (const [n, amount] of amounts.entries()) if (amount !== 0n) sum[n] = (sum[n] ?? 0n) + sign * amount;
    sums.set(key, sum);
  }
};

/** The columns that identify a group, and the columns of its sums, in the order of the fields below. */
const groupColumns = [
  ...(['day', 'state', 'reason', 'kind', 'jurisdiction', 'currency', 'storefront'] as const),
  ...(['marketplace', 'exempt', 'resale'] as const),
];
const sumColumns = [
  ...(['entries', 'count', 'gross', 'taxed', 'unknown_if_taxed', 'discount', 'shipping', 'tax'] as const),
  ...(['without_tax', 'threshold_count', 'threshold_sales', 'not_taxable_count', 'not_taxable_sales'] as const),
  ...(['untaxed_sales'] as const),
  ...(['shown', 'service_total', 'service_tax', 'service_reported_tax'] as const),
];

type Cells = readonly (string | number)[];

/** Adds differences to the stored sums; transactions that change the same sums need not see each other. */
export const prepareAddToSums = ({
  engine,
  account,
}: AccountDatabase): ((transaction: SqlTransaction, differences: Sums) => Promise<void>) => {
  const add = insertRows<DayFigureRow>(
    engine,
    'day_figure',
    `on conflict (account, ${groupColumns.join(', ')}) do update set ${sumColumns
      .map((column) => `${column} = day_figure.${column} + excluded.${column}`)
      .join(', ')}`,
  );
  return async (transaction, differences) => {
    const rows = [...differences]
      .filter(([, amounts]) => !isZero(amounts))
      // Rows are added in one order, so that two transactions do not wait for each other.
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, amounts]) => {
        const cells = JSON.parse(key) as Cells;
        const group = Object.fromEntries(groupColumns.map((column, n) => [column, cells[n]]));
        const sums = Object.fromEntries(sumColumns.map((column, n) => [column, amounts[n]?.toString()]));
        return { account, ...group, ...sums } as unknown as DayFigureRow;
      });
    await add(transaction, rows);
  };
};

type SumColumn = (typeof sumColumns)[number];

type SummedRow = Pick<DayFigureRow, (typeof groupColumns)[number]> & Readonly<Record<SumColumn, string>>;

/** All sums of an account that are not zero, for a check. */
export const readAllSums = async (transaction: SqlTransaction, account: string): Promise<Sums> => {
  const { rows } = await sql<SummedRow>`
    select ${sql.join(groupColumns.map((column) => sql.ref(column)))},
      ${sumsAsTexts(sumColumns, (column) => sql.ref(column))}
    from day_figure where account = ${account}`.execute(transaction);
  const sums: Sums = new Map();
  for (const row of rows) {
    addFigures(sums, 1n, [{ ...groupIn(row), ...figureSums(row) }]);
  }
  return sums;
};

/** The group and the sums of a key, in the form that a person reads. */
export const describeSums = (
  key: string,
  amounts: readonly bigint[] = [],
): { readonly group: FigureGroup; readonly sums: FigureSums } => {
  const cells = JSON.parse(key) as Cells;
  const row = Object.fromEntries([
    ...groupColumns.map((column, n) => [column, cells[n]]),
    ...sumColumns.map((column, n) => [column, (amounts[n] ?? 0n).toString()]),
  ]) as SummedRow;
  return { group: groupIn(row), sums: figureSums(row) };
};

type MonthRow = Omit<SummedRow, 'day' | 'state' | 'reason' | 'storefront'> & { readonly month: string };

export const readMonthFigures = async (
  transaction: SqlTransaction,
  account: string,
  { days, storefronts }: SentLinesFilter,
): Promise<readonly MonthFigure[]> => {
  if (storefronts?.length === 0) return [];
  const readMonth = ({ from, to }: DateRange) =>
    sql<MonthRow>`
    select substr(day, 1, 7) as month, kind, jurisdiction, currency, marketplace, exempt, resale,
      ${sumsAsTexts(sumColumns, sumOf)}
    from day_figure where account = ${account} and day >= ${from} and day <= ${to} and state = 'in service'
      ${storefronts === undefined ? sql`` : sql`and storefront in (${sql.join(storefronts)})`}
    group by substr(day, 1, 7), kind, jurisdiction, currency, marketplace, exempt, resale
    having sum(entries) > 0
    order by 1, 2, 3, 4, 5, 6, 7`.execute(transaction);
  return (await monthByMonth(transaction, account, days, readMonth)).map(toMonthFigure);
};

export const sqlDayFigures = (
  database: AccountDatabase,
): Pick<ReviewStore, 'dailySales' | 'dailySalesOf' | 'salesRevision' | 'monthFigures' | 'monthSales'> => ({
  salesRevision: readFrom(database, (transaction) => readSalesRevision(transaction, database.account)),
  dailySales: readFrom(database, (transaction) => readDailySales(transaction, database.account)),
  dailySalesOf: (jurisdiction) =>
    readFrom(database, (transaction) => readDailySales(transaction, database.account, jurisdiction)),
  monthFigures: (wanted) =>
    readFrom(database, (transaction) => readMonthFigures(transaction, database.account, wanted)),
  monthSales: (wanted) => readFrom(database, (transaction) => readMonthSales(transaction, database.account, wanted)),
});

const keyOf = (group: FigureGroup): string => {
  const { day, state, reason, kind, jurisdiction, currency, storefront, isMarketplace, isExempt, isResale } = group;
  return JSON.stringify([
    ...[day, state, reason, kind, jurisdiction, currency, storefront],
    ...[isMarketplace, isExempt, isResale].map(Number),
  ]);
};

const amountsOf = (figure: FigureSums): readonly bigint[] => [
  ...[BigInt(figure.entries), BigInt(figure.count), figure.gross, figure.taxed, figure.unknownIfTaxed],
  ...[figure.discount, figure.shipping, figure.tax, BigInt(figure.withoutTax), BigInt(figure.thresholdCount)],
  ...[figure.thresholdSales, BigInt(figure.notTaxableCount), figure.notTaxableSales, figure.untaxedSales],
  ...[BigInt(figure.shown), figure.serviceTotal, figure.serviceTax, figure.serviceReportedTax],
];

const isZero = (amounts: readonly bigint[]): boolean => amounts.every((amount) => amount === 0n);

/** Sums are read as texts, because a number would lose the last digits of a large sum. */
const sumsAsTexts = (
  columns: readonly SumColumn[],
  of: (column: SumColumn) => RawBuilder<unknown>,
): RawBuilder<unknown> =>
  sql.join(columns.map((column) => sql`cast(${of(column)} as ${sql.raw('text')}) as ${sql.ref(column)}`));

const groupIn = (row: SummedRow): FigureGroup => {
  const { day, state, reason, kind, jurisdiction, currency, storefront } = row;
  return { day, state, reason, kind, jurisdiction, currency, storefront, ...exemptionIn(row) };
};

const exemptionIn = ({ marketplace, exempt, resale }: Pick<SummedRow, 'marketplace' | 'exempt' | 'resale'>) => ({
  ...{ isMarketplace: toNumber(marketplace) === 1, isExempt: toNumber(exempt) === 1, isResale: toNumber(resale) === 1 },
});

const figureSums = (row: Readonly<Record<SumColumn, string>>): FigureSums => ({
  ...{ entries: Number(row.entries), count: Number(row.count), gross: BigInt(row.gross), taxed: BigInt(row.taxed) },
  ...{ unknownIfTaxed: BigInt(row.unknown_if_taxed), discount: BigInt(row.discount), shipping: BigInt(row.shipping) },
  ...{ tax: BigInt(row.tax), withoutTax: Number(row.without_tax), thresholdCount: Number(row.threshold_count) },
  ...{ thresholdSales: BigInt(row.threshold_sales), notTaxableCount: Number(row.not_taxable_count) },
  ...{
    notTaxableSales: BigInt(row.not_taxable_sales),
    untaxedSales: BigInt(row.untaxed_sales),
    shown: Number(row.shown),
    serviceTotal: BigInt(row.service_total),
  },
  ...{ serviceTax: BigInt(row.service_tax), serviceReportedTax: BigInt(row.service_reported_tax) },
});

const sumOf = (column: SumColumn): RawBuilder<unknown> => sql`sum(${sql.ref(column)})`;

/** Reads one month after the other: one statement for all months would block the event loop for long. */
const monthByMonth = async <Row>(
  transaction: SqlTransaction,
  account: string,
  { from, to }: DateRange,
  readMonth: (days: DateRange) => Promise<{ readonly rows: readonly Row[] }>,
): Promise<readonly Row[]> => {
  const all: Row[] = [];
  let next = from;
  for (;;) {
    const found = await sql<{ readonly day: string | null }>`
      select min(day) as day from day_figure where account = ${account} and day >= ${next} and day <= ${to}`.execute(
      transaction,
    );
    const first = found.rows[0]?.day ?? null;
    if (first === null) return all;
    const month = first.slice(0, 7);
    const last = `${month}-31`;
    for (const row of (await readMonth({ from: first, to: last < to ? last : to })).rows) all.push(row);
    next = `${month}-32`;
  }
};

const toMonthFigure = (row: MonthRow): MonthFigure => {
  const { month, kind, jurisdiction, currency } = row;
  return { month, kind, jurisdiction, currency, ...exemptionIn(row), ...figureSums(row) };
};

/** Each commit that changes what was sold takes positions for its lines in its run: how many are taken by now, run by run. */
const readSalesRevision = async (transaction: SqlTransaction, account: string): Promise<string> => {
  const { rows } = await sql<Pick<RunRow, 'number' | 'next_position'>>`
    select number, next_position from run where account = ${account} order by number`.execute(transaction);
  return rows.map(({ number, next_position: positions }) => `${number}:${positions}`).join(' ');
};

interface SoldDay {
  readonly day: string;
  /** Its rows as one text, `1|2599|…|USD|CA;…`: a driver takes ten times as long for as many rows of as many cells. */
  readonly figures: string;
}

/** Tax on a sale that was sent as exempt is not part of a rate. */
const isTaxKnown = sql`kind = 'sale' and unknown_if_taxed = 0 and exempt = 0 and marketplace = 0`;

/** What a row of sums has for `DailySales`; the jurisdiction comes last, because abroad it may be any text. */
const soldCells = [
  ...[sql`threshold_count`, sql`threshold_sales`, sql`gross`, sql`not_taxable_count`, sql`not_taxable_sales`],
  ...[sql`untaxed_sales`, sql`case when ${isTaxKnown} then taxed else 0 end`],
  ...[sql`case when ${isTaxKnown} then tax else 0 end`, sql`marketplace`, sql`exempt`, sql`resale`, sql`currency`],
  sql`replace(jurisdiction, ';', ',')`,
];

/** A range that contains every day. */
const always: DateRange = { from: '', to: '~' };

const readDailySales = async (
  transaction: SqlTransaction,
  account: string,
  jurisdiction?: string,
): Promise<readonly DailySales[]> => {
  const readMonth = ({ from, to }: DateRange) =>
    sql<SoldDay>`
    select day, string_agg(${sql.join(soldCells, sql` || '|' || `)}, ';') as figures
    from day_figure where account = ${account} and day >= ${from} and day <= ${to} and kind in ('sale', 'refund')
      and state in ('in service', 'preview') ${jurisdiction === undefined ? sql`` : sql`and jurisdiction = ${jurisdiction}`}
    group by day order by day`.execute(transaction);
  const all: DailySales[] = [];
  for (const row of await monthByMonth(transaction, account, always, readMonth)) {
    await yieldWhenLong();
    for (const one of soldOn(row)) all.push(one);
  }
  return all;
};

const soldOn = ({ day, figures }: SoldDay): readonly DailySales[] => {
  const sums = new Map<string, DailySales>();
  for (const text of figures.split(';')) {
    const cells = text.split('|');
    const sold = soldOf(day, cells);
    const key = `${sold.currency} ${sold.jurisdiction} ${cells[8]}${cells[9]}${cells[10]}`;
    const before = sums.get(key);
    sums.set(key, before === undefined ? sold : plusSold(before, sold));
  }
  return [...sums.entries()]
    .filter(([, { count, sales, net }]) => count !== 0 || sales !== 0n || net !== 0n)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, one]) => one);
};

/* The objects are written out: with spreads they take several times as long, here and for all that reads them. */

const soldOf = (day: string, cells: readonly string[]): DailySales => {
  const [count, sales = '', net = '', notTaxableCount, notTaxableSales = '', untaxedSales = '', taxed = ''] = cells;
  return {
    day,
    currency: cells[11] ?? '',
    jurisdiction: cells.slice(12).join('|'),
    isMarketplace: cells[8] === '1',
    isExempt: cells[9] === '1',
    isResale: cells[10] === '1',
    count: Number(count),
    sales: BigInt(sales),
    net: BigInt(net),
    notTaxableCount: Number(notTaxableCount),
    notTaxableSales: BigInt(notTaxableSales),
    untaxedSales: BigInt(untaxedSales),
    taxed: BigInt(taxed),
    tax: BigInt(cells[7] ?? ''),
  };
};

const plusSold = (a: DailySales, b: DailySales): DailySales => ({
  day: a.day,
  currency: a.currency,
  jurisdiction: a.jurisdiction,
  isMarketplace: a.isMarketplace,
  isExempt: a.isExempt,
  isResale: a.isResale,
  count: a.count + b.count,
  sales: a.sales + b.sales,
  net: a.net + b.net,
  notTaxableCount: a.notTaxableCount + b.notTaxableCount,
  notTaxableSales: a.notTaxableSales + b.notTaxableSales,
  untaxedSales: a.untaxedSales + b.untaxedSales,
  taxed: a.taxed + b.taxed,
  tax: a.tax + b.tax,
});

/** Reads only the columns that overviews show: all sums take four times as long. */
const readMonthSales = async (
  transaction: SqlTransaction,
  account: string,
  { days: { from, to }, storefronts }: SentLinesFilter,
): Promise<readonly MonthSales[]> => {
  if (storefronts?.length === 0) return [];
  const ofSales = (column: SumColumn): RawBuilder<unknown> =>
    sql`cast(sum(case when kind = 'sale' then ${sql.ref(column)} else 0 end) as ${sql.raw('text')}) as ${sql.ref(column)}`;
  const { rows } = await sql<Pick<SummedRow, 'currency' | 'count' | 'gross' | 'tax'> & { readonly month: string }>`
    select substr(day, 1, 7) as month, currency, ${ofSales('count')}, ${ofSales('gross')}, ${ofSales('tax')}
    from day_figure where account = ${account} and day >= ${from} and day <= ${to} and state = 'in service'
      ${storefronts === undefined ? sql`` : sql`and storefront in (${sql.join(storefronts)})`}
    group by substr(day, 1, 7), currency having sum(entries) > 0 order by 1, 2`.execute(transaction);
  return rows.map(({ month, currency, count, gross, tax }) => ({
    ...{ month, currency, sales: Number(count), gross: BigInt(gross), tax: BigInt(tax) },
  }));
};
