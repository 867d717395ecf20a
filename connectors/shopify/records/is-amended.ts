/** Decides whether an order was changed after its sale, because then its whole ledger must be read. */
import { isGiven } from '../../../src/domain/fields.ts';
import type { OrderRefund } from './order-refund.ts';
import type { Order } from './order.ts';

/** Whether an order was edited, has a return, or was reduced without a payment. Only its ledger shows such changes. */
export const isAmended = (order: Order): boolean =>
  order.edited === true || !['NO_RETURN', null, undefined].includes(order.returnStatus) || isAmendedUnmarked(order);

/** A canceled return leaves no status, and a removal without money leaves no flag, but the ledger shows both. */
const isAmendedUnmarked = (order: Order): boolean =>
  order.agreements?.isCutShort === true &&
  ((order.refunds?.nodes ?? []).length === 0 ||
    order.refunds?.nodes.some(movesNoMoney) === true ||
    hasOtherReasons(order));

/** A removal or restocking without any payment, made or pending. A voided authorization is not a payment. */
const movesNoMoney = ({ totalRefundedSet, transactions }: OrderRefund): boolean =>
  isNothing(totalRefundedSet?.amount) &&
  (transactions?.nodes ?? []).every(({ kind }) => kind?.toUpperCase() === 'VOID');

const isNothing = (amount: string | undefined): boolean => amount === undefined || !/[1-9]/.test(amount);

const listedSeparately: ReadonlySet<string> = new Set(['ORDER', 'REFUND']);

/** Whether the ledger has, or may have, more than the sale and its refunds, which the order lists by themselves. */
const hasOtherReasons = ({ reasons }: Order): boolean =>
  isGiven(reasons) &&
  (reasons.isCutShort ||
    reasons.nodes.some(({ reason }) => !listedSeparately.has(reason ?? '')) ||
    reasons.nodes.filter(({ reason }) => reason === 'ORDER').length > 1);
