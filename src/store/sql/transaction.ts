import * as E from 'fp-ts/lib/Either.js';
import type * as TE from 'fp-ts/lib/TaskEither.js';
import type { ControlledTransaction } from 'kysely';
import type { StoreError } from '../../domain/sync-store.ts';
import type { StoreTables } from '../schema.ts';
import type { SqlDatabase } from './engine.ts';

export type SqlTransaction = ControlledTransaction<StoreTables>;

type TransactionBody<A> = (transaction: SqlTransaction) => Promise<E.Either<StoreError, A>>;

type InTransaction = <A>(database: SqlDatabase, body: TransactionBody<A>) => TE.TaskEither<StoreError, A>;

/** A collision means that another transaction came through; so many in a row mean something else. */
const maxAttempts = 8;

/** In a transaction that writes, each statement sees what others have committed by then: `lock` comes before the look. */
const isolationLevels = {
  'read write': 'read committed',
  'read only': 'repeatable read',
} as const;

const attemptTransaction = async <A>(
  { db }: SqlDatabase,
  mode: keyof typeof isolationLevels,
  body: TransactionBody<A>,
): Promise<E.Either<StoreError, A>> => {
  const transaction = await db
    .startTransaction()
    .setAccessMode(mode)
    .setIsolationLevel(isolationLevels[mode])
    .execute();
  try {
    const result = await body(transaction);
    await (E.isLeft(result) ? transaction.rollback() : transaction.commit()).execute();
    return result;
  } catch (error) {
    if (!transaction.isRolledBack) await transaction.rollback().execute();
    throw error;
  }
};

const inTransaction =
  (mode: keyof typeof isolationLevels): InTransaction =>
  (database, body) =>
  async () => {
    for (let attempts = 1; ; attempts += 1) {
      try {
        return await attemptTransaction(database, mode, body);
      } catch (error) {
        if (attempts < maxAttempts && database.engine.isSerializationFailure(error)) continue;
        return E.left(database.engine.toStoreError(error));
      }
    }
  };

/** Does the work whole and durably, or not at all: a Left and a failure of the database both undo it. */
export const inWriteTransaction: InTransaction = inTransaction('read write');

/** All that the work reads is of one moment. */
export const inReadTransaction: InTransaction = inTransaction('read only');
