import type { Kysely, Migration } from 'kysely';
import type { SqlEngine } from '../sql/engine.ts';

/** Signs of life of workers: see worker-schema.ts for what each column means. */
export const workerTable = (engine: SqlEngine): Migration => ({
  up: async ({ schema }: Kysely<unknown>): Promise<void> => {
    await schema
      .createTable('worker')
      .addColumn('id', engine.text, (column) => column.notNull().primaryKey())
      .addColumn('owner', engine.text, (column) => column.notNull())
      .addColumn('seen_at', 'bigint', (column) => column.notNull())
      .execute();
  },
});
