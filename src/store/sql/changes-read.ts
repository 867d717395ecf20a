/**
 * Remembers the time up to which historical syncs have read the changes of a storefront, so that the next one reads only newer
 * ones.
 */
import * as O from 'fp-ts/lib/Option.js';
import type { ChangesRead } from '../../domain/older-sales.ts';
import type { PageCommit, StoreError } from '../../domain/sync-store.ts';
import { type AccountDatabase, readFrom, type SqlTransaction } from './database.ts';
import { prepared } from './prepared.ts';
import type { ChangesReadRow } from '../schema.ts';

const upToOf = prepared((transaction, { account, storefront }: Pick<ChangesReadRow, 'account' | 'storefront'>) =>
  transaction
    .selectFrom('changes_read')
    .select('up_to')
    .where('account', '=', account)
    .where('storefront', '=', storefront),
);

/** One row per storefront. */
export const sqlChangesRead = (database: AccountDatabase): ChangesRead<StoreError> => ({
  changesReadUpTo: (storefront) =>
    readFrom(database, async (transaction) => {
      const [row] = await upToOf(transaction, { account: database.account, storefront });
      return O.fromNullable(row?.up_to);
    }),
});

/** Moves the time, also backward: a wrong clock must not hide changes for good. */
export const moveChangesRead = async (
  { account }: Pick<AccountDatabase, 'account'>,
  transaction: SqlTransaction,
  { storefront, changesReadUpTo: up_to }: Pick<PageCommit, 'storefront' | 'changesReadUpTo'>,
): Promise<void> => {
  if (up_to === undefined) return;
  await transaction
    .insertInto('changes_read')
    .values({ account, storefront, up_to })
    .onConflict((key) => key.columns(['account', 'storefront']).doUpdateSet({ up_to }))
    .execute();
};
