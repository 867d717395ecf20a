/** Sums the sales that never reached the service, by month, state and reason, for the exposure and the tie-out. */
import { sql } from 'kysely';
import type { NotSentSales, ReviewStore } from '../../domain/review-store.ts';
import { type AccountDatabase, readFrom } from './database.ts';
import { toNumber } from './rows.ts';

type NotSentRow = Readonly<Record<'month' | 'jurisdiction' | 'currency' | 'reason' | 'total', string>> & {
  readonly count: number | string;
};

/**
 * The sums come from the day figures. Sales that were left out are moved, because that decision changes their line only when the
 * sale is read again.
 */
export const sqlNotSent = (database: AccountDatabase): Pick<ReviewStore, 'notSent'> => ({
  notSent: (until, jurisdiction) =>
    readFrom(database, async (transaction) => {
      const { account } = database;
      const isWanted = jurisdiction === undefined ? sql`1 = 1` : sql`jurisdiction = ${jurisdiction}`;
      const { rows } = await sql<NotSentRow>`
        with left_out as (
          select substr(coalesce(line_version.day, ''), 1, 7) as month, coalesce(line_version.jurisdiction, '') as jurisdiction,
            coalesce(line_version.currency, '') as currency, run_line.reason as reason, coalesce(line_version.total, 0) as total
          from present_line join run_line on run_line.run = present_line.run and run_line.position = present_line.position
            join line_version on line_version.version = run_line.version
          where present_line.account = ${account} and present_line.state = 'not sent' and run_line.outcome in ('held', 'failed')
            and present_line.id in (select line from decision where account = ${account} and action = 'leave out')
            and coalesce(line_version.day, '') <= ${until} and (line_version.kind = 'sale' or line_version.total >= 0))
        select month, jurisdiction, currency, reason, sum(count) as count, cast(sum(total) as ${sql.raw('text')}) as total
        from (
          select substr(day, 1, 7) as month, jurisdiction, currency, reason, count, gross + tax as total from day_figure
            where account = ${account} and state = 'not sent' and day <= ${until} and kind = 'sale' and ${isWanted}
          union all select month, jurisdiction, currency, reason, -1, -total from left_out where ${isWanted}
          union all select month, jurisdiction, currency, 'left out by decision', 1, total from left_out where ${isWanted}
        ) as sales
        group by month, jurisdiction, currency, reason having sum(count) > 0
        order by month, jurisdiction, currency, reason`.execute(transaction);
      return rows.map(({ month, jurisdiction, currency, reason, count, total }): NotSentSales => ({
        month: nullIfEmpty(month),
        jurisdiction: nullIfEmpty(jurisdiction),
        currency: nullIfEmpty(currency),
        ...{ reason, count: toNumber(count), total: BigInt(total) },
      }));
    }),
});

const nullIfEmpty = (text: string): string | null => (text === '' ? null : text);
