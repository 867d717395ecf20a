import * as E from 'fp-ts/lib/Either.js';
import type * as TE from 'fp-ts/lib/TaskEither.js';
import { type RawBuilder, sql } from 'kysely';
import type { DailySales } from '../../domain/review-store.ts';
import type { FindingKind } from '../../domain/run.ts';
import type { StoreError } from '../../domain/sync-store.ts';
import type { ChangedDayRow } from '../review-schema.ts';
import { dayOfSale, sumDailySales } from '../summary.ts';
import { type AccountDatabase, readFrom, type SqlEngine, type SqlTransaction, writeTo } from './database.ts';
import { toNumber } from './rows.ts';
import { exactSum, longAmount, sumOfShortAmounts } from './exact-sums.ts';

interface DailySum {
  readonly currency: string;
  readonly jurisdiction: string;
  readonly month: string;
  readonly marketplace: number;
  readonly exempt: number;
  readonly resale: number;
  readonly count: number | string;
  /** Those among `count` that are parts of sales whose other part is counted. */
  readonly parts: number | string;
  readonly total: string;
  readonly long_total: string | null;
  readonly tax: string;
  readonly long_tax: string | null;
}

/** A sale that the service holds, or that a dry run would send. */
const isCountedSale = (table: 'entry' | 'later'): RawBuilder<boolean> => {
  const column = (name: string) => sql.ref(`${table}.${name}`);
  return sql`(${column('kind')} = 'sale' and ${column('month')} is not null
    and (${column('outcome')} in ('succeeded', 'alreadyPresent') or ${column('reason')} = 'would be sent'))`;
};

const hasFinding = (kind: FindingKind): RawBuilder<number> =>
  sql`(case when exists (select 1 from finding where finding.run = entry.run and finding.place = entry.place
    and finding.kind = ${sql.lit(kind)}) then 1 else 0 end)`;

/** By the last parts of `detail`: the exemption, and the sale of a refund, of which a sale has none. */
const isForResale: RawBuilder<number> = sql`(case when entry.detail like '%,"RESALE",null]' then 1 else 0 end)`;

const isMonth = (day: string): boolean => day.length === 'YYYY-MM'.length;

/** Of `dayOf`. The letter `U` follows the `T` behind a day. */
const isOfDay = (day: string): RawBuilder<boolean> =>
  isMonth(day)
    ? sql`occurred_at is null and month = ${day}`
    : sql`occurred_at >= ${day} and occurred_at < ${`${day}U`}`;

const sumsOfDay = (engine: SqlEngine, account: string, day: string): RawBuilder<DailySum> => sql`
  select currency, jurisdiction, month, marketplace, exempt, resale, count(*) as count, sum(is_part) as parts,
    ${sumOfShortAmounts('total')} as total, ${longAmount('total')} as long_total,
    ${sumOfShortAmounts('tax_collected')} as tax, ${longAmount('tax_collected')} as long_tax
  from (
    select currency, jurisdiction, month, total, tax_collected, ${hasFinding('marketplace sale')} as marketplace,
      ${hasFinding('exempt sale')} as exempt, ${isForResale} as resale,
      (case when entry.id like '%:marketplace' then 1 else 0 end) as is_part
    from entry ${sql.raw(engine.byIndex('entry_by_day'))}
    where run in (select number from run where account = ${account}) and ${isOfDay(day)} and ${isCountedSale('entry')}
      and ${hasFinding('canceled and paid back')} = 0 and ${hasFinding('taken back')} = 0
      and entry.id not like '%:undone:%'
      and not exists (select 1 from entry later where later.id = entry.id and later.run > entry.run
        and later.run in (select number from run where account = ${account}) and ${isCountedSale('later')})
  ) sale
  group by currency, jurisdiction, month, marketplace, exempt, resale, ${longAmount('total')}, ${longAmount('tax_collected')}`;

/** `DailySales` as it is kept: a JSON list of these. */
type Kept = readonly [
  ...[day: string, currency: string, jurisdiction: string],
  ...[isMarketplace: boolean, isExempt: boolean, isResale: boolean],
  ...[count: number, sales: string],
];

