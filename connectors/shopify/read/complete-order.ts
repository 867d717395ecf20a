/** Reads the parts of an order that did not fit on its page, so that no sale is sent with lines or refunds missing. */
import { isAmended } from '../records/is-amended.ts';
import { orderAgreement } from '../records/order-agreement.ts';
import { type Order, FulfillmentOrder } from '../records/order.ts';
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as t from 'io-ts';
import { isGiven } from '../../../src/domain/fields.ts';
import type { SourceError } from '../../../src/domain/errors.ts';
import { askFor } from '../client/ask-for.ts';
import type { Access } from '../client/access.ts';
import type { Ask } from '../client/client.ts';
import { connection, type Connection } from '../records/connection.ts';
import { refundsPerOrder } from '../queries/orders.ts';
import {
  disputeById,
  orderFulfillments,
  orderLedger,
  orderLines,
  orderRefunds,
  orderShippingLines,
  refundLines,
} from '../queries/index.ts';
import { Dispute } from '../records/dispute.ts';
import { isLost } from '../to-sale/disputes.ts';
import { LineItem } from '../records/line-item.ts';
import { ShippingLine } from '../records/shipping-line.ts';
import { unreadParts } from '../to-sale/order-to-sale.ts';
import { OrderRefund, RefundLine } from '../records/order-refund.ts';
import { Agreement } from '../records/agreement.ts';
import { idOfGid, maybe } from '../records/values.ts';
import { attempt } from '../../../src/domain/attempt.ts';

/** Whether an order's page had all parts of the order. */
export const isWholeOrder = (order: Order): boolean =>
  order.lineItems?.isCutShort !== true &&
  order.shippingLines?.isCutShort !== true &&
  order.fulfillmentOrders?.isCutShort !== true &&
  !needsRefunds(order) &&
  !needsDisputes(order) &&
  !needsLedger(order);

/**
 * Reads the rest of its lines, shipping and fulfillment orders, all refunds, and the whole ledger of an edited or returned order.
 * `orderToSale` holds an order that is still incomplete afterwards.
 */
export const completeOrder = (ask: Ask, order: Order, access: Access): Promise<E.Either<SourceError, Order>> =>
  attempt(async (take) => {
    const { id } = order;
    const moreLines = pageOf(ask, 'order', orderLines(access), id, 'lineItems', LineItem);
    const lineItems = await take(wholeList(order.lineItems, moreLines));
    const moreShipping = pageOf(ask, 'order', orderShippingLines, id, 'shippingLines', ShippingLine);
    const shippingLines = await take(wholeList(order.shippingLines, moreShipping));
    const moreFulfillments = pageOf(ask, 'order', orderFulfillments, id, 'fulfillmentOrders', FulfillmentOrder);
    const fulfillmentOrders = await take(wholeList(order.fulfillmentOrders, moreFulfillments));
    let whole: Order = {
      ...order,
      lineItems,
      shippingLines,
      fulfillmentOrders,
    };
    if (needsDisputes(order)) {
      const disputes = await take(wholeDisputes(ask, order));
      whole = { ...whole, disputes };
    }
    if (needsRefunds(order)) {
      const refunds = await take(wholeRefunds(ask, id));
      if (refunds !== undefined) whole = { ...whole, refunds };
    }
    if (needsLedger(whole)) {
      const ledger = await take(wholeLedger(ask, id));
      if (ledger !== undefined) whole = { ...whole, agreements: ledger };
    }
    return whole;
  });

/**
 * Whether an order needs its whole ledger: only the ledger shows edits, returns, exchanges, and a sale that is not its first
 * agreement.
 */
export const needsLedger = (order: Order): boolean => isAmended(order) || orderAgreement(order)._tag === 'CutShort';

const needsRefunds = (order: Order): boolean =>
  (order.refunds?.nodes.length ?? 0) >= refundsPerOrder || unreadParts(order).includes('refunds');

const needsDisputes = (order: Order): boolean => order.disputes?.nodes.some(isUnread) === true;

const isUnread = (dispute: Dispute): boolean => isLost(dispute) && !isGiven(dispute.amount);

/** Reads the page of a list after the cursor; `undefined` when its order is gone or not readable. */
type ReadMore<A> = (after: string) => Promise<E.Either<SourceError, Connection<A> | undefined>>;

/** Reads the pages of one list of an object, an order or a refund. */
const pageOf =
  <A>(ask: Ask, root: string, document: string, id: string, field: string, node: t.Type<A, unknown>): ReadMore<A> =>
  async (after) =>
    pipe(
      await askFor(ask)(document, { id, after }, root, t.type({ [field]: connection(node) })),
      E.map((object) => object?.[field]),
    );

const wholeList = async <A>(
  list: Connection<A> | null | undefined,
  readMore: ReadMore<A>,
): Promise<E.Either<SourceError, Connection<A> | null>> => (isGiven(list) ? restOfList(list, readMore) : E.right(null));

/**
 * Reads a nested list to its end. A list without a cursor, with a cursor that does not advance, or of a deleted order stays cut
 * short, so that its order is held instead of sent in part.
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

/** Lost disputes with their amounts. A dispute that cannot be read any more is listed without its amount. */
const wholeDisputes = async (ask: Ask, order: Order): Promise<E.Either<SourceError, Connection<Dispute>>> => {
  const nodes: Dispute[] = [];
  for (const dispute of order.disputes?.nodes ?? []) {
    const id = `gid://shopify/ShopifyPaymentsDispute/${idOfGid(dispute.id ?? '')}`;
    const read = isUnread(dispute) ? await askFor(ask)(disputeById, { id }, 'dispute', Dispute) : E.right(undefined);
    if (E.isLeft(read)) return read;
    nodes.push({ ...dispute, ...read.right });
  }
  return E.right({ nodes, isCutShort: false, endCursor: null });
};

const RefundsOfOrder = t.type({ refunds: connection(OrderRefund) }, 'OrderRefunds');

/** Shopify's limit for this list, which has no cursor. */
const maxRefunds = 250;

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

const withAllLines = async (ask: Ask, refund: OrderRefund): Promise<E.Either<SourceError, OrderRefund>> => {
  const { id, refundLineItems } = refund;
  if (!isGiven(id)) return E.right(refund);
  const more = pageOf(ask, 'refund', refundLines, id, 'refundLineItems', RefundLine);
  return pipe(
    await wholeList(refundLineItems, more),
    E.map((lines) => ({ ...refund, refundLineItems: lines })),
  );
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
 * The whole ledger of an order, ten agreements per request. The remaining sales of a long agreement are read separately: it is
 * the one agreement after its predecessor's cursor.
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
