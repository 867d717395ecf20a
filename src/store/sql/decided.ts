/**
 * Lists what people have decided so far, such as sales that were left out, and how far a batch of decisions has been carried out.
 */
import { sql } from 'kysely';
import type { DecisionStore } from '../../domain/review-store.ts';
import type { DecisionRow } from '../review-schema.ts';
import { type AccountDatabase, readFrom } from './database.ts';
import { sameMatter, stillToSend } from './matters.ts';
import { toMinor, toNumber } from './rows.ts';

type DecidedRow = Pick<DecisionRow, 'what' | 'action' | 'note' | 'decided_by' | 'decided_at' | 'batch'> & {
  readonly count: number | string;
};

type LeftOutRow = Pick<
  DecisionRow,
  'storefront' | 'what' | 'note' | 'name' | 'day' | 'jurisdiction' | 'currency' | 'total'
> & { readonly by: string; readonly at: string };

interface SumRow {
  readonly currency: string | null;
  readonly count: number | string;
  readonly total: string | null;
}

export const sqlDecided = (
  database: AccountDatabase,
): Pick<DecisionStore, 'decided' | 'leftOut' | 'batchProgress'> => ({
  leftOut: ({ storefronts, days: { from, to } }, limit) =>
    readFrom(database, async (transaction) => {
      if (storefronts.length === 0) return { largest: [], sums: [] };
      const found = sql`from decision where account = ${database.account} and action = 'leave out'
        and storefront in (${sql.join(storefronts)}) and (day is null or (day >= ${from} and day <= ${to}))`;
      const { rows } = await sql<LeftOutRow>`
        select storefront, what, note, decided_by as "by", decided_at as at, name, day, jurisdiction, currency, total ${found}
        order by abs(coalesce(total, 0)) desc, line, id limit ${sql.lit(limit)}`.execute(transaction);
      const sums = await sql<SumRow>`select currency, count(*) as count,
        cast(sum(total) as ${sql.raw('text')}) as total ${found} group by currency order by currency`.execute(
        transaction,
      );
      return {
        largest: rows.map(({ total, ...row }) => ({ ...row, total: toMinor(total) })),
        sums: sums.rows.map(({ currency, count, total }) => ({
          ...{ currency, count: toNumber(count), total: BigInt(total ?? 0) },
        })),
      };
    }),

  batchProgress: (batch, storefronts) =>
    readFrom(database, async (transaction) => {
      if (storefronts.length === 0) return { decided: 0, waiting: 0, inService: 0 };
      const isWaiting = sql`exists (select 1 from matter where ${sameMatter} and (decision.action <> 'send' or ${stillToSend}))`;
      const isInService = sql`exists (select 1 from present_line where present_line.account = decision.account
        and present_line.id = decision.line and present_line.state = 'in service')`;
      const { rows } = await sql<Readonly<Record<'decided' | 'waiting' | 'present', number | string | null>>>`
        select count(*) as decided, sum(case when ${isWaiting} then 1 else 0 end) as waiting,
          sum(case when not (${isWaiting}) and ${isInService} then 1 else 0 end) as present
        from decision where account = ${database.account} and batch = ${batch}
          and storefront in (${sql.join(storefronts)})`.execute(transaction);
      const [row] = rows;
      const numberOf = (value: number | string | null | undefined): number => toNumber(value ?? 0);
      return {
        ...{ decided: numberOf(row?.decided), waiting: numberOf(row?.waiting), inService: numberOf(row?.present) },
      };
    }),

  decided: ({ storefronts, lineId, batch: ofBatch, now }, limit) =>
    readFrom(database, async (transaction) => {
      if (storefronts.length === 0) return [];
      const ofLine = lineId === undefined ? sql`` : sql`and line = ${lineId}`;
      const { rows } = await sql<DecidedRow>`
        select what, action, note, decided_by, decided_at, batch, count(*) as count from decision
        where account = ${database.account} and storefront in (${sql.join(storefronts)}) ${ofLine}
          ${ofBatch === undefined ? sql`` : sql`and batch = ${ofBatch}`}
          and (until_at is null or until_at > ${now})
        group by what, action, note, decided_by, decided_at, batch
        order by decided_at desc, batch, what limit ${sql.lit(limit)}`.execute(transaction);
      return rows.map(({ what, action, note, decided_by: by, decided_at: at, batch, count }) => ({
        ...{ what, action, note, by, at, batch, count: toNumber(count) },
      }));
    }),
});
