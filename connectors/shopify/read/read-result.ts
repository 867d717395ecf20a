import * as E from 'fp-ts/lib/Either.js';
import type { SourceError } from '../../../src/domain/errors.ts';
import type { SourceResult } from '../../../src/mapping/source-connector.ts';
import type { Ask } from '../client/client.ts';
import { completeOrder } from './complete-order.ts';
import { type OrderContext, undecodableOrder } from '../to-sale/identity.ts';
import { orderToSale } from '../to-sale/order-to-sale.ts';
import { decodeOrder } from '../records/order.ts';

/** Completes an order as it came on a page, and says what becomes of it. */
export const readEntry = async (
  ask: Ask,
  context: OrderContext,
  node: unknown,
): Promise<E.Either<SourceError, SourceResult>> => {
  const order = decodeOrder(node);
  if (E.isLeft(order)) return E.right(undecodableOrder(node, order.left));
  const whole = await completeOrder(ask, order.right);
  return E.isLeft(whole) ? whole : E.right(orderToSale(context)(whole.right));
};
