/**
 * Copies a sync database into an empty one, of SQLite or PostgreSQL, and compares both. The copy is one transaction: after a kill
 * the other database is as empty as before.
 */
import * as E from 'fp-ts/lib/Either.js';
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { attempt } from '../domain/attempt.ts';
import type { CopiedTable, CopyWatch, StateCopy } from '../domain/state-copy.ts';
import type { StoreError, StoreResult } from '../domain/sync-store.ts';
import { inWriteTransaction, type Keys, type SqlDatabase, type SqlTransaction } from './sql/database.ts';
import type { StoreTables } from './schema.ts';

/** A table as the database itself describes it, so that a later version's tables need no change here. */
export interface TableShape {
  readonly name: string;
  readonly columns: readonly string[];
  /** The columns of the primary key, in their order. Whole numbers must be compared as numbers. */
  readonly key: readonly { readonly column: string; readonly isNumber: boolean }[];
}

/** A migrated sync database that a copy reads or fills. */
export interface CopyEnd extends SqlDatabase {
  /** Its tables, in the order in which they were created: a row may refer to a table before its own. */
  readonly shapesOf: (transaction: SqlTransaction) => Promise<readonly TableShape[]>;
  /** Keeps others from writing until the transaction ends. False if another process uses the database. */
  readonly keepOthersOut: (transaction: SqlTransaction, tables: readonly string[]) => Promise<boolean>;
  /** Allows numbers in columns that the database counts up. */
  readonly beforeRows: (transaction: SqlTransaction) => Promise<void>;
  /** The database counts on from the copied numbers. */
  readonly afterRows: (transaction: SqlTransaction) => Promise<void>;
  readonly close: () => Promise<void>;
}

export const inUse = (which: 'source' | 'target'): StoreError => ({
  _tag: 'StoreError',
  problem: 'busy',
  message: `Another process uses the ${which === 'source' ? 'sync database' : 'database that --to names'}. Stop what runs (serve, worker, your app, other commands) and run this again. Nothing was copied.`,
});

/** Written by the migration itself. */
const ofMigrations = 'kysely_migration';

/** A table in one of the two databases. */
interface TableAt {
  readonly at: CopyEnd;
  readonly transaction: SqlTransaction;
  readonly shape: TableShape;
}

/**
 * Both databases are kept from others until the end. A target that holds the same rows already is left as it is: the process that
 * copied them was killed after its commit.
 */
export const copyState = (from: CopyEnd, to: CopyEnd, watch: CopyWatch): StoreResult<StateCopy> => {
  const copy = (source: SqlTransaction, target: SqlTransaction): StoreResult<StateCopy> =>
    attempt(async (take) => {
      const inTarget = new Set((await to.shapesOf(target)).map(({ name }) => name));
      const inSource = await take(asking(from.engine, () => from.shapesOf(source)));
      // The schema of a host may hold its own tables as well.
      const shapes = inSource.filter(({ name }) => inTarget.has(name));
      const names = shapes.map(({ name }) => name);
      await take(keepOut('source', { at: from, transaction: source }, names));
      await take(keepOut('target', { at: to, transaction: target }, names));
      const tables: CopiedTable[] = [];
      const isNew = await isEmpty(target, shapes);
      if (isNew) {
        await to.beforeRows(target);
        await sql`delete from ${sql.id(ofMigrations)}`.execute(target);
      }
      for (const shape of shapes) {
        const original: TableAt = { at: from, transaction: source, shape };
        const other: TableAt = { at: to, transaction: target, shape };
        const table = await take(isNew ? copyTable(original, other, watch.onPage) : readTable(original));
        if (!isSame(table, await take(readTable(other))))
          return take(E.left((isNew ? differs : isNotEmpty)(shape.name)));
        tables.push(table);
        watch.onTable(table);
      }
      if (!isNew) return { isCopied: false, tables };
      await to.afterRows(target);
      return { isCopied: true, tables };
    });
  return inWriteTransaction(from, (source) => inWriteTransaction(to, (target) => copy(source, target))())();
};

