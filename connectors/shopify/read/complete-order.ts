import { isAmended } from '../records/is-amended.ts';
import { orderAgreement } from '../records/order-agreement.ts';
import { type Order, FulfillmentOrder } from '../records/order.ts';
import * as E from 'fp-ts/lib/Either.js';
import * as t from 'io-ts';
import type { SourceError } from '../../../src/domain/errors.ts';
import { askFor } from '../client/ask-for.ts';
import type { Ask } from '../client/client.ts';
import { connection, type Connection } from '../records/connection.ts';
import { refundsPerOrder } from '../queries/orders.ts';
import {
  orderFulfillments,
  orderLedger,
  orderLines,
  orderRefunds,
  orderShippingLines,
  refundLines,
} from '../queries/index.ts';
import { LineItem } from '../records/line-item.ts';
import { ShippingLine } from '../records/shipping-line.ts';
import { unreadParts } from '../to-sale/order-to-sale.ts';
import { OrderRefund, RefundLine } from '../records/order-refund.ts';
import { Agreement } from '../records/agreement.ts';
import { maybe } from '../records/maybe.ts';

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

/** The list has no cursor and holds no more than this. */
const maxRefunds = 250;

const RefundsOfOrder = t.type({ refunds: connection(OrderRefund) }, 'OrderRefunds');

const LinesOfRefund = t.type({ refundLineItems: connection(RefundLine) }, 'RefundLines');

const withAllLines = async (ask: Ask, refund: OrderRefund): Promise<E.Either<SourceError, OrderRefund>> => {
  const { id, refundLineItems: lines } = refund;
  if (!lines?.isCutShort || id === null || id === undefined) return E.right(refund);
  const whole = await restOfList(lines, async (after) => {
    const more = await askFor(ask)(refundLines, { id, after }, 'refund', LinesOfRefund);
    return E.isLeft(more) ? more : E.right(more.right?.refundLineItems);
  });
  return E.isLeft(whole) ? whole : E.right({ ...refund, refundLineItems: whole.right });
};

/** All refunds of an order, each with all its lines. */
const wholeRefunds = async (
  ask: Ask,
  id: string,
): Promise<E.Either<SourceError, Connection<OrderRefund> | undefined>> => {
  const read = await askFor(ask)(orderRefunds, { id }, 'order', RefundsOfOrder);
  if (E.isLeft(read)) return read;
  if (read.right === undefined) return E.right(undefined);
  const nodes: OrderRefund[] = [];
  for (const refund of read.right.refunds.nodes) {
    const whole = await withAllLines(ask, refund);
    if (E.isLeft(whole)) return whole;
    nodes.push(whole.right);
  }
  return E.right({ nodes, isCutShort: nodes.length >= maxRefunds, endCursor: null });
};

const LedgerPage = t.type(
  {
    agreements: t.type({
      edges: t.readonlyArray(t.type({ cursor: t.string, node: Agreement })),
      pageInfo: t.intersection([t.type({ hasNextPage: t.boolean }), t.partial({ endCursor: maybe(t.string) })]),
    }),
  },
  'OrderLedger',
);

type Sales = NonNullable<Agreement['sales']>;

/**
 * The ledger of an order from its sale to its latest event. Ten agreements a request; an agreement with more sales than
 * fit is read on by itself, as the one that follows its predecessor's cursor.
 */
const wholeLedger = async (ask: Ask, id: string): Promise<E.Either<SourceError, Connection<Agreement> | undefined>> => {
  const read = (agreements: number, after: string | null, afterSales: string | null) =>
    askFor(ask)(orderLedger, { id, agreements, after, afterSales }, 'order', LedgerPage);
  const all: Agreement[] = [];
  let after: string | null = null;
  for (;;) {
    const page: Awaited<ReturnType<typeof read>> = await read(10, after, null);
    if (E.isLeft(page)) return page;
    if (page.right === undefined) return E.right(undefined);
    const { edges, pageInfo } = page.right.agreements;
    let before = after;
    for (const { cursor, node } of edges) {
      const predecessor = before;
      const sales: E.Either<SourceError, Sales> = await restOfList(
        node.sales ?? { nodes: [], isCutShort: true, endCursor: null },
        async (afterSales) => {
          const more = await read(1, predecessor, afterSales);
          return E.isLeft(more) ? more : E.right(more.right?.agreements.edges[0]?.node.sales ?? undefined);
        },
      );
      if (E.isLeft(sales)) return sales;
      all.push({ ...node, sales: sales.right });
      before = cursor;
    }
    if (!pageInfo.hasNextPage) return E.right({ nodes: all, isCutShort: false, endCursor: null });
    const next: string | null = pageInfo.endCursor ?? null;
    if (next === null || next === after) return E.right({ nodes: all, isCutShort: true, endCursor: null });
    after = next;
  }
};

/** Reads the page of a list after the cursor; `undefined` when the order that it belongs to is gone, or is not readable. */
type ReadMore<A> = (after: string) => Promise<E.Either<SourceError, Connection<A> | undefined>>;

/**
 * Reads a nested list to its end. What cannot be completed stays cut short, so that its order is held and not sent with a
 * part missing: a list without a cursor, a cursor that does not advance, an order deleted meanwhile.
 */
const restOfList = async <A>(
  list: Connection<A>,
  readMore: ReadMore<A>,
): Promise<E.Either<SourceError, Connection<A>>> => {
  let whole = list;
  while (whole.isCutShort && whole.endCursor !== null) {
    const more = await readMore(whole.endCursor);
    if (E.isLeft(more)) return more;
    if (more.right === undefined || more.right.endCursor === whole.endCursor) break;
    const { nodes, isCutShort, endCursor } = more.right;
    whole = { nodes: [...whole.nodes, ...nodes], isCutShort, endCursor };
  }
  return E.right(whole);
};

/**
 * Whether an order is told by its whole ledger: edits, returns and exchanges stand there alone; so does the sale itself
 * when it is not what came first.
 */
export const needsLedger = (order: Order): boolean => isAmended(order) || orderAgreement(order)._tag === 'CutShort';
