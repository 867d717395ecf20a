import { setImmediate as nextEventLoopTurn } from 'node:timers/promises';
import { type RawBuilder, sql } from 'kysely';
import type { ShownFields } from '../../../domain/sync-store.ts';
import { textKey } from '../../../mapping/comparison.ts';
import { erasedNameOf, withoutZip } from '../../erased.ts';
import type { EntryRow, SendingRow, ServiceTransactionRow } from '../../schema.ts';
import { insertRows, listStatement, type SqlEngine, type SqlTransaction } from '../database.ts';
import { toNumber } from '../rows.ts';

export type ErasedTable = 'entry' | 'sending' | 'decision' | 'audit';

export interface Scope {
  /** Null for all of the storefront. */
  readonly recordIds: readonly string[] | null;
  /** Which rows of a table are meant. */
  readonly rows: (table: ErasedTable) => RawBuilder<unknown>;
  /** Which notes are meant, whether or not any run has looked at what they are about. */
  readonly notes: RawBuilder<unknown>;
}

/** A storefront, and others that hold sales of the same shop or account, such as an imported file. */
export interface Owners {
  readonly storefront: string;
  /** Null where nothing was ever synced. */
  readonly account: string | null;
  readonly others: readonly string[];
  /** With which the ids of its transactions begin: `shopify:548:`. */
  readonly prefixes: readonly string[];
}

/** Rows that are looked at at a time. */
const rowsAtATime = 1_000;

/** By what the service's list may have a transaction. */
interface ListKeys {
  readonly ids: readonly string[];
  readonly names: readonly string[];
}

type Pages<Row> = (take: (rows: readonly Row[]) => Promise<void>) => Promise<void>;

/** All rows of a storefront in pages, each found where the one before it ended; those of a few records at once. */
const pagesOf =
  <Row>(
    transaction: SqlTransaction,
    { recordIds }: Scope,
    select: RawBuilder<unknown>,
    position: { readonly columns: readonly string[]; readonly of: (row: Row) => readonly unknown[] },
  ): Pages<Row> =>
  async (take) => {
    const columns = sql.join(position.columns.map((column) => sql.ref(column)));
    for (let last: Row | undefined; ;) {
      const after = last === undefined ? sql`` : sql`and (${columns}) > (${sql.join(position.of(last))})`;
      const page = recordIds === null ? sql`${after} order by ${columns} limit ${sql.lit(rowsAtATime)}` : sql``;
      const { rows } = await sql<Row>`${select} ${page}`.execute(transaction);
      await take(rows);
      if (recordIds !== null || rows.length < rowsAtATime) return;
      last = rows.at(-1);
      await nextEventLoopTurn();
    }
  };

// Rows of before 0012 hold names as the service wrote them.
const formsOf = (name: string): readonly string[] => [name, textKey(name)];

/**
 * Erases ZIP and name of what the service listed, or answered, of the erased sales. The rows stay, found by our ids, by those that
 * the service gave them, and by their names, because they keep a sale from being pushed again: see `erasedNameOf`.
 */
export const eraseListed = async (
  engine: SqlEngine,
  transaction: SqlTransaction,
  owners: Owners,
  scope: Scope,
): Promise<void> => {
  const { account } = owners;
  if (account === null) return;
  const columns = 'account, id, name, shown, walk';
  const byId = listStatement<ServiceTransactionRow>(
    engine,
    `select ${columns} from service_transaction where account = ? and id in (`,
  );
  const byName = listStatement<ServiceTransactionRow>(
    engine,
    `select ${columns} from service_transaction ${engine.byIndex('service_transaction_by_name')} where account = ? and name in (`,
  );
  const replace = insertRows<ServiceTransactionRow>(
    engine,
    'service_transaction',
    'on conflict (account, id) do update set name = excluded.name, shown = excluded.shown',
  );
  const eraseRows = async (found: readonly ServiceTransactionRow[]): Promise<void> => {
    const changed = new Map<string, ServiceTransactionRow>();
    for (const { id, name, shown, walk } of found) {
      const kept = shown === null ? null : JSON.stringify(withoutZip(JSON.parse(shown) as ShownFields));
      const erased = erasedNameOf(name ?? id);
      if (erased !== name || kept !== shown)
        changed.set(id, { account, id, name: erased, shown: kept, walk: toNumber(walk) });
    }
    await replace(transaction, [...changed.values()]);
  };
  const eraseKeys = async ({ ids, names }: ListKeys): Promise<void> => {
    await eraseRows(await byId(transaction, [...new Set(ids)], account));
    await eraseRows(await byName(transaction, [...new Set(names)], account));
  };

  // One by one, so that each page is read from an index, in its order.
  for (const storefront of [owners.storefront, ...owners.others]) {
    await pagesOf<Pick<SendingRow, 'id' | 'source_id' | 'remote_id' | 'name'>>(
      transaction,
      scope,
      sql`select id, source_id, remote_id, name from sending
        where account = ${account} and sending.storefront = ${storefront} and ${scope.rows('sending')}`,
      { columns: ['source_id', 'id'], of: ({ source_id, id }) => [source_id, id] },
    )((rows) =>
      eraseKeys({
        ids: rows.flatMap(({ id, remote_id }) => (remote_id === null ? [id] : [id, remote_id])),
        names: rows.flatMap(({ id, name }) => (name === id ? [] : formsOf(name))),
      }),
    );
    await pagesOf<Pick<EntryRow, 'run' | 'place' | 'id' | 'source_id' | 'name'>>(
      transaction,
      scope,
      sql`select run, place, id, source_id, name from entry
        where month is not null and entry.storefront = ${storefront} and ${scope.rows('entry')}`,
      { columns: ['source_id', 'run', 'place'], of: ({ source_id, run, place }) => [source_id, run, place] },
    )((rows) =>
      eraseKeys({
        ids: rows.map(({ id }) => id),
        names: rows.flatMap(({ source_id, name }) => (name === source_id ? [] : formsOf(name))),
      }),
    );
  }
  // The list may have some that no run has looked at.
  const records = owners.prefixes.flatMap((prefix) => scope.recordIds?.map((recordId) => `${prefix}${recordId}`) ?? []);
  await eraseKeys({ ids: records, names: [] });
  for (const start of scope.recordIds === null ? owners.prefixes : records.map((id) => `${id}:`)) {
    // A semicolon is what follows the colon.
    const end = `${start.slice(0, -1)};`;
    await pagesOf<ServiceTransactionRow>(
      transaction,
      scope,
      sql`select ${sql.raw(columns)} from service_transaction
        where account = ${account} and id >= ${start} and id < ${end}`,
      { columns: ['id'], of: ({ id }) => [id] },
    )(eraseRows);
  }
};
