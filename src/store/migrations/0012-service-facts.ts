import { type Kysely, type Migration, sql } from 'kysely';
import type { SqlEngine } from '../sql/engine.ts';

/** What the service showed of itself and of its transactions: see schema.ts for what each column means. */
export const serviceFactsTables = (engine: SqlEngine): Migration => ({
  up: async (db: Kysely<unknown>): Promise<void> => {
    const { schema } = db;
    const facts = schema.createTable('service_facts');
    await (engine.clusteredTable === '' ? facts : facts.modifyEnd(sql.raw(engine.clusteredTable)))
      .addColumn('service_key', engine.text, (column) => column.notNull().primaryKey())
      .addColumn('facts', engine.text, (column) => column.notNull())
      .addColumn('noted_at', engine.text, (column) => column.notNull())
      .execute();
    await schema.alterTable('sending').addColumn('remote_id', engine.text).execute();
    await schema.alterTable('sending').addColumn('attempted_at', engine.text).execute();
    await sql`update sending set attempted_at = saved_at where status = 'intent'`.execute(db);
    await schema.alterTable('entry').addColumn('reported_tax', engine.text).execute();
    await schema.alterTable('entry').addColumn('reported_amount', engine.text).execute();
    await schema.alterTable('service_transaction').addColumn('shown', engine.text).execute();
  },
});
