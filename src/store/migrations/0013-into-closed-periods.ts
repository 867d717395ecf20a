import type { Kysely, Migration } from 'kysely';

/** Whether a run may send into closed periods: see schema.ts. An older program that leaves it out may not. */
export const intoClosedPeriodsColumn: Migration = {
  up: async ({ schema }: Kysely<unknown>): Promise<void> => {
    await schema
      .alterTable('run')
      .addColumn('into_closed_periods', 'integer', (column) => column.notNull().defaultTo(0))
      .execute();
  },
};
