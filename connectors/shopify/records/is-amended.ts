import type { OrderRefund } from './order-refund.ts';
import type { Order } from './order.ts';

const isNothing = (amount: string | undefined): boolean => amount === undefined || !/[1-9]/.test(amount);

/** A removal or a restocking: nothing went back with it, and nothing is on its way. */
const movesNoMoney = ({ totalRefundedSet, transactions }: OrderRefund): boolean =>
  isNothing(totalRefundedSet?.amount) && (transactions?.nodes ?? []).length === 0;

/** A return that was called off leaves no status, and a removal without money no mark, but both stand in the ledger. */
const isAmendedUnmarked = ({ agreements, refunds }: Order): boolean =>
  agreements?.isCutShort === true &&
  ((refunds?.nodes ?? []).length === 0 || refunds?.nodes.some(movesNoMoney) === true);

/** Whether an order was edited, a return of it was begun, or something was taken off it without money: what changed stands in its ledger alone. */
export const isAmended = (order: Order): boolean =>
  order.edited === true || !['NO_RETURN', null, undefined].includes(order.returnStatus) || isAmendedUnmarked(order);
