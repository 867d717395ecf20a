import * as E from 'fp-ts/lib/Either.js';
import * as RA from 'fp-ts/lib/ReadonlyArray.js';
import type { ReviewBook } from '../../core/review-book.ts';
import { firstDayOf } from '../first-day-of.ts';
import { liveKeyEnd } from '../request-key.ts';
import { requestOf } from '../rows.ts';
import { reading } from './in-transaction.ts';
import type { SqlBook } from './sql-book.ts';

/** See `ReviewBook.firstSyncedDay`. Equal requests count once, however often they were made. */
export const firstSyncedDay =
  (book: SqlBook): ReviewBook['firstSyncedDay'] =>
  (storefront) =>
    reading(book, async (transaction) => {
      const rows = await transaction
        .selectFrom('run')
        .select('request')
        .distinct()
        .where('request', 'not like', `%${liveKeyEnd}`)
        .execute();
      return E.right(firstDayOf(RA.rights(rows.map(({ request }) => requestOf(request))), storefront));
    });
