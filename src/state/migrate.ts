import * as E from 'fp-ts/lib/Either.js';
import { sql } from 'kysely';
import type { BookError } from '../core/record-book.ts';
import { migrations } from './migrations/migrations.ts';
import { reading, type Transaction, writing } from './sql/in-transaction.ts';
import type { SqlBook } from './sql/sql-book.ts';

const newerVersion = (name: string): BookError => ({
  _tag: 'BookError',
  problem: 'newer version',
  message:
    `The record book was written by a newer version of tax-nexus-sync (it has "${name}"). Install that version or a ` +
    'later one; this one would not understand what it reads, and has changed nothing.',
});

interface Known {
  readonly done: readonly string[];
  readonly open: readonly string[];
}

/** What the database has been through, and what is still before it. Left when a newer program has changed it. */
const compare = async ({ engine }: SqlBook, transaction: Transaction): Promise<E.Either<BookError, Known>> => {
  const known = Object.keys(migrations(engine)).sort();
  const table = await engine.migrationTable.execute(transaction);
  if (table.rows.length === 0) return E.right({ done: [], open: known });
  const { rows } = await sql<{ readonly name: string }>`select name from kysely_migration order by name`.execute(
    transaction,
  );
  const done = rows.map(({ name }) => name);
  const unknown = done.find((name) => !known.includes(name));
  if (unknown !== undefined) return E.left(newerVersion(unknown));
  return E.right({ done, open: known.filter((name) => !done.includes(name)) });
};

const makeTable = async (transaction: Transaction): Promise<void> => {
  await transaction.schema
    .createTable('kysely_migration')
    .ifNotExists()
    .addColumn('name', 'varchar(255)', (column) => column.notNull().primaryKey())
    .addColumn('timestamp', 'varchar(255)', (column) => column.notNull())
    .execute();
};

/**
 * Brings the tables up to date, all in one transaction: of two processes that start at once, one does it and the other
 * finds it done. Left, with nothing changed, when a newer program has changed them before.
 */
export const migrate = async (book: SqlBook): Promise<E.Either<BookError, void>> => {
  const before = await reading(book, (transaction) => compare(book, transaction))();
  if (E.isLeft(before)) return before;
  if (before.right.open.length === 0) return E.right(undefined);
  return writing(book, async (transaction): Promise<E.Either<BookError, void>> => {
    const { engine } = book;
    await engine.lock(transaction, ['migrations']);
    if (before.right.done.length === 0) await engine.makeRoom(transaction);
    const now = await compare(book, transaction);
    if (E.isLeft(now)) return now;
    await makeTable(transaction);
    const all = migrations(engine);
    for (const name of now.right.open) {
      await all[name]?.up(transaction);
      const at = new Date().toISOString();
      await sql`insert into kysely_migration (name, timestamp) values (${name}, ${at})`.execute(transaction);
    }
    return E.right(undefined);
  })();
};
