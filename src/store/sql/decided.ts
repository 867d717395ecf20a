import { sql } from 'kysely';
import type { DecisionStore } from '../../domain/review-store.ts';
import type { DecisionRow } from '../review-schema.ts';
import { type AccountDatabase, readFrom } from './database.ts';
import { toNumber } from './rows.ts';

type DecidedRow = Pick<DecisionRow, 'what' | 'action' | 'note' | 'decided_by' | 'decided_at' | 'batch'> & {
  readonly count: number | string;
};

/** What was decided, by batch. */
export const sqlDecided = (database: AccountDatabase): Pick<DecisionStore, 'decided'> => ({
  decided: ({ storefronts, lineId, now }, limit) =>
    readFrom(database, async (transaction) => {
      if (storefronts.length === 0) return [];
      const ofLine = lineId === undefined ? sql`` : sql`and line = ${lineId}`;
      const { rows } = await sql<DecidedRow>`
        select what, action, note, decided_by, decided_at, batch, count(*) as count from decision
        where account = ${database.account} and storefront in (${sql.join(storefronts)}) ${ofLine}
          and (until_at is null or until_at > ${now})
        group by what, action, note, decided_by, decided_at, batch
        order by decided_at desc, batch, what limit ${sql.lit(limit)}`.execute(transaction);
      return rows.map(({ what, action, note, decided_by: by, decided_at: at, batch, count }) => ({
        ...{ what, action, note, by, at, batch, count: toNumber(count) },
      }));
    }),
});
