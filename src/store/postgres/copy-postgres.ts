/** Opens a database of PostgreSQL for a copy of the sync database, and keeps writers out of it during the copy. */
// cspell:ignore attidentity attname attnum attrelid atttypid attisdropped datname indkey indisprimary indrelid typname
import * as E from 'fp-ts/lib/Either.js';
import { sql } from 'kysely';
import type { StoreResult } from '../../domain/sync-store.ts';
import type { CopyEnd } from '../copy-state.ts';
import { migrate } from '../migrate.ts';
import type { SqlTransaction } from '../sql/database.ts';
import { groupShapes, type ShapeRow } from '../table-shapes.ts';
import { applicationName } from './driver.ts';
import { databaseNow } from './jobs/heartbeats.ts';
import { accessTo, asOpenError, openDatabase, type PostgresState } from './postgres-store.ts';

/** @param isGone whether the owner of a lease is a process of this machine that has ended */
export const postgresCopyEnd = async (
  state: PostgresState,
  isGone: (owner: string) => boolean,
): StoreResult<CopyEnd> => {
  const access = await accessTo(state, 'copy');
  if (E.isLeft(access)) return access;
  const { schema } = access.right;
  const database = openDatabase(access.right);
  if (E.isLeft(database)) return database;
  const close = (): Promise<void> => database.right.db.destroy();
  const migrated = await migrate(database.right);
  if (E.isLeft(migrated)) {
    await close();
    return E.left(asOpenError(migrated.left));
  }
  return E.right({
    ...database.right,
    close,
    shapesOf: async (transaction) => {
      const { rows } = await sql<ShapeRow>`
        select relname as "table", attname as "column", coalesce(position, 0)::integer as position,
          case when typname in ('int2', 'int4', 'int8') then 1 else 0 end as "isNumber"
        from pg_class join pg_namespace on pg_namespace.oid = relnamespace
          join pg_attribute on attrelid = pg_class.oid and attnum > 0 and not attisdropped
          join pg_type on pg_type.oid = atttypid
          left join pg_index on indrelid = pg_class.oid and indisprimary
          left join lateral (
            select position from unnest(indkey) with ordinality as keys (number, position) where number = attnum
          ) as keys on true
        where nspname = ${schema} and relkind in ('r', 'p') order by pg_class.oid, attnum`.execute(transaction);
      return groupShapes(rows);
    },
    keepOthersOut: async (transaction, tables) => {
      if (await isInUse(transaction, schema, isGone)) return false;
      const names = tables.map((name) => sql.id(schema, name));
      // An autovacuum ends when another transaction waits for its lock.
      await sql`lock table ${sql.join(names)} in share row exclusive mode`.execute(transaction);
      return true;
    },
    beforeRows: (transaction) => setIdentities(transaction, schema, 'by default'),
    afterRows: async (transaction) => {
      await setIdentities(transaction, schema, 'always');
      for (const { table, column } of await identitiesOf(transaction, schema))
        await sql`
          select setval(pg_get_serial_sequence(${`"${schema}"."${table}"`}, ${column}), coalesce(max(${sql.id(column)}), 1),
            max(${sql.id(column)}) is not null) from ${sql.id(schema, table)}`.execute(transaction);
    },
  });
};

/**
 * Whether another process is connected, or holds a lease or a claim: connections of a host have other names, and behind a
 * pooler all are the pooler's.
 */
const isInUse = async (
  transaction: SqlTransaction,
  schema: string,
  isGone: (owner: string) => boolean,
): Promise<boolean> => {
  const { rows: connections } = await sql`
    select 1 from pg_stat_activity
    where datname = current_database() and application_name = ${applicationName(schema)} limit 1`.execute(transaction);
  if (connections.length > 0) return true;
  const { rows: owners } = await sql<{ readonly owner: string }>`
    select owner from lease where until > ${databaseNow}
    union select claim_owner as owner from resync_request where claim_until > ${databaseNow}`.execute(transaction);
  return owners.some(({ owner }) => !isGone(owner));
};

const setIdentities = async (transaction: SqlTransaction, schema: string, when: 'always' | 'by default') => {
  for (const { table, column } of await identitiesOf(transaction, schema))
    await sql`alter table ${sql.id(schema, table)} alter column ${sql.id(column)} set generated ${sql.raw(when)}`.execute(
      transaction,
    );
};

interface Identity {
  readonly table: string;
  readonly column: string;
}

const identitiesOf = async (transaction: SqlTransaction, schema: string): Promise<readonly Identity[]> => {
  const { rows } = await sql<Identity>`
    select relname as "table", attname as "column"
    from pg_class join pg_namespace on pg_namespace.oid = relnamespace join pg_attribute on attrelid = pg_class.oid
    where nspname = ${schema} and relkind = 'r' and attidentity <> '' and not attisdropped`.execute(transaction);
  return rows;
};
