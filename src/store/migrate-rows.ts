/** Fills or changes all rows of a large table in short transactions, so that other processes keep working during an upgrade. */
import { sql } from 'kysely';
import * as E from 'fp-ts/lib/Either.js';
import type { StoreResult } from '../domain/sync-store.ts';
import type { RowMigration } from './migrations.ts';
import { type Keys, type SqlDatabase, type SqlTransaction, writeTo } from './sql/database.ts';

/** If two processes did the same step, both record it. */
export const noteMigration = async (transaction: SqlTransaction, name: string): Promise<void> => {
  const at = new Date().toISOString();
  await sql`insert into kysely_migration (name, timestamp) values (${name}, ${at}) on conflict do nothing`.execute(
    transaction,
  );
};

/** Rows in one transaction. In SQLite all other writers wait for it, in PostgreSQL only writers of the same rows. */
const batchSize = 500;

/** The text that `tax-nexus migrate --dry-run` prints. */
export const describeRows = ({ statement, key }: RowMigration): string =>
  `${statement} and (${key.join(', ')}) in (…) -- ${batchSize} rows at a time`;

/** After each batch it pauses for as long as the batch took, so that other processes can write. */
export const migrateRows = async (
  database: SqlDatabase,
  migration: RowMigration & { readonly name: string; readonly pause: (milliseconds: number) => Promise<unknown> },
): StoreResult<void> => {
  let after: Keys | undefined;
  for (;;) {
    const begun = performance.now();
    const done = await writeTo(database, async (transaction) => {
      const keys = await nextKeys(transaction, migration, after);
      if (keys.length > 0)
        await sql`${sql.raw(migration.statement)} and ${database.engine.isAmong(migration, keys)}`.execute(transaction);
      else await noteMigration(transaction, migration.name);
      return keys.at(-1);
    })();
    if (E.isLeft(done)) return done;
    if (done.right === undefined) return E.right(undefined);
    after = done.right;
    await migration.pause(performance.now() - begun);
  }
};

/** The keys of the next rows, in their order. */
const nextKeys = async (
  transaction: SqlTransaction,
  { table, key }: RowMigration,
  after: Keys | undefined,
): Promise<readonly Keys[]> => {
  const columns = sql.raw(key.join(', '));
  const { rows } = await sql<Readonly<Record<string, string | number>>>`
    select ${columns} from ${sql.raw(table)}
    ${after === undefined ? sql`` : sql`where (${columns}) > (${sql.join(after)})`}
    order by ${columns} limit ${sql.lit(batchSize)}`.execute(transaction);
  return rows.map((row) => key.map((column) => row[column] ?? ''));
};
