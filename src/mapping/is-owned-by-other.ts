import type { SaleOwner } from '../domain/sync-store.ts';
import { accountWithin } from './identity.ts';

/**
 * Whether a transaction belongs to another storefront than a sale. One of the same account never does: the storefront was
 * given another name since. Nor does a transaction to another one than itself.
 */
export const isOwnedByOther =
  (sale: SaleOwner) =>
  (owner: SaleOwner): boolean =>
    owner.storefront !== sale.storefront && owner.id !== sale.id && accountWithin(owner.id) !== accountWithin(sale.id);
