/** Sums the sales of each day that are on hold or left out, which explain why a day is not complete though nothing is missing. */
import { type RawBuilder, sql } from 'kysely';
import { inAnyTimeZone } from '../../domain/date-range.ts';
import type { DecisionStore } from '../../domain/review-store.ts';
import { type AccountDatabase, readFrom } from './database.ts';
import { ofItsLine } from './decisions.ts';
import { sameMatter } from './matters.ts';
import { toNumber } from './rows.ts';
import { fromMatters } from './select-matters.ts';

interface HeldRow {
  readonly day: string | null;
  readonly currency: string | null;
  readonly left_out: number;
  readonly count: number | string;
  readonly total: string | null;
}

export const sqlHeldDays = (database: AccountDatabase): Pick<DecisionStore, 'heldDays'> => ({
  heldDays: (storefront, range, now) =>
    readFrom(database, async (transaction) => {
      const sumsOf = async (rows: RawBuilder<unknown>): Promise<readonly HeldRow[]> => {
        const found = await sql<HeldRow>`select day, currency, left_out, count(*) as count,
            cast(sum(summed) as ${sql.raw('text')}) as total
          from (${rows}) as held where day >= ${range.from} and day <= ${range.to}
          group by day, currency, left_out order by day, currency, left_out`.execute(transaction);
        return found.rows;
      };
      const filter = { storefronts: [storefront], isSent: false, days: inAnyTimeZone(range), now };
      const isLeftOut = sql`case when decision.action = 'leave out' then 1 else 0 end as left_out`;
      const waiting: HeldRow[] = [];
      for (const state of ['open', 'decided'] as const)
        waiting.push(
          ...(await sumsOf(sql`select ${ofItsLine('line_version.day')} as day, matter.currency, ${isLeftOut}, matter.total as summed
            ${await fromMatters(database, transaction, { ...filter, state })}`)),
        );
      const leftOut = await sumsOf(sql`select decision.day, decision.currency, 1 as left_out, decision.total as summed
        from decision where decision.account = ${database.account} and decision.action = 'leave out'
          and decision.day >= ${range.from} and decision.day <= ${range.to} and decision.storefront = ${storefront}
          and not exists (select 1 from matter where ${sameMatter})`);
      return [...waiting, ...leftOut].flatMap(({ day, currency, left_out, count, total }) =>
        day === null
          ? []
          : [{ day, currency, isLeftOut: toNumber(left_out) === 1, count: toNumber(count), total: BigInt(total ?? 0) }],
      );
    }),
});
