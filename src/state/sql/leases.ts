import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import type { BookError, RecordBook } from '../../core/record-book.ts';
import { isLeased } from '../is-leased.ts';
import { countOf } from './count-of.ts';
import { writing } from './in-transaction.ts';
import type { SqlBook } from './sql-book.ts';

export const leases = (book: SqlBook): Pick<RecordBook, 'lease' | 'release'> => ({
  lease: (storefront, owner, { now, until, renews = false }, isGone) =>
    writing(book, async (transaction): Promise<E.Either<BookError, O.Option<string>>> => {
      await book.engine.lock(transaction, [`lease ${storefront}`]);
      const held = await transaction
        .selectFrom('lease')
        .select(['owner', 'until'])
        .where('storefront', '=', storefront)
        .executeTakeFirst();
      if (renews && held?.owner !== owner) return E.right(O.some(held?.owner ?? ''));
      const isTaken =
        held !== undefined &&
        held.owner !== owner &&
        isLeased(countOf(held.until), { now, until }) &&
        !isGone(held.owner);
      if (isTaken) return E.right(O.some(held.owner));
      await transaction
        .insertInto('lease')
        .values({ storefront, owner, until })
        .onConflict((at) => at.column('storefront').doUpdateSet({ owner, until }))
        .execute();
      return E.right(O.none);
    }),

  release: (storefront, owner) =>
    writing(book, async (transaction) => {
      await transaction.deleteFrom('lease').where('storefront', '=', storefront).where('owner', '=', owner).execute();
      return E.right(undefined);
    }),
});
