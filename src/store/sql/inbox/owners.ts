/** Finds the storefronts that hold sales of the same shop, because an erasure must reach all of them. */
import { type RawBuilder, sql } from 'kysely';
import { idPrefixesOf } from '../../store-rules.ts';
import type { SqlTransaction } from '../database.ts';

/** A storefront, and the others that hold sales of the same shop or account, such as an imported file. */
export interface Owners {
  readonly storefront: string;
  /** Null if nothing was ever synced. */
  readonly account: string | null;
  readonly others: readonly string[];
  /** The beginnings of the ids of its transactions, such as `shopify:548:`. */
  readonly prefixes: readonly string[];
}

/**
 * Searches only the account of the storefront. Each storefront is looked up by its first and its last record, because a
 * storefront is one shop or account, and at most once became another.
 */
export const findOwners = async (transaction: SqlTransaction, storefront: string): Promise<Owners> => {
  const idAt = (order: 'asc' | 'desc'): RawBuilder<unknown> => sql`(
    select line_version.id from line_version
    where line_version.account = names.account and line_version.storefront = names.storefront and line_version.id like '%:%:%'
    order by line_version.source_id ${sql.raw(order)} limit 1)`;
  const { rows } = await sql<{ account: string; storefront: string; first: string | null; last: string | null }>`
    select names.account, names.storefront, ${idAt('asc')} as first, ${idAt('desc')} as last
    from storefront_account own join storefront_account names on names.account = own.account
    where own.storefront = ${storefront}`.execute(transaction);
  const known = rows.map(({ storefront: name, first, last }) => ({ name, prefixes: idPrefixesOf([first, last]) }));
  const prefixes = known.find(({ name }) => name === storefront)?.prefixes ?? [];
  const others = known.filter((one) => one.name !== storefront && one.prefixes.some((each) => prefixes.includes(each)));
  return { storefront, account: rows[0]?.account ?? null, others: others.map(({ name }) => name), prefixes };
};