/** A failure belongs to the database that was asked: its transaction runs inside or around that of the other one. */
const asking = async <A>({ toStoreError }: CopyEnd['engine'], ask: () => Promise<A>): StoreResult<A> => {
  try {
    return E.right(await ask());
  } catch (error) {
    return E.left(toStoreError(error));
  }
};

/** Left if another process uses one of the databases. */
const keepOut = async (
  which: 'source' | 'target',
  { at, transaction }: Pick<TableAt, 'at' | 'transaction'>,
  tables: readonly string[],
): StoreResult<void> => {
  const kept = await asking(at.engine, () => at.keepOthersOut(transaction, tables));
  if (E.isLeft(kept) && kept.left.problem !== 'busy') return kept;
  return E.isRight(kept) && kept.right ? E.right(undefined) : E.left(inUse(which));
};

const isEmpty = async (transaction: SqlTransaction, shapes: readonly TableShape[]): Promise<boolean> => {
  for (const { name } of shapes) {
    if (name === ofMigrations) continue;
    const { rows } = await sql`select 1 from ${sql.id(name)} limit 1`.execute(transaction);
    if (rows.length > 0) return false;
  }
  return true;
};

const copyTable = (
  source: TableAt,
  { at, transaction, shape }: TableAt,
  onPage: CopyWatch['onPage'],
): StoreResult<CopiedTable> => {
  const { name, columns } = shape;
  const statements = at.engine.insertStatements({ into: name as keyof StoreTables, columns, tail: '' });
  return readTable(source, async (rows) => {
    for (const query of statements(rows)) await transaction.executeQuery(query);
    if (rows.length > 0) onPage();
  });
};

type Cells = readonly (string | null)[];

/** Counts the rows of a table and digests them. */
const readTable = (
  table: TableAt,
  onPage: (rows: readonly Cells[]) => Promise<void> = () => Promise.resolve(),
): StoreResult<CopiedTable> =>
  attempt(async (take) => {
    const hash = createHash('sha256');
    let count = 0;
    let after: Keys | undefined;
    do {
      const { rows, last } = await take(readPage(table, after));
      for (const cells of rows) hash.update(`${JSON.stringify(cells)}\n`);
      await onPage(rows);
      count += rows.length;
      after = last;
    } while (after !== undefined);
    return { table: table.shape.name, rows: count, digest: hash.digest('hex') };
  });

interface Page {
  readonly rows: readonly Cells[];
  /** The key of the last row; undefined after the last page. */
  readonly last: Keys | undefined;
}

const rowsPerPage = 500;

/** The next rows of a table in the order of its key, all cells as texts, which are equal in both engines. */
const readPage = async (
  { at: { engine }, transaction, shape: { name, columns, key } }: TableAt,
  after: Keys | undefined,
): StoreResult<Page> => {
  const texts = columns.map((column) => sql`cast(${sql.id(name, column)} as text) as ${sql.id(column)}`);
  const ofKey = sql.join(key.map(({ column }) => sql.id(name, column)));
  return asking(engine, async () => {
    const { rows } = await sql<Readonly<Record<string, string | null>>>`
      select ${sql.join(texts)} from ${sql.id(name)}
      ${after === undefined ? sql`` : sql`where (${ofKey}) > (${sql.join(after)})`}
      order by ${ofKey} limit ${sql.lit(rowsPerPage)}`.execute(transaction);
    const last = rows.at(-1);
    return {
      rows: rows.map((row) => columns.map((column) => row[column] ?? null)),
      last: last && key.map(({ column, isNumber }) => (isNumber ? Number(last[column]) : (last[column] ?? ''))),
    };
  });
};

const isSame = (a: CopiedTable, b: CopiedTable): boolean => a.rows === b.rows && a.digest === b.digest;

const differs = (table: string): StoreError =>
  copyError(
    `The copy of the table ${table} differs from the original, so all of it was undone. Report it with this message.`,
  );

const copyError = (message: string): StoreError => ({ _tag: 'StoreError', problem: 'other', message });

const isNotEmpty = (table: string): StoreError =>
  copyError(
    `The database that --to names is not empty, and holds something else than this sync database (first in the table ${table}). Name a new file, or an empty schema. Nothing was copied.`,
  );
