import { type Kysely, type Migration, sql } from 'kysely';
import type { SqlEngine } from '../sql/engine.ts';

/** By what storefronts know one another's sales: see schema.ts for what each column means. */
export const saleReferenceTable = (engine: SqlEngine): Migration => ({
  up: async ({ schema }: Kysely<unknown>): Promise<void> => {
    const table = schema.createTable('sale_reference');
    await (engine.clusteredTable === '' ? table : table.modifyEnd(sql.raw(engine.clusteredTable)))
      .addColumn('run', 'integer', (column) => column.notNull())
      .addColumn('reference', engine.text, (column) => column.notNull())
      .addColumn('id', engine.text, (column) => column.notNull())
      .addColumn('storefront', engine.text, (column) => column.notNull())
      .addColumn('noted_at', engine.text, (column) => column.notNull())
      .addPrimaryKeyConstraint('sale_reference_key', ['run', 'reference', 'id'])
      .execute();
    await schema.createIndex('sale_reference_by_id').on('sale_reference').columns(['id', 'run']).execute();
  },
});
