/** Stores the sales of channels that are not connected, as people state them, because they count toward nexus thresholds. */
import type { ReviewStore } from '../../domain/review-store.ts';
import { type AccountDatabase, readFrom, toPlain, writeTo } from './database.ts';

type OpeningBalances = Pick<ReviewStore, 'openingBalances' | 'saveOpeningBalances' | 'removeOpeningBalances'>;

export const sqlOpeningBalances = (database: AccountDatabase): OpeningBalances => ({
  openingBalances: readFrom(database, async (transaction) => {
    const rows = await transaction
      .selectFrom('opening_balance')
      .select(['channel', 'state', 'month', 'marketplace', 'sales', 'sale_count as count'])
      .select(['noted_by as notedBy', 'noted_at as notedAt'])
      .where('account', '=', database.account)
      .orderBy('state')
      .orderBy('month')
      .orderBy('channel')
      .execute();
    return toPlain(rows).map(({ marketplace, sales, ...row }) => ({
      ...row,
      isMarketplace: marketplace === 1,
      sales: BigInt(sales),
    }));
  }),

  saveOpeningBalances: (balances) =>
    writeTo(database, async (transaction) => {
      for (const { channel, state, month, isMarketplace, sales, count, notedBy, notedAt } of balances) {
        const noted = {
          ...{ marketplace: isMarketplace ? 1 : 0, sales: String(sales), sale_count: count },
          ...{ noted_by: notedBy, noted_at: notedAt },
        };
        await transaction
          .insertInto('opening_balance')
          .values({ account: database.account, channel, state, month, ...noted })
          .onConflict((conflict) => conflict.columns(['account', 'channel', 'state', 'month']).doUpdateSet(noted))
          .execute();
      }
    }),

  removeOpeningBalances: ({ channel, state, month }) =>
    writeTo(database, async (transaction) => {
      const removed = await transaction
        .deleteFrom('opening_balance')
        .where('account', '=', database.account)
        .where('channel', '=', channel)
        .$if(state !== undefined, (query) => query.where('state', '=', state ?? ''))
        .$if(month !== undefined, (query) => query.where('month', '=', month ?? ''))
        .returning('month')
        .execute();
      return removed.length;
    }),
});
