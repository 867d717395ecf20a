/** Keeps an erasure and a commit apart, so that a page that was read before an erasure never brings back a customer's data. */
import { sql } from 'kysely';
import type { RemoteTransaction } from '../../domain/sync-store.ts';
import { type ErasedRecord, isErasedRow, isErasedTransaction, type RecordRow, recordIdsIn } from '../erased.ts';
import type { ErasedRow } from '../schema.ts';
import { idPrefixesOf } from '../store-rules.ts';
import { type AccountDatabase, listStatement, type SqlDatabase, type SqlTransaction } from './database.ts';
import { findOwners } from './inbox/owners.ts';

/**
 * The name of the lock. A commit shares it, and an erasure takes it, for storefronts and for the prefixes of their transaction
 * ids.
 */
const erasure = 'erasure';

/**
 * Waits for pages of these names that are being committed, and blocks new ones, so that the erasure also covers what they write.
 */
export const lockErasure = (
  { engine }: SqlDatabase,
  transaction: SqlTransaction,
  names: readonly string[],
): Promise<void> => engine.lock(transaction, erasure, names);

interface ErasedAmong {
  /**
   * The ids of the rows that belong to erased records. No other record is erased until the transaction ends. Call it before any
   * row is locked.
   */
  readonly rows: (transaction: SqlTransaction, rows: readonly RecordRow[]) => Promise<ReadonlySet<string>>;
  /** The same for transactions of the service's list. The caller holds the lock of the list. */
  readonly listed: (
    transaction: SqlTransaction,
    transactions: readonly Pick<RemoteTransaction, 'id' | 'name'>[],
  ) => Promise<ReadonlySet<string>>;
}

/** Finds what would be written about records that are already erased. */
export const prepareErasedAmong = ({ engine, account }: AccountDatabase): ErasedAmong => {
  const rowsOf = listStatement<ErasedRow>(engine, 'select source_id, storefront from erased where source_id in (');
  const find = async (
    transaction: SqlTransaction,
    recordIds: () => readonly string[],
  ): Promise<readonly ErasedRecord[]> => {
    const { rows: any } = await sql`select 1 from erased limit 1`.execute(transaction);
    const rows = any.length === 0 ? [] : await rowsOf(transaction, [...new Set(recordIds())]);
    const prefixes = new Map<string, readonly string[] | null>();
    for (const { storefront } of rows) {
      if (prefixes.has(storefront)) continue;
      const owners = await findOwners(transaction, storefront);
      prefixes.set(storefront, owners.account === null || owners.account === account ? owners.prefixes : null);
    }
    return rows.flatMap(({ source_id: sourceId, storefront }) => {
      const known = prefixes.get(storefront) ?? null;
      return known === null ? [] : [{ sourceId, storefront, prefixes: known }];
    });
  };
  return {
    rows: async (transaction, rows) => {
      if (rows.length === 0) return new Set();
      const names = new Set([...rows.map(({ storefront }) => storefront), ...idPrefixesOf(rows.map(({ id }) => id))]);
      await engine.share(transaction, erasure, [...names]);
      const erased = await find(transaction, () => rows.map(({ sourceId }) => sourceId));
      return erased.length === 0 ? new Set() : new Set(rows.filter(isErasedRow(erased)).map(({ id }) => id));
    },
    listed: async (transaction, transactions) => {
      const erased = await find(transaction, () => ['', ...transactions.flatMap(recordIdsIn)]);
      return new Set(transactions.filter(isErasedTransaction(erased)).map(({ id }) => id));
    },
  };
};
