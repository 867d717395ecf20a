/** Finds everything that was sent or listed for a sale beyond the sale itself, such as its refunds and corrections. */
import { sql } from 'kysely';
import type { SentTransaction } from '../../domain/sent.ts';
import type { RemoteTransaction, Submission, SyncStore } from '../../domain/sync-store.ts';
import { textKey } from '../../mapping/comparison.ts';
import type { ServiceTransactionRow } from '../schema.ts';
import { parseShown } from './rows.ts';
import { type AccountDatabase, readFrom, type SqlTransaction, toSlices } from './database.ts';

/**
 * Everything that belongs to a sale has an id that begins with the id of the sale and a colon, in both tables. The key of each
 * table finds a range of ids, because texts are compared byte by byte: a semicolon follows the colon.
 */

/** Sales in one query; each needs a range of two indexes. */
const salesAtATime = 40;

export const sqlFindSentUnder =
  (database: AccountDatabase): SyncStore['findSentUnder'] =>
  (saleIds) =>
    readFrom(database, async (transaction) => {
      const wanted = new Set(saleIds);
      const found = new Map<string, SentTransaction[]>();
      for (const some of toSlices([...wanted], salesAtATime)) {
        for (const { id, name, status, saved_at: savedAt, shown } of await rowsUnder(
          transaction,
          database.account,
          some,
        )) {
          const sale = saleOf(id, wanted);
          if (sale === undefined) continue;
          found.set(sale, [...(found.get(sale) ?? []), { id, name, status, savedAt, shown: parseShown(shown) }]);
        }
      }
      return found;
    });

export const sqlFindListedUnder =
  (database: AccountDatabase): SyncStore['findListedUnder'] =>
  (saleNames) =>
    readFrom(database, async (transaction) => {
      const keys = new Set(saleNames.map(textKey).filter((key) => key !== ''));
      const found = new Map<string, RemoteTransaction>();
      for (const some of toSlices([...keys], salesAtATime))
        for (const { id, name, shown } of await listedUnder(transaction, database, some))
          found.set(id, { id, name, shown: parseShown(shown) });
      return [...found.values()];
    });

interface SentRow {
  readonly id: string;
  readonly name: string | null;
  readonly status: Submission['status'] | 'listed';
  readonly saved_at: string | null;
  readonly shown: string | null;
}

const rowsUnder = async (
  transaction: SqlTransaction,
  account: string,
  saleIds: readonly string[],
): Promise<readonly SentRow[]> => {
  const { rows } = await sql<SentRow>`
    select submission.id, submission.name, submission.status, submission.saved_at, service_transaction.shown
    from submission left join service_transaction on service_transaction.account = ${account}
      and service_transaction.id = coalesce(submission.remote_id, submission.id)
    where submission.account = ${account} and (${isUnder('submission.id', saleIds)})
    union all
    select service_transaction.id, service_transaction.name, 'listed', null, service_transaction.shown
    from service_transaction
    where service_transaction.account = ${account} and (${isUnder('service_transaction.id', saleIds)})
      and not exists (select 1 from submission
        where submission.account = ${account} and submission.id = service_transaction.id)
    order by 1`.execute(transaction);
  return rows;
};

const isUnder = (column: string, saleIds: readonly string[]) =>
  sql.join(
    saleIds.map((id) => sql`(${sql.ref(column)} > ${`${id}:`} and ${sql.ref(column)} < ${`${id};`})`),
    sql` or `,
  );

/** The sale to which an id belongs: the longest of the wanted ids with which it begins. */
const saleOf = (id: string, saleIds: ReadonlySet<string>): string | undefined => {
  for (let at = id.lastIndexOf(':'); at > 0; at = id.lastIndexOf(':', at - 1)) {
    const start = id.slice(0, at);
    if (saleIds.has(start)) return start;
  }
  return undefined;
};

type ListedRow = Pick<ServiceTransactionRow, 'id' | 'name' | 'shown'>;

/** Each name is a range of the index by name: keys contain no punctuation but the hyphen, and a full stop follows it. */
const listedUnder = async (
  transaction: SqlTransaction,
  { account, engine }: AccountDatabase,
  keys: readonly string[],
): Promise<readonly ListedRow[]> => {
  const table = sql.raw(`service_transaction ${engine.byIndex('service_transaction_by_name')}`);
  // One query per range: for all ranges in one condition, the planner may read the whole account.
  const ranges = keys.map(
    (key) => sql`select id, name, shown from ${table}
      where account = ${account} and name >= ${key} and name < ${`${key}.`}`,
  );
  const { rows } = await sql<ListedRow>`${sql.join(ranges, sql` union all `)} order by 1`.execute(transaction);
  return rows;
};
