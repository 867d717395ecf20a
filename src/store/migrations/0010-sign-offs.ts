import { type Kysely, type Migration, sql } from 'kysely';
import type { SqlEngine } from '../sql/engine.ts';

/** What people decide about runs: see review-schema.ts for what each column means. */
export const signOffTables = (engine: SqlEngine): Migration => ({
  up: async ({ schema }: Kysely<unknown>): Promise<void> => {
    await schema
      .createTable('sign_off')
      .addColumn('number', 'integer', (column) => column.primaryKey())
      .addColumn('run_id', engine.text, (column) => column.notNull())
      .addColumn('signed_by', engine.text, (column) => column.notNull())
      .addColumn('signed_at', engine.text, (column) => column.notNull())
      .addColumn('note', engine.text, (column) => column.notNull())
      .addColumn('statement', engine.text, (column) => column.notNull())
      .execute();
    await schema.createIndex('sign_off_by_run').on('sign_off').column('run_id').execute();

    const months = schema.createTable('closed_month');
    await (engine.clusteredTable === '' ? months : months.modifyEnd(sql.raw(engine.clusteredTable)))
      .addColumn('month', engine.text, (column) => column.notNull().primaryKey())
      .addColumn('closed_by', engine.text, (column) => column.notNull())
      .addColumn('closed_at', engine.text, (column) => column.notNull())
      .execute();
  },
});
