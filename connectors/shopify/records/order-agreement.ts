import type { Agreement } from './agreement.ts';
import type { Order } from './order.ts';

/** What the ledger says about the sale itself. */
export type OrderAgreement =
  | { readonly _tag: 'Found'; readonly agreement: Agreement }
  /** The order has no ledger, or one without its sale, such as an imported one. */
  | { readonly _tag: 'None' }
  /** There is a ledger, and what was read of it is not all. */
  | { readonly _tag: 'CutShort'; readonly field: string };

const isOfSale = ({ reason }: Agreement): boolean => reason === 'ORDER';

/** One agreement with the sales of all; undefined when not all of them were read. */
const joined = (first: Agreement, others: readonly Agreement[]): Agreement | undefined => {
  const all = [first, ...others];
  if (!all.every(({ sales }) => sales?.isCutShort === false)) return undefined;
  if (others.length === 0) return first;
  const nodes = all.flatMap(({ sales }) => sales?.nodes ?? []);
  return { ...first, sales: { nodes, isCutShort: false, endCursor: null } };
};

/**
 * The agreement under which the order was placed: the only one that later edits, refunds and cancellations leave as it is.
 * Never simply the first: its reason decides. Shopify documents one; of several each counts, and the total as placed shows
 * whether they belong to it.
 */
export const orderAgreement = ({ agreements }: Order): OrderAgreement => {
  const [first, ...others] = agreements?.nodes.filter(isOfSale) ?? [];
  if (first === undefined) {
    return agreements?.isCutShort === true ? { _tag: 'CutShort', field: 'agreements' } : { _tag: 'None' };
  }
  const agreement = joined(first, others);
  if (agreement === undefined) return { _tag: 'CutShort', field: 'agreements.sales' };
  return agreement.sales?.nodes.length === 0 ? { _tag: 'None' } : { _tag: 'Found', agreement };
};
