import * as E from 'fp-ts/lib/Either.js';
import type * as TE from 'fp-ts/lib/TaskEither.js';
import type { ControlledTransaction } from 'kysely';
import type { BookError } from '../../core/record-book.ts';
import type { BookTables } from '../schema.ts';
import type { SqlBook } from './sql-book.ts';

export type Transaction = ControlledTransaction<BookTables>;

type Work<A> = (transaction: Transaction) => Promise<E.Either<BookError, A>>;

type InTransaction = <A>(book: SqlBook, work: Work<A>) => TE.TaskEither<BookError, A>;

/** A collision means that another transaction came through; so many in a row mean something else. */
const mostAttempts = 8;

/** In a transaction that writes, each statement sees what others have committed by then: `lock` comes before the look. */
const modes = {
  'read write': 'read committed',
  'read only': 'repeatable read',
} as const;

const attempt = async <A>(
  { db }: SqlBook,
  mode: keyof typeof modes,
  work: Work<A>,
): Promise<E.Either<BookError, A>> => {
  const transaction = await db.startTransaction().setAccessMode(mode).setIsolationLevel(modes[mode]).execute();
  try {
    const result = await work(transaction);
    await (E.isLeft(result) ? transaction.rollback() : transaction.commit()).execute();
    return result;
  } catch (error) {
    if (!transaction.isRolledBack) await transaction.rollback().execute();
    throw error;
  }
};

const inTransaction =
  (mode: keyof typeof modes): InTransaction =>
  (book, work) =>
  async () => {
    for (let attempts = 1; ; attempts += 1) {
      try {
        return await attempt(book, mode, work);
      } catch (error) {
        if (attempts < mostAttempts && book.engine.isCollision(error)) continue;
        return E.left(book.engine.toBookError(error));
      }
    }
  };

/** Does the work whole and durably, or not at all: a Left and a failure of the database both undo it. */
export const writing: InTransaction = inTransaction('read write');

/** All that the work reads is of one moment. */
export const reading: InTransaction = inTransaction('read only');
