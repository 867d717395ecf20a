import type { Refund } from '../../../src/mapping/sale.ts';
import { isGiven } from '../records/is-given.ts';
import type { Order } from '../records/order.ts';
import { agreementsOfRefund } from './agreements-of-refund.ts';

/** Of a return that was agreed to: goods are on their way back, or came back. */
const agreed: ReadonlySet<string> = new Set(['IN_PROGRESS', 'INSPECTION_COMPLETE', 'RETURNED']);

/**
 * Whether the ledger knows neither a refund nor the edit or the return that the order says it had: Shopify writes the
 * ledger a moment later. What the refund gives back may then be about to be told by that edit or return as well.
 */
export const ledgerLagsBehind =
  (order: Order) =>
  ({ id }: Pick<Refund, 'id'>): boolean => {
    const { agreements, edited, returnStatus } = order;
    const known = agreements?.nodes ?? [];
    if (agreements?.isCutShort !== false || known.length === 0) return false;
    // Of which refund an agreement is was not asked then, and it may be that of this one.
    if (known.some(({ reason, refund }) => reason === 'REFUND' && !isGiven(refund))) return false;
    const lacks = (wanted: string): boolean => !known.some(({ reason }) => reason === wanted);
    const isAnnounced = (edited === true && lacks('ORDER_EDIT')) || (agreed.has(returnStatus ?? '') && lacks('RETURN'));
    return isAnnounced && agreementsOfRefund(order, id).length === 0;
  };
