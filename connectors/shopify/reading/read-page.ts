import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import type * as TE from 'fp-ts/lib/TaskEither.js';
import type { SourceError } from '../../../src/domain/errors.ts';
import type { Policy } from '../../../src/mapping/policy.ts';
import type { Cursor, SourceResult, Page, Window } from '../../../src/mapping/source-connector.ts';
import type { Shop } from '../account.ts';
import { askForPage, type AskForPagePorts, type OrdersPage } from './ask-for-page.ts';
import { completeOrder, isWholeOrder } from './complete-order.ts';
import { nextPosition, type Stop } from './next-position.ts';
import { orderContextOf } from '../sale/order-context.ts';
import { feedOf, type OrderFeed } from './order-feed.ts';
import { cursorOf, positionOf } from './page-cursor.ts';
import type { PagesInProgress } from './pages-in-progress.ts';
import { decodeOrder, type Order } from '../records/order.ts';
import { orderToSale } from '../sale/order-to-sale.ts';
import { undecodableOrder } from '../sale/undecodable-order.ts';
import { sideBySide } from './side-by-side.ts';

interface Ports extends AskForPagePorts {
  readonly shop: TE.TaskEither<SourceError, Shop>;
  readonly policy: Policy;
  readonly inProgress: PagesInProgress<OrdersPage>;
}

/** Orders of a page that are completed at the same time. */
const atOnce = 4;

const stopOf = ({ timeField }: OrderFeed, { id, [timeField]: at }: Readonly<Record<string, unknown>>): Stop => ({
  id: typeof id === 'string' ? id : '',
  at: typeof at === 'string' ? at : undefined,
});

/**
 * One page of a window, each order of it complete. When Shopify asks to slow down half way, what was read of the page is
 * kept, so that the next try goes on where this one stopped.
 */
export const readPage =
  (ports: Ports) =>
  (window: Window, from: O.Option<Cursor>): TE.TaskEither<SourceError, Page> =>
  async () => {
    const position = positionOf(window.start, from);
    if (E.isLeft(position)) return position;
    const shop = await ports.shop();
    if (E.isLeft(shop)) return shop;
    const { start, skip } = position.right;
    const feed = feedOf(window);
    const query = feed.filterOf({ start, end: window.end });

    const key = `${query} ${position.right.after ?? ''}`;
    const work = ports.inProgress.of(key);
    const page =
      work.page === undefined
        ? await askForPage(ports, shop.right, feed.document, { query, after: position.right.after })
        : E.right(work.page);
    if (E.isLeft(page)) return page;
    work.page = page.right;

    const { nodes, pageInfo } = page.right.orders;
    const stops: Stop[] = [];
    for (const node of nodes) stops.push(stopOf(feed, node));
    const next = nextPosition(position.right, { ...pageInfo, endCursor: pageInfo.endCursor ?? null, stops });
    if (E.isLeft(next)) return next;

    const context = orderContextOf(shop.right, ports.policy);
    const wanted = [...nodes.entries()].filter(([index]) => !skip.includes(stops[index]?.id ?? ''));
    // Nearly every order is whole: a promise for each of them is work for nothing.
    const open: (readonly [number, Order])[] = [];
    for (const [index, node] of wanted) {
      if (work.entries.has(index)) continue;
      const order = decodeOrder(node);
      if (E.isLeft(order)) work.entries.set(index, undecodableOrder(node, order.left));
      else if (isWholeOrder(order.right)) work.entries.set(index, orderToSale(context)(order.right));
      else open.push([index, order.right]);
    }
    const done = await sideBySide(atOnce, open, async ([index, order]) => {
      const whole = await completeOrder(ports.ask, order);
      if (E.isLeft(whole)) return whole;
      work.entries.set(index, orderToSale(context)(whole.right));
      return E.right(undefined);
    });
    if (E.isLeft(done)) return done;
    ports.inProgress.done(key);
    const entries = wanted.flatMap(([index]): readonly SourceResult[] => {
      const entry = work.entries.get(index);
      return entry === undefined ? [] : [entry];
    });
    return E.right({ results: entries, next: O.map(cursorOf)(next.right) });
  };
