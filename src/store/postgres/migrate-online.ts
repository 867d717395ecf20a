/** How PostgreSQL changes its tables during an upgrade while other processes read and write them. */
// cspell:ignore indexrelid indisvalid
import * as E from 'fp-ts/lib/Either.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { sql } from 'kysely';
import { inWriteTransaction, type SqlEngine } from '../sql/database.ts';

/**
 * Milliseconds that a change of a table waits for its lock. All later statements on the table wait as well, so it gives up soon
 * and tries again: Shopify waits five seconds for the answer to a webhook.
 */
const tableLockTimeout = 1_000;

export const migrateOnline = (
  schema: string,
  listType: (column: string, table: string) => string,
): Pick<SqlEngine, 'prepareMigration' | 'indexStatement' | 'isAmong' | 'buildIndex' | 'exclusively'> => {
  const indexStatement: SqlEngine['indexStatement'] = ({ name, table, on }) =>
    `create index concurrently if not exists ${name} on "${schema}".${table} ${on}`;
  return {
    prepareMigration: async (transaction, isNew) => {
      if (!isNew) await sql`set local lock_timeout to ${sql.lit(tableLockTimeout)}`.execute(transaction);
      // A user without the right to create schemas may use an existing one.
      const { rows } = await sql`select 1 from pg_namespace where nspname = ${schema}`.execute(transaction);
      if (rows.length === 0) await transaction.schema.createSchema(schema).execute();
    },

    indexStatement,

    isAmong: ({ table, key }, keys) => {
      const lists = key.map(
        (column, cell) => sql`${keys.map((values) => values[cell])}::${sql.raw(listType(column, table))}`,
      );
      return sql`(${sql.raw(key.join(', '))}) in (select * from unnest(${sql.join(lists)}))`;
    },

    // PostgreSQL can build an index while others write only outside of a transaction.
    buildIndex: ({ db, engine }, index) =>
      TE.tryCatch(
        () =>
          db.connection().execute(async (connection) => {
            const { rows } = await sql`
              select 1 from pg_index join pg_class on pg_class.oid = indexrelid join pg_namespace on pg_namespace.oid = relnamespace
              where nspname = ${schema} and relname = ${index.name} and not indisvalid`.execute(connection);
            // Left by a build that was killed: no query uses it.
            if (rows.length > 0) await sql.raw(`drop index concurrently "${schema}".${index.name}`).execute(connection);
            await sql.raw(indexStatement(index)).execute(connection);
          }),
        engine.toStoreError,
      )(),

    // PostgreSQL finishes an index only after all older snapshots are gone. So this does not wait for the lock, and its statement
    // has no parameters: with parameters, the portal would keep its snapshot until the next statement.
    exclusively: (database, work) =>
      inWriteTransaction(database, async (transaction) => {
        await sql`set local idle_in_transaction_session_timeout to 0`.execute(transaction);
        const { rows } = await sql<{ readonly taken: boolean }>`
          select pg_try_advisory_xact_lock(hashtext(${sql.lit(`${schema} long migration`)}), 0) as taken`.execute(
          transaction,
        );
        return rows[0]?.taken === true ? E.map(() => true)(await work()) : E.right(false);
      })(),
  };
};
