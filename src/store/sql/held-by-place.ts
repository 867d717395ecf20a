import { sql } from 'kysely';
import type { DecisionStore, HeldPlace } from '../../domain/review-store.ts';
import { type AccountDatabase, readFrom } from './database.ts';
import { sameMatter } from './matters.ts';
import { toNumber } from './rows.ts';

type HeldRow = Pick<HeldPlace, 'jurisdiction' | 'currency'> & {
  readonly count: number | string;
  readonly total: string | null;
};

/** What is on hold or failed, by place. */
export const sqlHeldByPlace = (database: AccountDatabase): Pick<DecisionStore, 'heldByPlace'> => ({
  heldByPlace: readFrom(database, async (transaction) => {
    const { rows } = await sql<HeldRow>`
      select matter.jurisdiction, matter.currency, count(*) as count, cast(sum(matter.total) as ${sql.raw('text')}) as total
      from matter where matter.account = ${database.account} and matter.sent = 0
        and not exists (select 1 from decision where ${sameMatter} and decision.action = 'leave out')
      group by matter.jurisdiction, matter.currency order by matter.jurisdiction, matter.currency`.execute(transaction);
    return rows.map(({ jurisdiction, currency, count, total }) => ({
      ...{ jurisdiction, currency, count: toNumber(count), total: BigInt(total ?? 0) },
    }));
  }),
});
