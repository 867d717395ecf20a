import { type Kysely, type Migration, sql } from 'kysely';
import { type SqlEngine } from '../sql-engine.ts';

/** By what storefronts know one another's sales: see schema.ts for what each column means. */
export const saleReferences = (engine: SqlEngine): Migration => ({
  up: async ({ schema }: Kysely<unknown>): Promise<void> => {
    const table = schema.createTable('sale_reference');
    await (engine.clusteredTable === '' ? table : table.modifyEnd(sql.raw(engine.clusteredTable)))
      .addColumn('run', 'integer', (column) => column.notNull())
      .addColumn('reference', 'text', (column) => column.notNull())
      .addColumn('id', 'text', (column) => column.notNull())
      .addColumn('storefront', 'text', (column) => column.notNull())
      .addColumn('noted_at', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('sale_reference_key', ['run', 'reference', 'id'])
      .execute();
    await schema.createIndex('sale_reference_by_id').on('sale_reference').columns(['id', 'run']).execute();
  },
});
