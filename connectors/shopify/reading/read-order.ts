import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import * as t from 'io-ts';
import type { SourceError } from '../../../src/core/source-error.ts';
import type { Entry } from '../../../src/mapping/source-connector.ts';
import { accessVariablesOf } from '../api/access.ts';
import type { Shop } from '../account.ts';
import { askFor } from '../api/ask-for.ts';
import type { Ask } from '../api/client.ts';
import { orderById } from '../documents/index.ts';
import type { OrderContext } from '../sale/order-context.ts';
import { readEntry } from './read-entry.ts';

/** One order as it is now, by its global id; none when the shop has no such order. */
export const readOrder = async (
  ask: Ask,
  shop: Shop,
  context: OrderContext,
  gid: string,
): Promise<E.Either<SourceError, O.Option<Entry>>> => {
  const variables = { id: gid, ...accessVariablesOf(shop.access) };
  const node = await askFor(ask)(orderById, variables, 'order', t.UnknownRecord);
  if (E.isLeft(node)) return node;
  if (node.right === undefined) return E.right(O.none);
  const entry = await readEntry(ask, context)(node.right)();
  return E.isLeft(entry) ? entry : E.right(O.some(entry.right));
};
