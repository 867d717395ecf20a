import type { Connection } from '../records/connection.ts';
import { isAmended } from '../records/is-amended.ts';
import type { OrderRefund } from '../records/order-refund.ts';
import type { Order } from '../records/order.ts';

const isCutShort = (list: Connection<unknown> | null | undefined): boolean => list?.isCutShort === true;

const ofRefund = (refund: OrderRefund): boolean =>
  isCutShort(refund.refundLineItems) ||
  isCutShort(refund.refundShippingLines) ||
  isCutShort(refund.orderAdjustments) ||
  isCutShort(refund.transactions) ||
  isCutShort(refund.duties);

/** Lists of an order without which its money or its place is not known, and which are missing or were cut short. */
export const unreadParts = (order: Order): readonly string[] => {
  const { lineItems, shippingLines, refunds, additionalFees, fulfillmentOrders, agreements } = order;
  return [
    ...(lineItems === null || lineItems === undefined || lineItems.isCutShort ? ['lineItems'] : []),
    ...(isCutShort(shippingLines) ? ['shippingLines'] : []),
    ...(isCutShort(additionalFees) ? ['additionalFees'] : []),
    ...(isCutShort(fulfillmentOrders) ? ['fulfillmentOrders'] : []),
    ...(isAmended(order) && isCutShort(agreements) ? ['agreements'] : []),
    ...(isCutShort(refunds) || refunds?.nodes.some(ofRefund) === true ? ['refunds'] : []),
  ];
};
