import * as E from 'fp-ts/lib/Either.js';
import { sql } from 'kysely';
import type { StoreError, StoreResult } from '../domain/sync-store.ts';
import { migrations } from './migrations.ts';
import { inReadTransaction, inWriteTransaction, type SqlDatabase, type SqlTransaction } from './sql/database.ts';

const newerVersionError = (name: string): StoreError => ({
  _tag: 'StoreError',
  problem: 'newer version',
  message:
    `The sync database was written by a newer version of tax-nexus-sync (it has "${name}"). Install that version or a ` +
    'later one; this one would not understand what it reads, and has changed nothing.',
});

interface MigrationState {
  readonly applied: readonly string[];
  readonly pending: readonly string[];
}

/** What the database has been through, and what is still before it. Left when a newer program has changed it. */
const readMigrationState = async (
  { engine }: SqlDatabase,
  transaction: SqlTransaction,
): StoreResult<MigrationState> => {
  const known = Object.keys(migrations).sort();
  const table = await engine.migrationTable.execute(transaction);
  if (table.rows.length === 0) return E.right({ applied: [], pending: known });
  const { rows } = await sql<{ readonly name: string }>`select name from kysely_migration order by name`.execute(
    transaction,
  );
  const applied = rows.map(({ name }) => name);
  const unknown = applied.find((name) => !known.includes(name));
  if (unknown !== undefined) return E.left(newerVersionError(unknown));
  return E.right({ applied, pending: known.filter((name) => !applied.includes(name)) });
};

/**
 * Brings the tables up to date, all in one transaction: of two processes that start at once, one does it and the other
 * finds it done. Left, with nothing changed, when a newer program has changed them before.
 */
export const migrate = async (database: SqlDatabase): StoreResult<void> => {
  const before = await inReadTransaction(database, (transaction) => readMigrationState(database, transaction))();
  if (E.isLeft(before)) return before;
  if (before.right.pending.length === 0) return E.right(undefined);
  return inWriteTransaction(database, async (transaction): StoreResult<void> => {
    const { engine } = database;
    await engine.lock(transaction, 'migrations');
    if (before.right.applied.length === 0) await engine.prepareSchema(transaction);
    const now = await readMigrationState(database, transaction);
    if (E.isLeft(now)) return now;
    await sql`
      create table if not exists kysely_migration (name varchar(255) not null primary key, timestamp varchar(255) not null)
      `.execute(transaction);
    for (const name of now.right.pending) {
      for (const statement of migrations[name]?.(engine.tableSyntax) ?? [])
        await sql.raw(statement).execute(transaction);
      const at = new Date().toISOString();
      await sql`insert into kysely_migration (name, timestamp) values (${name}, ${at})`.execute(transaction);
    }
    return E.right(undefined);
  })();
};
