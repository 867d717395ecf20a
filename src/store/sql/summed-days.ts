import { type RawBuilder, sql } from 'kysely';
import * as O from 'fp-ts/lib/Option.js';
import type { ReviewStore, SummedDay } from '../../domain/review-store.ts';
import type { ChangedDayRow } from '../review-schema.ts';
import { type AccountDatabase, insertRows, readFrom, writeTo } from './database.ts';
import { toNumber } from './rows.ts';

const daysAtATime = 31;

/** A month, of which only that is known, is counted as its first day. */
const firstDay: RawBuilder<string> = sql`case when length(changed_day.day) = 7 then changed_day.day || '-01'
  else changed_day.day end`;

export const sqlSummedDays = (database: AccountDatabase): Pick<ReviewStore, 'summedDays' | 'keepSummedDays'> => {
  const keep = insertRows<ChangedDayRow & { readonly sums: string }>(
    database.engine,
    'summed_day',
    'on conflict (account, day) do update set changes = excluded.changes, sums = excluded.sums',
  );
  const readPage = ({ from, to }: Parameters<ReviewStore['summedDays']>[0], after: O.Option<string>) =>
    readFrom(database, async (transaction) => {
      const { rows } = await sql<ChangedDayRow & { readonly sums: string | null }>`
        select changed_day.day, changed_day.changes, summed_day.sums from changed_day left join summed_day
          on summed_day.account = changed_day.account and summed_day.day = changed_day.day
            and summed_day.changes = changed_day.changes
        where changed_day.account = ${database.account} and changed_day.day > ${O.toNullable(after) ?? ''}
          and ${firstDay} between ${from} and ${to}
        order by changed_day.day limit ${sql.lit(daysAtATime)}`.execute(transaction);
      const days = rows.map(({ day, changes, sums }): SummedDay => ({ day, changes: toNumber(changes), sums }));
      return { days, next: days.length < daysAtATime ? O.none : O.fromNullable(days.at(-1)?.day) };
    });
  return {
    summedDays: (days, after) => async () => {
      return readPage(days, after)();
    },
    keepSummedDays: (days) =>
      writeTo(database, async (transaction) => {
        const { account } = database;
        const rows = days.flatMap(({ sums, ...day }) => (sums === null ? [] : [{ account, ...day, sums }]));
        await keep(transaction, rows);
      }),
  };
};