const salesOf = (row: DailySum, day: string): DailySales => {
  const { currency, jurisdiction, month } = row;
  const count = toNumber(row.count);
  return {
    ...{ currency, jurisdiction, day: dayOfSale(isMonth(day) ? '' : day, month) },
    ...{ isMarketplace: toNumber(row.marketplace) === 1, isExempt: toNumber(row.exempt) === 1 },
    isResale: toNumber(row.resale) === 1,
    count: count - toNumber(row.parts),
    sales: exactSum(count, row.total, row.long_total) - exactSum(count, row.tax, row.long_tax),
  };
};

const toKept = ({ day, currency, jurisdiction, isMarketplace, isExempt, isResale, count, sales }: DailySales): Kept => [
  ...([day, currency, jurisdiction, isMarketplace, isExempt, isResale] as const),
  ...([count, sales.toString()] as const),
];

// Without a spread: there is one for each day of each state.
const fromKept = ([
  day,
  currency,
  jurisdiction,
  isMarketplace,
  isExempt,
  isResale,
  count,
  sales,
]: Kept): DailySales => ({
  currency,
  jurisdiction,
  day,
  isMarketplace,
  isExempt,
  isResale,
  count,
  sales: BigInt(sales),
});

const countDay = async (
  { engine, account }: AccountDatabase,
  transaction: SqlTransaction,
  day: string,
): Promise<readonly Kept[]> => {
  const { rows } = await sumsOfDay(engine, account, day).execute(transaction);
  return sumDailySales(rows.map((row) => salesOf(row, day))).map(toKept);
};

/** The days that were changed since they were counted: see `save-lines.ts`. */
const changedDays = async (
  { account }: AccountDatabase,
  transaction: SqlTransaction,
): Promise<readonly ChangedDayRow[]> =>
  transaction
    .selectFrom('changed_day')
    .leftJoin('sold_day', (join) =>
      join
        .onRef('sold_day.account', '=', 'changed_day.account')
        .onRef('sold_day.day', '=', 'changed_day.day')
        .onRef('sold_day.changes', '=', 'changed_day.changes'),
    )
    .select(['changed_day.account', 'changed_day.day', 'changed_day.changes'])
    .where('changed_day.account', '=', account)
    .where('sold_day.day', 'is', null)
    .execute();

/** Counts a changed day again, and keeps its sums. What was committed since the day was read is counted the next time. */
const keepDay = (
  database: AccountDatabase,
  { account, day, changes }: ChangedDayRow,
): TE.TaskEither<StoreError, void> =>
  writeTo(database, async (transaction) => {
    const sums = JSON.stringify(await countDay(database, transaction, day));
    await transaction
      .insertInto('sold_day')
      .values({ account, day, changes, sums })
      .onConflict((key) => key.columns(['account', 'day']).doUpdateSet({ changes, sums }))
      .execute();
  });

export const readDailySales =
  (database: AccountDatabase): TE.TaskEither<StoreError, readonly DailySales[]> =>
  async () => {
    // Those that are there now: a sync at work notes days faster than they are counted.
    const changed = await readFrom(database, (transaction) => changedDays(database, transaction))();
    if (E.isLeft(changed)) return changed;
    for (const day of changed.right) {
      const kept = await keepDay(database, day)();
      // What cannot be kept is counted below.
      if (E.isLeft(kept)) break;
    }
    return readFrom(database, async (transaction) => {
      const rows = await transaction
        .selectFrom('sold_day')
        .select(['day', 'sums'])
        .where('account', '=', database.account)
        .execute();
      const days = new Map(rows.map(({ day, sums }) => [day, JSON.parse(sums) as readonly Kept[]]));
      // Changed since: all that is answered is of one moment.
      for (const { day } of await changedDays(database, transaction)) {
        days.set(day, await countDay(database, transaction, day));
      }
      const all: DailySales[] = [];
      const shared = new Set<string>();
      for (const [day, sums] of days)
        for (const kept of sums) {
          all.push(fromKept(kept));
          // In the storefront's time zone it is of another month.
          if (kept[0] !== day) shared.add(kept[0]);
        }
      const isShared = ({ day }: DailySales): boolean => shared.has(day);
      return [...all.filter((one) => !isShared(one)), ...sumDailySales(all.filter(isShared))].sort((a, b) =>
        a.day === b.day ? 0 : a.day < b.day ? -1 : 1,
      );
    })();
  };
