import type { Insertion, Keys, SqlDatabase, SqlEngine } from './engine.ts';
import * as E from 'fp-ts/lib/Either.js';
import type * as TE from 'fp-ts/lib/TaskEither.js';
import type { ControlledTransaction } from 'kysely';
import type { StoreError } from '../../domain/sync-store.ts';
import type { StoreTables } from '../schema.ts';

const cellsOf = <Row>({ columns }: Insertion<Row>, row: Row): readonly unknown[] =>
  columns.map((column) => row[column]);

/**
 * Inserts many rows in few statements, and gives what they return. The text is our own: building it through kysely
 * costs more than the insert itself (bench/store). Values travel as parameters only.
 */
export const insertRows = <Row, Returned = never>(
  engine: SqlEngine,
  insertion: Insertion<Row>,
): ((transaction: SqlTransaction, rows: readonly Row[]) => Promise<readonly Returned[]>) => {
  const statements = engine.insertStatements(insertion);
  return async (transaction, rows) => {
    const returned: Returned[] = [];
    if (rows.length === 0) return returned;
    const cells: (readonly unknown[])[] = [];
    for (const row of rows) cells.push(cellsOf(insertion, row));
    for (const query of statements(cells)) {
      const result = await transaction.executeQuery<Returned>(query);
      returned.push(...result.rows);
    }
    return returned;
  };
};

type ListStatement<Row> = (transaction: SqlTransaction, list: Keys, ...first: Keys) => Promise<readonly Row[]>;

/**
 * A statement over a list of keys, made of the text before the list and the text after it: `… where id in (` and `)`.
 * The text may name `?` for parameters that come before the list.
 */
export const listStatement = <Row = never>(engine: SqlEngine, before: string, after = ')'): ListStatement<Row> => {
  const statements = engine.listStatements(before, after);
  return async (transaction, list, ...first) => {
    const rows: Row[] = [];
    if (list.length === 0) return rows;
    for (const query of statements(list, first)) {
      rows.push(...(await transaction.executeQuery<Row>(query)).rows);
    }
    return rows;
  };
};

/** Far from any limit on the parameters of a statement. */
const maxChunkSize = 64;

const chunkStep = 8;

/**
 * Cuts items into chunks of few sizes (64, a multiple of 8, and what is left), so that statements made for a chunk are
 * few, too, and each is prepared once: 100 items are chunks of 64, 32 and 4.
 */
export const toChunks = <A>(items: readonly A[]): readonly (readonly A[])[] => {
  const cut: (readonly A[])[] = [];
  for (let start = 0; start < items.length;) {
    const left = items.length - start;
    const size = left < chunkStep ? left : Math.min(maxChunkSize, left - (left % chunkStep));
    cut.push(items.slice(start, start + size));
    start += size;
  }
  return cut;
};

const maxListLength = 64;

const listStep = 8;

/**
 * Cuts keys into lists of few lengths (64, and one multiple of 8). The last list is filled up with its own last key,
 * which changes nothing in an `in (…)`; so a page of keys is one statement.
 */
export const toKeyLists = <A extends string | number>(keys: readonly A[]): readonly (readonly A[])[] => {
  const lists: (readonly A[])[] = [];
  for (let start = 0; start < keys.length; start += maxListLength) {
    const list = keys.slice(start, start + maxListLength);
    const last = list.at(-1);
    while (last !== undefined && list.length % listStep !== 0) list.push(last);
    lists.push(list);
  }
  return lists;
};

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
