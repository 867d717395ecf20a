import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import type { SourceError } from '../../../src/domain/errors.ts';
import type { SourceResult } from '../../../src/mapping/source-connector.ts';
import type { OrderContext } from '../sale/order-context.ts';
import { decodeOrder } from '../records/order.ts';
import { orderToSale } from '../sale/order-to-sale.ts';
import { undecodableOrder } from '../sale/undecodable-order.ts';
import type { BulkObject } from './adopt.ts';
import { asOnAPage } from './as-on-a-page.ts';
import { mustBeReadAgain } from './must-be-read-again.ts';
import type { ReadAgain } from './read-again.ts';

/** What became of the orders of a block, by their place in it; null for one that was deleted meanwhile. */
export type BlockEntries = Map<number, SourceResult | null>;

/** An object of a bulk result has no list where it has no children. */
const withLists = (order: BulkObject): BulkObject => {
  const agreements = order['agreements'];
  return {
    ...order,
    lineItems: order['lineItems'] ?? [],
    agreements: (Array.isArray(agreements) ? agreements : []).map((agreement: BulkObject) => ({
      ...agreement,
      sales: agreement['sales'] ?? [],
    })),
  };
};

const idOf = ({ id }: BulkObject): string => (typeof id === 'string' ? id : '');

/**
 * What becomes of the orders of a block. Those that a bulk result cannot tell are read again, many in one request. What was
 * read is kept in `known`, so that a pause half way costs nothing twice.
 */
export const readEntries = async (
  context: OrderContext,
  readAgain: ReadAgain,
  orders: readonly BulkObject[],
  known: BlockEntries,
): Promise<E.Either<SourceError, readonly SourceResult[]>> => {
  const again = new Map<string, number>();
  orders.forEach((object, index) => {
    if (known.has(index)) return;
    const node = withLists(object);
    const order = decodeOrder(node);
    if (E.isLeft(order)) known.set(index, undecodableOrder(node, order.left));
    else if (mustBeReadAgain(order.right)) again.set(idOf(object), index);
    else known.set(index, orderToSale(context)(asOnAPage(order.right)));
  });
  const read = await readAgain([...again.keys()], (id, entry) => {
    const index = again.get(id);
    if (index !== undefined) known.set(index, O.toNullable(entry));
  });
  if (E.isLeft(read)) return read;
  return E.right(orders.flatMap((_, index) => known.get(index) ?? []));
};
