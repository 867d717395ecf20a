import * as E from 'fp-ts/lib/Either.js';
import type { Inbox } from '../../../core/inbox.ts';
import { countOf } from '../count-of.ts';
import { reading, writing } from '../in-transaction.ts';
import type { SqlBook } from '../sql-book.ts';

export const resolutions = (book: SqlBook): Pick<Inbox, 'resolve' | 'resolutions'> => ({
  resolve: ({ storefront, id, note, by, at }) =>
    writing(book, async (transaction) => {
      await book.engine.lock(transaction, ['resolution']);
      const { newest } = await transaction
        .selectFrom('resolution')
        .select(({ fn }) => fn.max<number | null>('number').as('newest'))
        .executeTakeFirstOrThrow();
      const number = countOf(newest ?? 0) + 1;
      await transaction
        .insertInto('resolution')
        .values({ number, storefront, id, note, resolved_by: by, resolved_at: at })
        .execute();
      return E.right(undefined);
    }),

  resolutions: (storefront) =>
    reading(book, async (transaction) => {
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
