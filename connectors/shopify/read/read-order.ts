/** Reads one order with all its parts and maps it, for a webhook, a person, or a gap in a bulk result. */
import * as E from 'fp-ts/lib/Either.js';
import type { SourceError } from '../../../src/domain/errors.ts';
import type { SourceResult } from '../../../src/mapping/source-connector.ts';
import type { Ask } from '../client/client.ts';
import { completeOrder } from './complete-order.ts';
import { type OrderContext, undecodableOrder } from '../to-sale/identity.ts';
import { saleOfOrder } from '../to-sale/order-to-sale.ts';
import { decodeOrder } from '../records/order.ts';
import * as O from 'fp-ts/lib/Option.js';
import type { Shop } from '../account.ts';
import { orderById } from '../queries/index.ts';
import { asSourceError, refused } from '../errors.ts';
import { isRecord } from '../../../src/domain/fields.ts';

/** The current order by its global id; none when Shopify answers null. A response without the field is refused. */
export const readOrder = async (
  ask: Ask,
  shop: Shop,
  context: OrderContext,
  gid: string,
): Promise<E.Either<SourceError, O.Option<SourceResult>>> => {
  const data = await ask(orderById(shop.access), { id: gid })();
  if (E.isLeft(data)) return E.left(asSourceError(data.left));
  const node = isRecord(data.right) ? data.right['order'] : undefined;
  if (node === null) return E.right(O.none);
  if (!isRecord(node)) return E.left(refused("Shopify's response is not an order; nothing was read"));
  const result = await readOrderNode(ask, shop, context, node);
  return E.isLeft(result) ? result : E.right(O.some(result.right));
};

/** Decodes and completes an order from a page, and maps it. */
export const readOrderNode = async (
  ask: Ask,
  { access }: Pick<Shop, 'access'>,
  context: OrderContext,
  node: unknown,
): Promise<E.Either<SourceError, SourceResult>> => {
  const order = decodeOrder(node);
  if (E.isLeft(order)) return E.right(undecodableOrder(node, order.left));
  const whole = await completeOrder(ask, order.right, access);
  return E.isLeft(whole) ? whole : E.right(saleOfOrder(context, whole.right));
};
