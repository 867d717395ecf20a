/** The connection, transactions and statements that all queries share, and the interface that hides which database runs them. */
import * as E from 'fp-ts/lib/Either.js';
import type * as TE from 'fp-ts/lib/TaskEither.js';
import type { CompiledQuery, DatabaseConnection, Kysely, QueryResult, RawBuilder } from 'kysely';
import type { FencingToken, StoreError, StoreResult } from '../../domain/sync-store.ts';
import { yieldWhenLong } from '../../domain/turns.ts';
import { takenOverError } from '../store-rules.ts';
import type { StoreTables } from '../schema.ts';
import type { IndexMigration, RowMigration } from '../migrations.ts';
import type { TableSyntax } from '../tables.ts';
import { prepared, type SqlTransaction } from './prepared.ts';

export interface SqlDatabase {
  readonly db: Kysely<StoreTables>;
  readonly engine: SqlEngine;
}

/** The tables as one account at the service sees them. */
export interface AccountDatabase extends SqlDatabase {
  readonly account: string;
}

/** Keys of a list: all texts, or all whole numbers. */
export type Keys = readonly (string | number)[];

export interface Insertion {
  readonly into: keyof StoreTables;
  readonly columns: readonly string[];
  /** What follows the values, such as `on conflict …` or `returning id`. */
  readonly tail: string;
}

/** The differences between SQLite and PostgreSQL. Everything else is written once. */
export interface SqlEngine {
  readonly tableSyntax: TableSyntax;
  /** The few statements that insert many rows, each with its values in the order of the columns. Their texts are built once. */
  readonly insertStatements: (
    insertion: Insertion,
  ) => (rows: readonly (readonly unknown[])[]) => readonly CompiledQuery[];
  /**
   * The few statements over many keys, built of the text before the list (`… where id in (`) and the text after it. The text may
   * use `?` for parameters that come before the list.
   */
  readonly listStatements: (before: string, after: string) => (keys: Keys, first: Keys) => readonly CompiledQuery[];
  /**
   * The SQL after the name of a table that makes the database use this index. SQLite knows no row counts (`analyze` would read
   * the whole file) and assumes that an account or a storefront has few rows: it would choose an index that begins with the
   * account and read all of its rows.
   */
  readonly byIndex: (index: string) => string;
  /** One row if there is a table of migrations, no row in a new database. */
  readonly migrationTable: RawBuilder<unknown>;
  /** Called before statements that create or change tables; `isNew` if there are no tables yet. */
  readonly prepareMigration: (transaction: Kysely<StoreTables>, isNew: boolean) => Promise<void>;
  readonly indexStatement: (index: IndexMigration) => string;
  /** Whether the key of a row is in a list. A range of keys would be enough, but PostgreSQL may read a whole account for it. */
  readonly isAmong: (of: Pick<RowMigration, 'table' | 'key'>, keys: readonly Keys[]) => RawBuilder<unknown>;
  /** Creates an index, unless an index of that name exists. */
  readonly buildIndex: (database: SqlDatabase, index: IndexMigration) => StoreResult<void>;
  /** Does long work that changes nothing if it is done twice. False, without the work, while another process does it. */
  readonly exclusively: (database: SqlDatabase, work: () => StoreResult<void>) => StoreResult<boolean>;
  /**
   * Blocks other transactions that lock or share one of these names of the same `what`, until this transaction ends. It is for
   * work that first reads and then writes by what it has read. Call it before that read, and at most once in a transaction,
   * except for the number of a sign-off.
   *
   * @param names default: `what` itself is the only one
   */
  readonly lock: (transaction: Kysely<StoreTables>, what: string, names?: readonly string[]) => Promise<void>;
  /** Lets others share `what`, but blocks a `lock` of it, until this transaction ends. */
  readonly share: SqlEngine['lock'];
  /**
   * The milliseconds that the clock of the database is at least ahead of this process's clock, or behind it (negative): leases
   * are written and judged by one clock, whatever the clocks of their owners show. 0 if all run on one machine.
   */
  readonly clockAhead: (transaction: Kysely<StoreTables>) => Promise<number>;
  /** Whether rows can be locked against other transactions (`for update skip locked`). */
  readonly supportsRowLocks: boolean;
  /**
   * Whether the database rolled a transaction back for a reason that a second attempt avoids, such as a concurrent transaction,
   * so that it may be retried at once.
   */
  readonly mayRetryAtOnce: (error: unknown) => boolean;
  /** What a failure of the driver means for the person who must act. Never carries values. */
  readonly toStoreError: (error: unknown) => StoreError;
  /** Called after a commit that deleted bodies, so that their bytes are removed from the files, too. Never rejects. */
  readonly afterBodiesDeleted: () => Promise<void>;
  /** Called after a run was closed, to clean up. Never rejects. */
  readonly afterRun: () => Promise<void>;
  /** Removes the bytes of erased rows from the files. False while another process prevents that. Never rejects. */
  readonly purge: () => StoreResult<boolean>;
}

