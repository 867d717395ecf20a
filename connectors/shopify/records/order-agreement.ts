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

/**
 * The agreement under which the order was placed: the only one that later edits, refunds and cancellations leave as it is.
 * Never simply the first: its reason decides.
 */
export const orderAgreement = ({ agreements }: Order): OrderAgreement => {
  const agreement = agreements?.nodes.find(isOfSale);
  if (agreement === undefined) {
    return agreements?.isCutShort === true ? { _tag: 'CutShort', field: 'agreements' } : { _tag: 'None' };
  }
  const { sales } = agreement;
  if (sales === null || sales === undefined || sales.isCutShort) return { _tag: 'CutShort', field: 'agreements.sales' };
  return sales.nodes.length === 0 ? { _tag: 'None' } : { _tag: 'Found', agreement };
};
