/** Erases a customer's data from our copy of the service's list, but keeps its rows, so that no erased sale is pushed again. */
import { type RawBuilder, sql } from 'kysely';
import type { ShownFields } from '../../../domain/sync-store.ts';
import { textKey } from '../../../mapping/comparison.ts';
import { erasedNameOf, withoutZip } from '../../erased.ts';
import type { LineVersionRow, SubmissionRow, ServiceTransactionRow } from '../../schema.ts';
import { insertRows, listStatement, type SqlEngine, type SqlTransaction } from '../database.ts';
import { toNumber } from '../rows.ts';
import type { Owners } from './owners.ts';

export type ErasedTable = 'line_version' | 'submission' | 'decision' | 'audit';

export interface Scope {
  /** Records that may be in the service's list although no run has read them. */
  readonly recordIds: readonly string[];
  /** Selects the rows of a table that are to be erased. */
  readonly rows: (table: ErasedTable) => RawBuilder<unknown>;
}

const columns = 'account, id, name, shown, scan';

/**
 * Erases ZIP and name of the listed transactions of the erased sales. The rows are found by our ids, by the ids of the service
 * and by their names; see `erasedNameOf` for why they stay.
 */
export const eraseListed = async (
  engine: SqlEngine,
  transaction: SqlTransaction,
  { account, storefront, others, prefixes }: Owners,
  { rows: of, recordIds }: Scope,
): Promise<void> => {
  if (account === null) return;
  const byId = listStatement<ServiceTransactionRow>(
    engine,
    `select ${columns} from service_transaction where account = ? and id in (`,
  );
  const byName = listStatement<ServiceTransactionRow>(
    engine,
    `select ${columns} from service_transaction ${engine.byIndex('service_transaction_by_name')} where account = ? and name in (`,
  );
  const eraseRows = prepareEraseRows(engine);
  const eraseKeys = async (ids: readonly string[], names: readonly string[]): Promise<void> => {
    await eraseRows(transaction, await byId(transaction, [...new Set(ids)], account));
    await eraseRows(transaction, await byName(transaction, [...new Set(names)], account));
  };

  // One storefront after the other, so that each is read from an index.
  for (const one of [storefront, ...others]) {
    const sent = await sql<Pick<SubmissionRow, 'id' | 'remote_id' | 'name'>>`
      select id, remote_id, name from submission where submission.storefront = ${one} and ${of('submission')}`.execute(
      transaction,
    );
    await eraseKeys(
      sent.rows.flatMap(({ id, remote_id }) => (remote_id === null ? [id] : [id, remote_id])),
      sent.rows.flatMap(({ id, name }) => (name === id ? [] : [textKey(name)])),
    );
    const lines = await sql<Pick<LineVersionRow, 'id' | 'source_id' | 'name'>>`
      select id, source_id, name from line_version where month is not null and line_version.storefront = ${one} and ${of('line_version')}`.execute(
      transaction,
    );
    await eraseKeys(
      lines.rows.map(({ id }) => id),
      lines.rows.flatMap(({ source_id, name }) => (name === source_id ? [] : [textKey(name)])),
    );
  }
  const records = prefixes.flatMap((prefix) => recordIds.map((recordId) => `${prefix}${recordId}`));
  await eraseKeys(records, []);
  for (const id of records)
    await eraseRows(transaction, (await beginning(account, `${id}:`).execute(transaction)).rows);
};

/** Rows of the list in one transaction. */
const listedAtATime = 1_000;

/**
 * Erases listed transactions of the shop that no run has read: one batch, after an id. Returns its last id, or null after the
 * last batch.
 */
export const eraseListedOfShop = async (
  engine: SqlEngine,
  transaction: SqlTransaction,
  { account, prefixes }: Owners,
  after: string,
): Promise<string | null> => {
  if (account === null) return null;
  for (const start of [...prefixes].sort()) {
    const limit = sql`limit ${sql.lit(listedAtATime)}`;
    const { rows } = await beginning(account, start, after, limit).execute(transaction);
    await prepareEraseRows(engine)(transaction, rows);
    if (rows.length === listedAtATime) return rows.at(-1)?.id ?? null;
  }
  return null;
};

const prepareEraseRows = (
  engine: SqlEngine,
): ((transaction: SqlTransaction, found: readonly ServiceTransactionRow[]) => Promise<void>) => {
  const replace = insertRows<ServiceTransactionRow>(
    engine,
    'service_transaction',
    'on conflict (account, id) do update set name = excluded.name, shown = excluded.shown',
  );
  return async (transaction, found) => {
    const changed = new Map<string, ServiceTransactionRow>();
    for (const { account, id, name, shown, scan } of found) {
      const kept = shown === null ? null : JSON.stringify(withoutZip(JSON.parse(shown) as ShownFields));
      const erased = erasedNameOf(name ?? id);
      if (erased !== name || kept !== shown)
        changed.set(id, { account, id, name: erased, shown: kept, scan: toNumber(scan) });
    }
    await replace(transaction, [...changed.values()]);
  };
};

/** The transactions whose ids begin with `start` and follow the id `after`: one page, or all of a record. */
const beginning = (
  account: string,
  start: string,
  after = '',
  limit: RawBuilder<unknown> = sql``,
): RawBuilder<ServiceTransactionRow> =>
  // In the collation, a semicolon follows the colon.
  sql`select ${sql.raw(columns)} from service_transaction where account = ${account}
    and id > ${after > start ? after : start} and id < ${`${start.slice(0, -1)};`} order by id ${limit}`;