export type { SqlTransaction } from './prepared.ts';

type InsertRows<Row, Returned> = (transaction: SqlTransaction, rows: readonly Row[]) => Promise<readonly Returned[]>;

/**
 * Inserts many rows in few statements, and returns their rows (`returning …`). The columns are the fields of a row. We build the
 * text: kysely takes longer to build it than the insert takes (bench/store). Values travel as parameters only.
 */
export const insertRows = <Row extends object, Returned = never>(
  engine: SqlEngine,
  into: keyof StoreTables,
  tail = '',
): InsertRows<Row, Returned> => {
  let statements: ReturnType<SqlEngine['insertStatements']> | undefined;
  return async (transaction, rows) => {
    const returned: Returned[] = [];
    const [first] = rows;
    if (first === undefined) return returned;
    const columns = Object.keys(first) as (keyof Row & string)[];
    statements ??= engine.insertStatements({ into, columns, tail });
    for (const query of statements(rows.map((row) => columns.map((column) => row[column])))) {
      returned.push(...(await transaction.executeQuery<Returned>(query)).rows);
    }
    return returned;
  };
};

type ListStatement<Row> = (transaction: SqlTransaction, list: Keys, ...first: Keys) => Promise<readonly Row[]>;

/**
 * A statement over a list of keys, built of the text before the list and the text after it: `… where id in (` and `)`. The text
 * may use `?` for parameters that come before the list.
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

export const toSlices = <A>(items: readonly A[], size: number): readonly (readonly A[])[] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, index) => items.slice(index * size, (index + 1) * size));

const chunkStep = 8;

/** Far from any limit on the parameters of a statement. */
const maxChunkSize = 64;

/**
 * Cuts items into chunks of few sizes (64, a multiple of 8, and the rest), so that there are few statements to prepare: 100 items
 * are chunks of 64, 32 and 4.
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

/**
 * Cuts keys into lists of few lengths (64, and one multiple of 8). The last list repeats its last key, which changes nothing in
 * an `in (…)`; so a page of keys needs one statement.
 */
export const toKeyLists = <A extends string | number>(keys: readonly A[]): readonly (readonly A[])[] =>
  toSlices(keys, maxChunkSize).map((slice) => {
    const missing = (chunkStep - (slice.length % chunkStep)) % chunkStep;
    return [...slice, ...slice.slice(-1).flatMap((last) => Array.from({ length: missing }, () => last))];
  });

type TransactionBody<A> = (transaction: SqlTransaction) => StoreResult<A>;

type InTransaction = <A>(database: SqlDatabase, body: TransactionBody<A>) => TE.TaskEither<StoreError, A>;

/** After a collision the other transaction has succeeded; this many in a row have another reason. */
const maxAttempts = 8;

/**
 * In a transaction that writes, each statement sees everything that others have committed before it: `lock` comes before the
 * read.
 */
const isolationLevels = {
  'read write': 'read committed',
  'read only': 'repeatable read',
} as const;

const attemptTransaction = async <A>(
  { db }: SqlDatabase,
  mode: keyof typeof isolationLevels,
  body: TransactionBody<A>,
): StoreResult<A> => {
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
        if (attempts < maxAttempts && database.engine.mayRetryAtOnce(error)) continue;
        return E.left(database.engine.toStoreError(error));
      }
    }
  };

/** Does the work whole and durably, or not at all: a Left and a failure of the database both undo it. */
export const inWriteTransaction: InTransaction = inTransaction('read write');

/** Everything that the work reads is from one moment. */
export const inReadTransaction: InTransaction = inTransaction('read only');

type Work<A> = (transaction: SqlTransaction) => Promise<A>;

