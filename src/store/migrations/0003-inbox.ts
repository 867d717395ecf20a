import { type CreateTableBuilder, type Kysely, type Migration, sql } from 'kysely';
import type { SqlEngine } from '../sql/engine.ts';

/** Everything that happens after the history is in: see schema.ts for what each column means. */
export const inboxTables = (engine: SqlEngine): Migration => {
  const clustered = <T extends string, C extends string>(table: CreateTableBuilder<T, C>): CreateTableBuilder<T, C> =>
    engine.clusteredTable === '' ? table : table.modifyEnd(sql.raw(engine.clusteredTable));

  return {
    up: async ({ schema }: Kysely<unknown>): Promise<void> => {
      await clustered(schema.createTable('delivery'))
        .addColumn('storefront', engine.text, (column) => column.notNull())
        .addColumn('id', engine.text, (column) => column.notNull())
        .addColumn('received_at', 'bigint', (column) => column.notNull())
        .addPrimaryKeyConstraint('delivery_key', ['storefront', 'id'])
        .execute();
      await schema.createIndex('delivery_by_time').on('delivery').column('received_at').execute();

      await clustered(schema.createTable('bell'))
        .addColumn('storefront', engine.text, (column) => column.notNull())
        .addColumn('record_id', engine.text, (column) => column.notNull())
        .addColumn('is_deletion', 'integer', (column) => column.notNull())
        .addColumn('rings', 'integer', (column) => column.notNull())
        .addColumn('attempts', 'integer', (column) => column.notNull())
        .addColumn('parked', 'integer', (column) => column.notNull())
        .addColumn('first_rung_at', 'bigint', (column) => column.notNull())
        .addColumn('due_at', 'bigint', (column) => column.notNull())
        .addColumn('claim_owner', engine.text, (column) => column.notNull())
        .addColumn('claim_until', 'bigint', (column) => column.notNull())
        .addColumn('reason', engine.text)
        .addPrimaryKeyConstraint('bell_key', ['storefront', 'record_id'])
        .execute();
      await schema.createIndex('bell_by_time').on('bell').columns(['storefront', 'parked', 'due_at']).execute();

      await clustered(schema.createTable('catch_up'))
        .addColumn('storefront', engine.text, (column) => column.notNull().primaryKey())
        .addColumn('caught_up_to', engine.text, (column) => column.notNull())
        .execute();

      await clustered(schema.createTable('task'))
        .addColumn('name', engine.text, (column) => column.notNull())
        .addColumn('storefront', engine.text, (column) => column.notNull())
        .addColumn('begun_at', 'bigint', (column) => column.notNull())
        .addPrimaryKeyConstraint('task_key', ['name', 'storefront'])
        .execute();

      await schema
        .createTable('resolution')
        .addColumn('number', 'integer', (column) => column.primaryKey())
        .addColumn('storefront', engine.text, (column) => column.notNull())
        .addColumn('id', engine.text, (column) => column.notNull())
        .addColumn('note', engine.text, (column) => column.notNull())
        .addColumn('resolved_by', engine.text, (column) => column.notNull())
        .addColumn('resolved_at', engine.text, (column) => column.notNull())
        .execute();
      await schema.createIndex('resolution_by_storefront').on('resolution').column('storefront').execute();
    },
  };
};
