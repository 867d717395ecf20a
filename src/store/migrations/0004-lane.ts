import type { Kysely, Migration } from 'kysely';

/** What the processes that share an API key must know of each other: see lane-schema.ts for what each column means. */
export const rateLimitTable: Migration = {
  up: async ({ schema }: Kysely<unknown>): Promise<void> => {
    await schema
      .createTable('lane')
      .addColumn('one', 'integer', (column) => column.primaryKey())
      .addColumn('paused_until', 'bigint', (column) => column.notNull())
      .addColumn('next_turn', 'bigint', (column) => column.notNull())
      .execute();
  },
};