/** `inWriteTransaction` for work that only a failure of the database undoes. */
export const writeTo = <A>(database: SqlDatabase, work: Work<A>): TE.TaskEither<StoreError, A> =>
  inWriteTransaction(database, async (transaction) => E.right(await work(transaction)));

/** `inReadTransaction` for work that only a failure of the database ends. */
export const readFrom = <A>(database: SqlDatabase, work: Work<A>): TE.TaskEither<StoreError, A> =>
  inReadTransaction(database, async (transaction) => E.right(await work(transaction)));

const ownerOf = (lockRows: boolean) => ({
  ofLease: prepared((transaction, { storefront }: { readonly storefront: string }) =>
    transaction
      .selectFrom('lease')
      .select('owner')
      .where('storefront', '=', storefront)
      .$if(lockRows, (query) => query.forShare()),
  ),
  ofRequest: prepared(
    (transaction, { storefront, recordId }: { readonly storefront: string; readonly recordId: string }) =>
      transaction
        .selectFrom('resync_request')
        .select('claim_owner as owner')
        .where('storefront', '=', storefront)
        .where('record_id', '=', recordId)
        .$if(lockRows, (query) => query.forShare()),
  ),
});

const lockedOwner = ownerOf(true);

const shownOwner = ownerOf(false);

/** Left when the lease or claim no longer belongs to its owner. Otherwise the owner keeps it until the transaction ends. */
export const lockAndCheckFence = async (
  { engine: { supportsRowLocks } }: SqlDatabase,
  transaction: SqlTransaction,
  fence: FencingToken | undefined,
): StoreResult<void> => {
  if (fence === undefined) return E.right(undefined);
  const { storefront, recordId, owner } = fence;
  const { ofLease, ofRequest } = supportsRowLocks ? lockedOwner : shownOwner;
  const [found] = await (recordId === undefined
    ? ofLease(transaction, { storefront })
    : ofRequest(transaction, { storefront, recordId }));
  return found?.owner === owner ? E.right(undefined) : E.left(takenOverError(storefront));
};

/** Rows as ordinary objects: SQLite returns objects without a prototype. */
export const toPlain = <Row extends object>(rows: readonly Row[]): readonly Row[] => rows.map((row) => ({ ...row }));

const newestNumber = (table: 'run' | 'resolution' | 'sign_off') =>
  prepared((transaction) =>
    transaction.selectFrom(table).select(({ fn }) => fn.max<number | null>('number').as('newest')),
  );

const newestOf = {
  run: newestNumber('run'),
  resolution: newestNumber('resolution'),
  sign_off: newestNumber('sign_off'),
};

/** The number that follows the newest one of a table. The caller holds a lock, so that no other transaction takes it. */
export const nextNumber = async (transaction: SqlTransaction, table: keyof typeof newestOf): Promise<number> => {
  const [row] = await newestOf[table](transaction, {});
  return (row?.newest ?? 0) + 1;
};

/**
 * A parameter without NUL: PostgreSQL rejects NUL in a text, and SQLite would cut the text there. Names that differ after it stay
 * different.
 */
export const withoutNul = (parameter: unknown): unknown => {
  if (typeof parameter === 'string') return parameter.includes('\0') ? parameter.replaceAll('\0', '\uFFFD') : parameter;
  return Array.isArray(parameter) ? parameter.map(withoutNul) : parameter;
};

/** Whether `withoutNul` would change it: nearly no parameter has a NUL, and there are many parameters. */
export const hasNul = (parameter: unknown): boolean =>
  typeof parameter === 'string' ? parameter.includes('\0') : Array.isArray(parameter) && parameter.some(hasNul);

/**
 * A connection for kysely, from a function that returns the rows of a statement. SQLite answers at once, so that without a pause
 * here all statements of an action would block the event loop together.
 */
export const connectionOver = (rowsOf: (query: CompiledQuery) => Promise<readonly unknown[]>): DatabaseConnection => {
  // The caller states the row type: kysely for the statements that it built, and we for raw text.
  const executeQuery = async <R>(query: CompiledQuery): Promise<QueryResult<R>> => {
    await yieldWhenLong();
    return { rows: (await rowsOf(query)) as R[] };
  };
  return {
    executeQuery,
    streamQuery: async function* <R>(query: CompiledQuery) {
      yield await executeQuery<R>(query);
    },
  };
};
