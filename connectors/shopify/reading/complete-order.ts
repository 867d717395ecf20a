import * as E from 'fp-ts/lib/Either.js';
import * as t from 'io-ts';
import type { SourceError } from '../../../src/domain/errors.ts';
import { askFor } from '../api/ask-for.ts';
import type { Ask } from '../api/client.ts';
import { connection } from '../records/connection.ts';
import { refundsPerOrder } from '../documents/order-fields.ts';
import { orderFulfillments, orderLines, orderShippingLines } from '../documents/index.ts';
import { LineItem } from '../records/line-item.ts';
import { needsLedger } from './needs-ledger.ts';
import { FulfillmentOrder, type Order } from '../records/order.ts';
import { restOfList } from './rest-of-list.ts';
import { ShippingLine } from '../records/shipping-line.ts';
import { unreadParts } from '../sale/unread-parts.ts';
import { wholeLedger } from './whole-ledger.ts';
import { wholeRefunds } from './whole-refunds.ts';

const LinesOfOrder = t.type({ lineItems: connection(LineItem) }, 'OrderLines');
const ShippingOfOrder = t.type({ shippingLines: connection(ShippingLine) }, 'OrderShippingLines');

const FulfillmentsOfOrder = t.type({ fulfillmentOrders: connection(FulfillmentOrder) }, 'OrderFulfillments');

const needsRefunds = (order: Order): boolean =>
  (order.refunds?.nodes.length ?? 0) >= refundsPerOrder || unreadParts(order).includes('refunds');

/** Whether an order's page held all of it. */
export const isWholeOrder = (order: Order): boolean =>
  order.lineItems?.isCutShort !== true &&
  order.shippingLines?.isCutShort !== true &&
  order.fulfillmentOrders?.isCutShort !== true &&
  !needsRefunds(order) &&
  !needsLedger(order);

/**
 * Reads what did not fit on an order's page: the rest of its lines, shipping and fulfillment orders, all refunds, the whole ledger of one that
 * was edited or returned. What stays incomplete is still cut short afterwards, and `orderToSale` holds such an order.
 */
export const completeOrder = async (ask: Ask, order: Order): Promise<E.Either<SourceError, Order>> => {
  const { id } = order;
  let whole = order;
  if (order.lineItems?.isCutShort === true) {
    const lines = await restOfList(order.lineItems, async (after) => {
      const more = await askFor(ask)(orderLines, { id, after }, 'order', LinesOfOrder);
      return E.isLeft(more) ? more : E.right(more.right?.lineItems);
    });
    if (E.isLeft(lines)) return lines;
    whole = { ...whole, lineItems: lines.right };
  }
  if (order.shippingLines?.isCutShort === true) {
    const shipping = await restOfList(order.shippingLines, async (after) => {
      const more = await askFor(ask)(orderShippingLines, { id, after }, 'order', ShippingOfOrder);
      return E.isLeft(more) ? more : E.right(more.right?.shippingLines);
    });
    if (E.isLeft(shipping)) return shipping;
    whole = { ...whole, shippingLines: shipping.right };
  }
  if (order.fulfillmentOrders?.isCutShort === true) {
    const fulfillments = await restOfList(order.fulfillmentOrders, async (after) => {
      const more = await askFor(ask)(orderFulfillments, { id, after }, 'order', FulfillmentsOfOrder);
      return E.isLeft(more) ? more : E.right(more.right?.fulfillmentOrders);
    });
    if (E.isLeft(fulfillments)) return fulfillments;
    whole = { ...whole, fulfillmentOrders: fulfillments.right };
  }
  if (needsRefunds(order)) {
    const refunds = await wholeRefunds(ask, id);
    if (E.isLeft(refunds)) return refunds;
    if (refunds.right !== undefined) whole = { ...whole, refunds: refunds.right };
  }
  if (needsLedger(whole)) {
    const ledger = await wholeLedger(ask, id);
    if (E.isLeft(ledger)) return ledger;
    if (ledger.right !== undefined) whole = { ...whole, agreements: ledger.right };
  }
  return E.right(whole);
};
