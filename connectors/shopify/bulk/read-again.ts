/** Reads orders again that a bulk result cannot show completely, such as those with refunds, many per request. */
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import { held } from '../../../src/domain/exclusion.ts';
import type { SourceError } from '../../../src/domain/errors.ts';
import type { SourceResult } from '../../../src/mapping/source-connector.ts';
import type { Shop } from '../account.ts';
import { askForPage, type AskForPagePorts, type PageDocuments } from '../read/ask-for-page.ts';
import { heldIfAlone } from '../read/not-served.ts';
import { ordersHead, ordersPage } from '../queries/index.ts';
import { idOfGid } from '../records/values.ts';
import type { OrderContext } from '../to-sale/identity.ts';
import { orderNotVisible } from '../read/history-limit.ts';
import { readOrderNode, readOrder } from '../read/read-order.ts';
import { isUnreachable } from '../errors.ts';
import { inParallelDespiteFailures } from '../../../src/domain/async.ts';

/** Reads orders by global id and passes each to `take`; a deleted order has no result. */
export type ReadAgain = (
  ids: readonly string[],
  take: (id: string, result: O.Option<SourceResult>) => void,
) => Promise<E.Either<SourceError, void>>;

const byId: PageDocuments = { document: ordersPage, head: ordersHead };

const concurrency = 4;

/** Reads pages of orders by id, which costs a tenth of single requests. */
export const readAgain =
  (ports: AskForPagePorts, shop: Shop, context: OrderContext): ReadAgain =>
  async (ids, take) => {
    const { ask, pageSize } = ports;
    const takeHeld = async (id: string, failure: SourceError): Promise<E.Either<SourceError, void>> => {
      const result = await heldIfAlone(ports, { id }, failure);
      if (E.isLeft(result)) return result;
      take(id, O.some(result.right));
      return E.right(undefined);
    };
    const alone = async (id: string): Promise<E.Either<SourceError, void>> => {
      const result = await readOrder(ask, shop, context, id);
      if (E.isLeft(result)) return takeHeld(id, result.left);
      const isUnseen = O.isNone(result.right) && !shop.access.allOrders;
      take(id, isUnseen ? O.some(unseen(id)) : result.right);
      return E.right(undefined);
    };
    for (let start = 0; start < ids.length;) {
      const some = ids.slice(start, start + pageSize.current());
      start += some.length;
      const query = some
        .filter(isId)
        .map((id) => `id:${idOfGid(id)}`)
        .join(' OR ');
      if (query === '') continue;
      const asked = await askForPage(ports, shop, byId, { query, after: null });
      if (E.isLeft(asked) && !isUnreachable(asked.left)) return asked;
      const isServed = E.isRight(asked) && asked.right.notServed === undefined;
      const nodes = isServed ? asked.right.page.orders.nodes : [];
      const found = new Map(nodes.map((node) => [node['id'], node]));
      const done = await inParallelDespiteFailures(concurrency, isUnreachable)(some, async (id) => {
        const node = found.get(id);
        // The search index may lag behind the order, or Shopify could not serve the whole page.
        if (node === undefined) return alone(id);
        const result = await readOrderNode(ask, shop, context, node);
        if (E.isLeft(result)) return takeHeld(id, result.left);
        take(id, O.some(result.right));
        return E.right(undefined);
      });
      if (E.isLeft(done)) return done;
    }
    return E.right(undefined);
  };

/** Holds an order of the bulk result that may exist, but cannot be read. */
const unseen = (id: string): SourceResult =>
  E.left(held({ sourceId: idOfGid(id), name: idOfGid(id) }, 'incomplete record', orderNotVisible.message));

const isId = (id: string): boolean => /^gid:\/\/shopify\/Order\/\d+$/.test(id);
