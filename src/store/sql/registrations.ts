/** Stores the states in which a business is registered for sales tax, as people noted them. */
import type { ReviewStore } from '../../domain/review-store.ts';
import { type AccountDatabase, readFrom, toPlain, writeTo } from './database.ts';

type Registrations = Pick<ReviewStore, 'registrations' | 'saveRegistration' | 'removeRegistration'>;

export const sqlRegistrations = (database: AccountDatabase): Registrations => ({
  registrations: readFrom(database, async (transaction) =>
    toPlain(
      await transaction
        .selectFrom('registration')
        .select(['state', 'status', 'since', 'registered_by as by', 'noted_by as notedBy', 'noted_at as notedAt'])
        .where('account', '=', database.account)
        .orderBy('state')
        .execute(),
    ),
  ),

  saveRegistration: ({ state, status, since, by, notedBy, notedAt }) =>
    writeTo(database, async (transaction) => {
      const noted = { status, since, registered_by: by, noted_by: notedBy, noted_at: notedAt };
      await transaction
        .insertInto('registration')
        .values({ account: database.account, state, ...noted })
        .onConflict((conflict) => conflict.columns(['account', 'state']).doUpdateSet(noted))
        .execute();
    }),

  removeRegistration: (state) =>
    writeTo(database, async (transaction) => {
      const removed = await transaction
        .deleteFrom('registration')
        .where('account', '=', database.account)
        .where('state', '=', state)
        .returning('state')
        .execute();
      return removed.length > 0;
    }),
});
