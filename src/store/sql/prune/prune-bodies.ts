/** Removes the bodies of old requests from the audit once their month is closed and no correction needs them. */
import { sql } from 'kysely';
import type { PrunedRecord, PruneRequest } from '../../../domain/prune-store.ts';
import type { AuditRow } from '../../review-schema.ts';
import { type AccountDatabase, listStatement, type SqlTransaction } from '../database.ts';
import { toNumber } from '../rows.ts';

/** `next` is null when all records were read. */
interface PrunedBodies {
  readonly records: readonly PrunedRecord[];
  readonly next: number | null;
}

/** Records that one transaction reads. */
const recordsAtATime = 500;

export const preparePruneBodies = (
  database: AccountDatabase,
): ((
  transaction: SqlTransaction,
  request: Pick<PruneRequest, 'before' | 'removal'>,
  after: number,
) => Promise<PrunedBodies>) => {
  const empty = listStatement(database.engine, 'update audit set body = null where account = ? and audit_number in (');
  return async (transaction, { before, removal }, after) => {
    const looked = await sql<{ readonly audit_number: number }>`
      select audit_number from audit where account = ${database.account} and audit_number > ${after}
      order by audit_number limit ${sql.lit(recordsAtATime)}`.execute(transaction);
    const numbers = looked.rows.map(({ audit_number: number }) => toNumber(number));
    const last = numbers.at(-1);
    if (last === undefined) return { records: [], next: null };
    const { rows } = await removable(database, before, numbers).execute(transaction);
    const records = rows.map((row): PrunedRecord => ({
      ...{ what: 'body', storefront: row.storefront, sourceId: row.source_id, id: row.id },
      ...{ answer: row.answer, sentAt: row.sent_at, body: row.body },
    }));
    if (removal !== null && rows.length > 0) {
      await removal.archive(records);
      const found = rows.map(({ audit_number: number }) => toNumber(number));
      await empty(transaction, found, database.account);
    }
    return { records, next: last };
  };
};

type BodyRow = AuditRow & { readonly audit_number: number };

/**
 * A correction takes back the body that the service accepted last, and audits of open months are exported with their bodies.
 * Neither needs a body that did not arrive or that another one replaced.
 */
const removable = ({ account, engine }: AccountDatabase, before: string, numbers: readonly number[]) => sql<BodyRow>`
  select record.* from audit record
  where record.audit_number in (${sql.join(numbers)}) and record.body is not null and record.answered_at < ${before}
    and exists (select 1 from closed_period
      where closed_period.account = ${account} and closed_period.month = substr(record.answered_at, 1, 7))
    and (record.answer in ('refused', 'not sent', 'credentials refused', 'no answer') or exists (
      select 1 from audit later ${sql.raw(engine.byIndex('audit_by_source'))}
      where later.account = ${account} and later.storefront = record.storefront and later.source_id = record.source_id
        and later.id = record.id and later.audit_number > record.audit_number and later.body is not null
        and later.answer in ('accepted', 'found', 'present')))`;
