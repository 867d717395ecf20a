import * as E from 'fp-ts/lib/Either.js';
import * as t from 'io-ts';
import type { SourceError } from '../../../src/domain/errors.ts';
import { askFor } from '../api/ask-for.ts';
import type { Ask } from '../api/client.ts';
import { connection, type Connection } from '../records/connection.ts';
import { orderRefunds, refundLines } from '../documents/index.ts';
import { OrderRefund, RefundLine } from '../records/order-refund.ts';
import { restOfList } from './rest-of-list.ts';

/** The list has no cursor and holds no more than this. */
const mostRefunds = 250;

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
export const wholeRefunds = async (
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
  return E.right({ nodes, isCutShort: nodes.length >= mostRefunds, endCursor: null });
};
