import type { Kysely, Migration } from 'kysely';

/** The rate limit that processes with the same API key share: see `LaneRow` in schema.ts. */
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
