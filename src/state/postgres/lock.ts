import { sql } from 'kysely';
import type { SqlEngine } from '../sql-engine.ts';

/** A page names hundreds of things, and the server has room for few locks; two names that share one wait for nothing worse. */
const locks = 64;

/**
 * Locks that end with the transaction. They are taken in their order, so that two transactions never wait for each other,
 * and hold in one schema: its name is the first half of each.
 */
export const lock =
  (schema: string): SqlEngine['lock'] =>
  async (transaction, names) => {
    await sql`
      select pg_advisory_xact_lock(hashtext(${schema}), number)
      from (select distinct hashtext(name) & ${sql.lit(locks - 1)} as number from unnest(${names}::text[]) as name order by 1)
        as numbers`.execute(transaction);
  };
