import * as E from 'fp-ts/lib/Either.js';
import type { Inbox } from '../../../domain/inbox.ts';
import { toNumber } from '../rows.ts';
import { inReadTransaction, inWriteTransaction } from '../statements.ts';
import type { SqlDatabase } from '../engine.ts';

export const sqlResolutions = (database: SqlDatabase): Pick<Inbox, 'saveResolution' | 'resolutions'> => ({
  saveResolution: ({ storefront, id, note, by, at }) =>
    inWriteTransaction(database, async (transaction) => {
      await database.engine.lock(transaction, ['resolution']);
      const { newest } = await transaction
        .selectFrom('resolution')
        .select(({ fn }) => fn.max<number | null>('number').as('newest'))
        .executeTakeFirstOrThrow();
      const number = toNumber(newest ?? 0) + 1;
      await transaction
        .insertInto('resolution')
        .values({ number, storefront, id, note, resolved_by: by, resolved_at: at })
        .execute();
      return E.right(undefined);
    }),

  resolutions: (storefront) =>
    inReadTransaction(database, async (transaction) => {
      const rows = await transaction
        .selectFrom('resolution')
        .selectAll()
        .where('storefront', '=', storefront)
        .orderBy('number')
        .execute();
      return E.right(
        rows.map(({ id, note, resolved_by, resolved_at }) => ({
          storefront,
          id,
          note,
          by: resolved_by,
          at: resolved_at,
        })),
      );
    }),
});
