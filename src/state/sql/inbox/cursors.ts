import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import type { Inbox } from '../../../core/inbox.ts';
import { instantOfMilliseconds, millisecondsOf } from '../../../core/instant.ts';
import { isBegun } from '../../is-begun.ts';
import { countOf } from '../count-of.ts';
import { reading, type Transaction, writing } from '../in-transaction.ts';
import type { SqlBook } from '../sql-book.ts';

type Cursors = Pick<Inbox, 'caughtUpTo' | 'setCaughtUpTo' | 'lastBegun' | 'begin'>;

const begunAt = async (transaction: Transaction, name: string, storefront: string): Promise<number | undefined> => {
  const row = await transaction
    .selectFrom('task')
    .select('begun_at')
    .where('name', '=', name)
    .where('storefront', '=', storefront)
    .executeTakeFirst();
  return row === undefined ? undefined : countOf(row.begun_at);
};

export const cursors = (book: SqlBook): Cursors => ({
  caughtUpTo: (storefront) =>
    reading(book, async (transaction) => {
      const row = await transaction
        .selectFrom('catch_up')
        .select('caught_up_to')
        .where('storefront', '=', storefront)
        .executeTakeFirst();
      return E.right(O.fromNullable(row?.caught_up_to));
    }),

  setCaughtUpTo: (storefront, at) =>
    writing(book, async (transaction) => {
      await transaction
        .insertInto('catch_up')
        .values({ storefront, caught_up_to: at })
        .onConflict((key) => key.column('storefront').doUpdateSet({ caught_up_to: at }))
        .execute();
      return E.right(undefined);
    }),

  lastBegun: (task, storefront) =>
    reading(book, async (transaction) =>
      E.right(O.map(instantOfMilliseconds)(O.fromNullable(await begunAt(transaction, task, storefront)))),
    ),

  begin: (task, storefront, dueAt, at) =>
    writing(book, async (transaction) => {
      await book.engine.lock(transaction, [`task ${task} ${storefront}`]);
      const before = await begunAt(transaction, task, storefront);
      if (before !== undefined && isBegun(before, dueAt, at)) return E.right(false);
      const begun_at = millisecondsOf(at);
      await transaction
        .insertInto('task')
        .values({ name: task, storefront, begun_at })
        .onConflict((key) => key.columns(['name', 'storefront']).doUpdateSet({ begun_at }))
        .execute();
      return E.right(true);
    }),
});
