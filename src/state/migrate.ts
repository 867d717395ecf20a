import * as E from 'fp-ts/lib/Either.js';
import { type Kysely, Migrator, sql } from 'kysely';
import { type BookError } from '../core/record-book.ts';
import { migrations } from './migrations/migrations.ts';
import { type BookTables } from './schema.ts';
import { type SqlEngine } from './sql-engine.ts';

const newerVersion = (name: string): BookError => ({
  _tag: 'BookError',
  problem: 'newer version',
  message:
    `The record book was written by a newer version of tax-nexus-sync (it has "${name}"). Install that version or a ` +
    'later one; this one would not understand what it reads, and has changed nothing.',
});

/** The names of the migrations that the database has been through; none in a new one. */
const executed = async (db: Kysely<BookTables>): Promise<readonly string[]> => {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
  if (!tables.some(({ name }) => name === 'kysely_migration')) return [];
  const { rows } = await sql<{ readonly name: string }>`select name from kysely_migration order by name`.execute(db);
  return rows.map(({ name }) => name);
};

/** Brings the tables up to date. Left, with nothing changed, when a newer program has changed them before. */
export const migrate = async (db: Kysely<BookTables>, engine: SqlEngine): Promise<E.Either<BookError, void>> => {
  const known = migrations(engine);
  const done = await executed(db);
  const unknown = done.find((name) => !Object.hasOwn(known, name));
  if (unknown !== undefined) return E.left(newerVersion(unknown));
  if (done.length === Object.keys(known).length) return E.right(undefined);
  const provider = { getMigrations: () => Promise.resolve({ ...known }) };
  const { error } = await new Migrator({ db, provider }).migrateToLatest();
  return error === undefined ? E.right(undefined) : E.left(engine.toBookError(error));
};
