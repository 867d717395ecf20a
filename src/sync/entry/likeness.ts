import { digestOf } from '../../domain/digest.ts';
import type { PageLookup, SaleOwner } from '../../domain/sync-store.ts';
import type { Transaction } from '../../domain/transaction.ts';
import { isOwnedElsewhere } from '../../mapping/is-owned-elsewhere.ts';
import type { Candidate } from './candidate.ts';

const placeOf = ({ shipToAddress: { country, state, zip } }: Transaction): string => {
  const code = zip?.replaceAll(/\s/g, '').toUpperCase() ?? '';
  // One platform keeps the four digits behind a ZIP, another one does not.
  return code === '' ? `${country} ${state ?? ''}` : `${country} ${country === 'US' ? code.slice(0, 5) : code}`;
};

/**
 * What two sales have in common that look alike: minute, currency, total, and ZIP (or state, where there is none). A
 * digest, so that no place is kept in the clear. The minute leads, so that the record book writes a page of sales, which
 * come in the order of time, side by side: keys in no order would dirty a page of its file for each sale.
 */
export const likenessKey = (transaction: Transaction): string => {
  const { currency, total, transactedAt } = transaction;
  const minute = transactedAt.slice(0, 'YYYY-MM-DDTHH:MM'.length);
  return `like:${minute}:${digestOf([currency.code, total, placeOf(transaction)].join('|')).slice(0, 32)}`;
};

/** The earlier transaction of another storefront that this one looks like. Of two alike, the later one is remarked on. */
export const likenessOf = (
  storefront: string,
  { id, likeness }: Pick<Candidate, 'id' | 'likeness'>,
  { owners }: Pick<PageLookup, 'owners'>,
): SaleOwner | undefined => {
  const alike = likeness === null ? [] : (owners.get(likeness) ?? []);
  const own = alike.findIndex((owner) => owner.id === id);
  return alike.slice(0, own < 0 ? alike.length : own).find(isOwnedElsewhere({ id, storefront }));
};
