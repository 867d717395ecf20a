import { type CreateTableBuilder, type Kysely, type Migration, sql } from 'kysely';
import type { SqlEngine } from '../sql/engine.ts';

/** The first tables of the sync database: see schema.ts for what each column means. */
export const firstTables = (engine: SqlEngine): Migration => {
  const clustered = <T extends string, C extends string>(table: CreateTableBuilder<T, C>): CreateTableBuilder<T, C> =>
    engine.clusteredTable === '' ? table : table.modifyEnd(sql.raw(engine.clusteredTable));

  return {
    up: async ({ schema }: Kysely<unknown>): Promise<void> => {
      await schema
        .createTable('run')
        .addColumn('number', 'integer', (column) => column.primaryKey())
        .addColumn('id', engine.text, (column) => column.notNull().unique())
        .addColumn('request', engine.text, (column) => column.notNull())
        .addColumn('status', engine.text, (column) => column.notNull())
        .addColumn('started_at', engine.text, (column) => column.notNull())
        .addColumn('finished_at', engine.text)
        .addColumn('next_place', 'bigint', (column) => column.notNull())
        .execute();

      await clustered(schema.createTable('run_time_zone'))
        .addColumn('run', 'integer', (column) => column.notNull().references('run.number'))
        .addColumn('storefront', engine.text, (column) => column.notNull())
        .addColumn('time_zone', engine.text, (column) => column.notNull())
        .addPrimaryKeyConstraint('run_time_zone_key', ['run', 'storefront'])
        .execute();

      await clustered(schema.createTable('lease'))
        .addColumn('storefront', engine.text, (column) => column.notNull().primaryKey())
        .addColumn('owner', engine.text, (column) => column.notNull())
        .addColumn('until', 'bigint', (column) => column.notNull())
        .execute();

      await clustered(schema.createTable('checkpoint'))
        .addColumn('run', 'integer', (column) => column.notNull().references('run.number'))
        .addColumn('storefront', engine.text, (column) => column.notNull())
        .addColumn('window_key', engine.text, (column) => column.notNull())
        .addColumn('next_cursor', engine.text)
        .addPrimaryKeyConstraint('checkpoint_key', ['run', 'storefront', 'window_key'])
        .execute();

      // By place, so that a page of new entries is appended side by side.
      await clustered(schema.createTable('entry'))
        .addColumn('run', 'integer', (column) => column.notNull().references('run.number'))
        .addColumn('place', 'bigint', (column) => column.notNull())
        .addColumn('id', engine.text, (column) => column.notNull())
        .addColumn('storefront', engine.text, (column) => column.notNull())
        .addColumn('source_id', engine.text, (column) => column.notNull())
        .addColumn('name', engine.text, (column) => column.notNull())
        .addColumn('kind', engine.text, (column) => column.notNull())
        .addColumn('outcome', engine.text, (column) => column.notNull())
        .addColumn('reason', engine.text)
        .addColumn('message', engine.text)
        .addColumn('currency', engine.text)
        .addColumn('jurisdiction', engine.text)
        .addColumn('month', engine.text)
        .addColumn('total', engine.text)
        .addColumn('tax_collected', engine.text)
        .addPrimaryKeyConstraint('entry_key', ['run', 'place'])
        .execute();
      await schema.createIndex('entry_by_id').on('entry').columns(['id', 'run']).unique().execute();

      await clustered(schema.createTable('finding'))
        .addColumn('run', 'integer', (column) => column.notNull())
        .addColumn('place', 'bigint', (column) => column.notNull())
        .addColumn('position', 'integer', (column) => column.notNull())
        .addColumn('kind', engine.text, (column) => column.notNull())
        .addPrimaryKeyConstraint('finding_key', ['run', 'place', 'position'])
        .addForeignKeyConstraint('finding_entry', ['run', 'place'], 'entry', ['run', 'place'], (key) =>
          key.onDelete('cascade'),
        )
        .execute();

      await clustered(schema.createTable('movement'))
        .addColumn('run', 'integer', (column) => column.notNull())
        .addColumn('place', 'bigint', (column) => column.notNull())
        .addColumn('position', 'integer', (column) => column.notNull())
        .addColumn('kind', engine.text, (column) => column.notNull())
        .addColumn('id', engine.text, (column) => column.notNull())
        .addColumn('occurred_at', engine.text, (column) => column.notNull())
        .addColumn('currency', engine.text, (column) => column.notNull())
        .addColumn('amount', engine.text, (column) => column.notNull())
        .addColumn('tax', engine.text)
        .addColumn('sent', 'integer', (column) => column.notNull())
        .addColumn('message', engine.text, (column) => column.notNull())
        .addPrimaryKeyConstraint('movement_key', ['run', 'place', 'position'])
        .addForeignKeyConstraint('movement_entry', ['run', 'place'], 'entry', ['run', 'place'], (key) =>
          key.onDelete('cascade'),
        )
        .execute();

      await clustered(schema.createTable('sending'))
        .addColumn('id', engine.text, (column) => column.notNull().primaryKey())
        .addColumn('name', engine.text, (column) => column.notNull())
        .addColumn('storefront', engine.text, (column) => column.notNull())
        .addColumn('source_id', engine.text, (column) => column.notNull())
        .addColumn('status', engine.text, (column) => column.notNull())
        .addColumn('digest', engine.text, (column) => column.notNull())
        .addColumn('saved_at', engine.text, (column) => column.notNull())
        .addColumn('settled_at', engine.text)
        .execute();

      await schema
        .createTable('sending_body')
        .addColumn('id', engine.text, (column) => column.notNull().primaryKey())
        .addColumn('body', engine.text, (column) => column.notNull())
        .execute();

      await clustered(schema.createTable('service_transaction'))
        .addColumn('id', engine.text, (column) => column.notNull().primaryKey())
        .addColumn('name', engine.text)
        .addColumn('walk', 'integer', (column) => column.notNull())
        .execute();
      await schema.createIndex('service_transaction_by_name').on('service_transaction').column('name').execute();

      await schema
        .createTable('presence_state')
        .addColumn('one', 'integer', (column) => column.primaryKey())
        .addColumn('latest_walk', 'integer', (column) => column.notNull())
        .addColumn('complete_walk', 'integer', (column) => column.notNull())
        .addColumn('next_cursor', engine.text)
        .execute();
    },
  };
};
