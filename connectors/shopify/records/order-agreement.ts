/** Finds the sale itself in the ledger of an order, among the edits, refunds and cancellations that came later. */
import type { Agreement } from './agreement.ts';
import type { Order } from './order.ts';

export type OrderAgreement =
  | { readonly _tag: 'Found'; readonly agreement: Agreement }
  /** The order has no ledger, or one without its sale, such as an imported order. */
  | { readonly _tag: 'None' }
  /** The ledger was not read completely. */
  | { readonly _tag: 'CutShort'; readonly field: string };

/**
 * The agreement under which the order was placed, which later edits, refunds and cancellations never change. Its reason
 * identifies it, not its position. Shopify documents only one; several are joined, and the original total verifies them.
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

const isOfSale = ({ reason }: Agreement): boolean => reason === 'ORDER';

/** One agreement with the sales of all; undefined when some were not read. */
const joined = (first: Agreement, others: readonly Agreement[]): Agreement | undefined => {
  const all = [first, ...others];
  if (!all.every(({ sales }) => sales?.isCutShort === false)) return undefined;
  if (others.length === 0) return first;
  const nodes = all.flatMap(({ sales }) => sales?.nodes ?? []);
  return { ...first, sales: { nodes, isCutShort: false, endCursor: null } };
};
