import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import type { BookError, Hold, PageCommit, RecordBook } from '../../core/record-book.ts';
import { noSuchRun, takenOver } from '../run-errors.ts';
import { countOf } from './count-of.ts';
import { reading, type Transaction, writing } from './in-transaction.ts';
import { isHeld } from './is-held.ts';
import { insertReferences, rowsOfPage } from './references.ts';
import { saveEntries } from './save-entries.ts';
import { settle } from './settle.ts';
import type { SqlBook } from './sql-book.ts';

const checkpoint =
  (book: SqlBook): RecordBook['checkpoint'] =>
  (runId, storefront, window) =>
    reading(book, async (transaction) => {
      const row = await transaction
        .selectFrom('checkpoint')
        .innerJoin('run', 'run.number', 'checkpoint.run')
        .select('next_cursor')
        .where('run.id', '=', runId)
        .where('storefront', '=', storefront)
        .where('window_key', '=', window)
        .executeTakeFirst();
      return E.right({ cursor: O.fromNullable(row?.next_cursor), done: row?.next_cursor === null });
    });

const moveCheckpoint = async (
  transaction: Transaction,
  run: number,
  { storefront, checkpoint: at }: PageCommit,
): Promise<void> => {
  if (at === null) return;
  const next_cursor = O.toNullable(at.next);
  await transaction
    .insertInto('checkpoint')
    .values({ run, storefront, window_key: at.window, next_cursor })
    .onConflict((key) => key.columns(['run', 'storefront', 'window_key']).doUpdateSet({ next_cursor }))
    .execute();
};

type CommitPageWith = (
  page: PageCommit,
  at: Parameters<RecordBook['commitPage']>[1],
  hold: Hold | undefined,
  more: (transaction: Transaction) => Promise<void>,
) => ReturnType<RecordBook['commitPage']>;

/** Commits a page together with something more, or neither of them. */
export const commitPageWith = (book: SqlBook): CommitPageWith => {
  const save = saveEntries(book.engine);
  const settleAll = settle(book.engine);
  const note = insertReferences(book.engine);
  return (page, at, hold, more) => async () => {
    const committed = await writing(book, async (transaction): Promise<E.Either<BookError, void>> => {
      // Takes the places, and with them the run's row: commits of one run come one after the other.
      const run = await transaction
        .updateTable('run')
        .set(({ eb }) => ({ next_place: eb('next_place', '+', page.entries.length) }))
        .where('id', '=', page.runId)
        .returning(['number', 'next_place'])
        .executeTakeFirst();
      if (run === undefined) return E.left(noSuchRun(page.runId));
      if (hold !== undefined && !(await isHeld(book.engine, transaction, hold)))
        return E.left(takenOver(hold.storefront));
      await save(transaction, run.number, countOf(run.next_place) - page.entries.length, page.entries);
      await note(transaction, rowsOfPage(page, run.number, at));
      await settleAll(transaction, page.settled, at);
      await moveCheckpoint(transaction, run.number, page);
      await more(transaction);
      return E.right(undefined);
    })();
    if (E.isRight(committed) && page.settled.length > 0) await book.engine.afterBodiesDropped();
    return committed;
  };
};

const nothingMore = (): Promise<void> => Promise.resolve();

const commitPage = (book: SqlBook): RecordBook['commitPage'] => {
  const commit = commitPageWith(book);
  return (page, at, hold) => commit(page, at, hold, nothingMore);
};

export const pages = (book: SqlBook): Pick<RecordBook, 'checkpoint' | 'commitPage'> => ({
  checkpoint: checkpoint(book),
  commitPage: commitPage(book),
});
