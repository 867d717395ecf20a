import { isAmended } from '../records/is-amended.ts';
import { orderAgreement } from '../records/order-agreement.ts';
import type { Order } from '../records/order.ts';

/**
 * Whether an order is told by its whole ledger: edits, returns and exchanges stand there alone; so does the sale itself
 * when it is not what came first.
 */
export const needsLedger = (order: Order): boolean => isAmended(order) || orderAgreement(order)._tag === 'CutShort';
