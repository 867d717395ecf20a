import * as E from 'fp-ts/lib/Either.js';
import { sql } from 'kysely';
import type { RecordBook } from '../../core/record-book.ts';
import { reading, type Transaction } from './in-transaction.ts';
import type { SqlBook } from './sql-book.ts';

interface Found {
  /** Of the walks through the service's list. */
  readonly state: string;
  /** A sale that has no references; null when all of the platform have. */
  readonly id: string | null;
}

/** Changes with every walk. Between two walks nothing becomes present but what we push, and that has its references. */
const stateOf = async (transaction: Transaction): Promise<string> =>
  JSON.stringify((await transaction.selectFrom('presence_state').selectAll().executeTakeFirst()) ?? null);

const isNoted = async (transaction: Transaction, id: string): Promise<boolean> =>
  (await transaction
    .selectFrom('sale_reference')
    .select('id')
    .where('id', '=', id)
    .where('run', '=', 0)
    .limit(1)
    .executeTakeFirst()) !== undefined;

const search = async (transaction: Transaction, platform: string): Promise<string | null> => {
  const start = `${platform}:`;
  const { rows } = await sql<{ readonly id: string }>`
    select id from service_transaction
    where substr(id, 1, ${sql.lit(start.length)}) = ${start} and id not like '%:refund:%'
      and id not like '%:edit:%' and id not like '%:return:%' and not exists
      (select 1 from sale_reference where sale_reference.id = service_transaction.id and run = 0)
    limit 1`.execute(transaction);
  return rows[0]?.id ?? null;
};

/** Reads the whole list once for a platform and a state of the walks; live work asks this with every sale. */
export const hasUnnotedSales = (book: SqlBook): RecordBook['hasUnnotedSales'] => {
  const found = new Map<string, Found>();
  return (platform) =>
    reading(book, async (transaction) => {
      const state = await stateOf(transaction);
      const before = found.get(platform);
      if (before?.state === state) {
        if (before.id === null) return E.right(false);
        if (!(await isNoted(transaction, before.id))) return E.right(true);
      }
      const id = await search(transaction, platform);
      found.set(platform, { state, id });
      return E.right(id !== null);
    });
};
