import * as E from 'fp-ts/lib/Either.js';
import type * as TE from 'fp-ts/lib/TaskEither.js';
import { type AccessMode, type ControlledTransaction } from 'kysely';
import { type BookError } from '../../core/record-book.ts';
import { type BookTables } from '../schema.ts';
import { type SqlBook } from './sql-book.ts';

export type Transaction = ControlledTransaction<BookTables>;

type InTransaction = <A>(
  book: SqlBook,
  work: (transaction: Transaction) => Promise<E.Either<BookError, A>>,
) => TE.TaskEither<BookError, A>;

const inTransaction =
  (mode: AccessMode): InTransaction =>
  ({ db, engine }, work) =>
  async () => {
    try {
      const transaction = await db.startTransaction().setAccessMode(mode).execute();
      try {
        const result = await work(transaction);
        await (E.isLeft(result) ? transaction.rollback() : transaction.commit()).execute();
        return result;
      } catch (error) {
        if (!transaction.isRolledBack) await transaction.rollback().execute();
        return E.left(engine.toBookError(error));
      }
    } catch (error) {
      return E.left(engine.toBookError(error));
    }
  };

/** Does the work whole and durably, or not at all: a Left and a failure of the database both undo it. */
export const writing: InTransaction = inTransaction('read write');

/** All that the work reads is of one moment. */
export const reading: InTransaction = inTransaction('read only');
