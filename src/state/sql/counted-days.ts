import * as E from 'fp-ts/lib/Either.js';
import type { ReviewBook } from '../../core/review-book.ts';
import { chunks } from './chunks.ts';
import { countOf } from './count-of.ts';
import { reading, writing } from './in-transaction.ts';
import type { SqlBook } from './sql-book.ts';

/** What reconciliations found of single days. */
export const countedDays = (book: SqlBook): Pick<ReviewBook, 'saveCountedDays' | 'countedDays'> => ({
  saveCountedDays: (days) =>
    writing(book, async (transaction) => {
      for (const chunk of chunks(days)) {
        await transaction
          .insertInto('counted_day')
          .values(chunk.map(({ countedAt, ...rest }) => ({ ...rest, counted_at: countedAt })))
          .onConflict((conflict) =>
            conflict.columns(['storefront', 'day']).doUpdateSet((row) => ({
              source: row.ref('excluded.source'),
              service: row.ref('excluded.service'),
              missing: row.ref('excluded.missing'),
              differing: row.ref('excluded.differing'),
              counted_at: row.ref('excluded.counted_at'),
            })),
          )
          .execute();
      }
      return E.right(undefined);
    }),

  countedDays: (storefront, { from, to }) =>
    reading(book, async (transaction) => {
      const rows = await transaction
        .selectFrom('counted_day')
        .selectAll()
        .where('storefront', '=', storefront)
        .where('day', '>=', from)
        .where('day', '<=', to)
        .orderBy('day')
        .execute();
      return E.right(
        rows.map(({ source, service, missing, differing, counted_at, ...rest }) => ({
          ...rest,
          source: countOf(source),
          service: countOf(service),
          missing: countOf(missing),
          differing: countOf(differing),
          countedAt: counted_at,
        })),
      );
    }),
});
