/** Checks each page that is read from a platform for erased records and merchants who left, so that their data is not stored again. */
import { sql } from 'kysely';
import type { Inbox } from '../../../domain/inbox.ts';
import { type ErasedRecord, isErasedRow } from '../../erased.ts';
import type { ErasedRow } from '../../schema.ts';
import { listStatement, readFrom, type SqlDatabase, type SqlTransaction, writeTo } from '../database.ts';
import { toNumber } from '../rows.ts';
import { findOwners } from './owners.ts';

export const sqlErasedOf = (database: SqlDatabase): Pick<Inbox, 'erasedOf' | 'reopenStorefront'> => {
  const rowsOf = listStatement<ErasedRow>(
    database.engine,
    'select source_id, storefront from erased where source_id in (',
  );
  const withPrefixes = async (
    transaction: SqlTransaction,
    rows: readonly ErasedRow[],
  ): Promise<readonly ErasedRecord[]> => {
    const known = new Map<string, readonly string[]>();
    for (const { storefront } of rows)
      if (!known.has(storefront)) known.set(storefront, (await findOwners(transaction, storefront)).prefixes);
    return rows.map(({ source_id: sourceId, storefront }) => {
      return { sourceId, storefront, prefixes: known.get(storefront) ?? [] };
    });
  };
  const placeOf = async (
    transaction: SqlTransaction,
    storefronts: readonly string[],
    sourceId: string,
  ): Promise<string | null> => {
    const line = await transaction
      .selectFrom('line_version')
      .select('jurisdiction')
      .where('account', 'in', (query) =>
        query.selectFrom('storefront_account').select('account').where('storefront', 'in', storefronts),
      )
      .where('storefront', 'in', storefronts)
      .where('source_id', '=', sourceId)
      .where('month', 'is not', null)
      .where('jurisdiction', 'is not', null)
      .limit(1)
      .executeTakeFirst();
    return line?.jurisdiction ?? null;
  };
  return {
    erasedOf: (storefront, records) =>
      readFrom(database, async (transaction) => {
        // One query that mostly returns no row: this runs with every page and record.
        const { rows: known } = await sql<{ readonly storefront: string; readonly has_left: number }>`
          select storefront, 1 as has_left from left_storefront
          union all select '' as storefront, 0 as has_left from (select 1 from erased limit 1) as some_record
          `.execute(transaction);
        const left = known.filter((row) => toNumber(row.has_left) === 1);
        const isLeft = left.some((one) => one.storefront === storefront);
        const places = new Map<string, string | null>();
        if (isLeft || known.length === 0) return { isLeft, places };
        const erasedShops = left.map((one) => ({ source_id: '', storefront: one.storefront }));
        const shops = await withPrefixes(transaction, erasedShops);
        const isOfShop = shops.some(({ prefixes }) =>
          prefixes.some((prefix) => records.some(({ id }) => id.startsWith(prefix))),
        );
        if (isOfShop) return { isLeft: true, places };
        const rows = await rowsOf(transaction, [...new Set(records.map(({ sourceId }) => sourceId))]);
        const erased = await withPrefixes(transaction, rows);
        const isErased = isErasedRow(erased);
        for (const { id, sourceId } of records) {
          if (!isErased({ id, sourceId, storefront })) continue;
          const names = erased.filter((one) => one.sourceId === sourceId).map((one) => one.storefront);
          places.set(sourceId, await placeOf(transaction, [...new Set([storefront, ...names])], sourceId));
        }
        return { isLeft: false, places };
      }),

    reopenStorefront: (storefront) =>
      writeTo(database, async (transaction) => {
        const reopened = await transaction
          .deleteFrom('left_storefront')
          .where('storefront', '=', storefront)
          .returning('storefront')
          .execute();
        return reopened.length > 0;
      }),
  };
};
