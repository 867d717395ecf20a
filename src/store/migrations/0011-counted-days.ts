import { type Kysely, type Migration, sql } from 'kysely';
import type { SqlEngine } from '../sql/engine.ts';

/** What reconciliations found of single days: see review-schema.ts for what each column means. */
export const dailyCountTable = (engine: SqlEngine): Migration => ({
  up: async ({ schema }: Kysely<unknown>): Promise<void> => {
    const days = schema.createTable('counted_day');
    await (engine.clusteredTable === '' ? days : days.modifyEnd(sql.raw(engine.clusteredTable)))
      .addColumn('storefront', engine.text, (column) => column.notNull())
      .addColumn('day', engine.text, (column) => column.notNull())
      .addColumn('source', 'integer', (column) => column.notNull())
      .addColumn('service', 'integer', (column) => column.notNull())
      .addColumn('missing', 'integer', (column) => column.notNull())
      .addColumn('differing', 'integer', (column) => column.notNull())
      .addColumn('counted_at', engine.text, (column) => column.notNull())
      .addPrimaryKeyConstraint('counted_day_key', ['storefront', 'day'])
      .execute();
  },
});
