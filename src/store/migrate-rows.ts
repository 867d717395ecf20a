import { sql } from 'kysely';
import * as E from 'fp-ts/lib/Either.js';
import type { StoreResult } from '../domain/sync-store.ts';
import type { RowMigration } from './migrations.ts';
import { type Keys, type SqlDatabase, type SqlTransaction, writeTo } from './sql/database.ts';

/** Rows of one transaction. Other writers of SQLite, and of these rows in PostgreSQL, wait for it. */
const batchSize = 500;

/** Of two processes that did the same step, both note it. */
export const noteMigration = async (transaction: SqlTransaction, name: string): Promise<void> => {
  const at = new Date().toISOString();
  await sql`insert into kysely_migration (name, timestamp) values (${name}, ${at}) on conflict do nothing`.execute(
    transaction,
  );
};

/** As `tax-nexus migrate --dry-run` prints it. */
export const describeRows = ({ statement, key }: RowMigration): string =>
  `${statement} and (${key.join(', ')}) in (…) -- ${batchSize} rows at a time`;

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

/** Does a migration of rows to its end. Between two batches it rests as long as a batch took, so that others have their turn. */
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
