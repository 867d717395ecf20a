/** Reads a window of orders page by page: by their date for a range, by their latest change for catch-up. */
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import type * as TE from 'fp-ts/lib/TaskEither.js';
import type { SourceError } from '../../../src/domain/errors.ts';
import type { Policy } from '../../../src/mapping/policy.ts';
import type { Cursor, Page, SourceResult, Window } from '../../../src/mapping/source-connector.ts';
import type { Shop } from '../account.ts';
import { askForPage, type AskedPage, type AskForPagePorts, type PageDocuments } from './ask-for-page.ts';
import { completeOrder, isWholeOrder } from './complete-order.ts';
import { orderContextOf, undecodableOrder } from '../to-sale/identity.ts';
import { cursorOf, type PagePosition, positionOf } from './page-cursor.ts';
import { headOf, heldIfAlone, notServed } from './not-served.ts';
import type { PagesInProgress } from './pages-in-progress.ts';
import { decodeOrder, type Order } from '../records/order.ts';
import { saleOfOrder } from '../to-sale/order-to-sale.ts';
import { inParallelDespiteFailures } from '../../../src/domain/async.ts';
import { yieldWhenLong } from '../../../src/domain/turns.ts';
import type { Interval } from '../../../src/domain/date-range.ts';
import { isChangedWindow, madeBeforeOf, soldFilterOf } from './windows.ts';
import { changedOrdersHead, changedOrdersPage, ordersHead, ordersPage } from '../queries/index.ts';
import { processedBetween, timeBetween } from './processed-between.ts';
import { isUnreachable, refused } from '../errors.ts';
import { attempt } from '../../../src/domain/attempt.ts';

interface Ports extends AskForPagePorts {
  readonly shop: TE.TaskEither<SourceError, Shop>;
  readonly policy: Policy;
  readonly inProgress: PagesInProgress<AskedPage>;
  /** A warning for the operator about the requests of the page. */
  readonly warning: () => string | undefined;
}

const concurrency = 4;

/**
 * Reads one page of a window with complete orders. If Shopify throttles or fails half way, the orders that were read are kept
 * for the next attempt.
 */
export const readPage =
  (ports: Ports) =>
  (window: Window, from: O.Option<Cursor>): TE.TaskEither<SourceError, Page> =>
  () =>
    attempt(async (take) => {
      const position = await take(positionOf(window.start, from));
      const shop = await take(ports.shop());
      const { start, skip } = position;
      const feed = feedOf(window);
      const query = `${feed.filterOf({ start, end: window.end })}${soldFilterOf(window)}`;

      const key = `${query} ${position.after ?? ''}`;
      const progress = ports.inProgress.of(key);
      const page = await take(
        progress.page === undefined
          ? askForPage(ports, shop, feed, { query, after: position.after })
          : E.right(progress.page),
      );
      progress.page = page;

      const { orders, notServed: cause } = { ...page.page, ...page };
      const { nodes, pageInfo } = orders;
      const listed = nodes.map((node) => listedOrderOf(feed, node));
      const next = await take(
        nextPosition(position, { ...pageInfo, endCursor: pageInfo.endCursor ?? null, orders: listed }),
      );

      const context = orderContextOf(shop, ports.policy);
      const wanted = [...nodes.entries()].filter(([index]) => !skip.includes(listed[index]?.id ?? ''));
      // Nearly every order is complete, so only the others get a promise.
      const incomplete: (readonly [number, Order])[] = [];
      for (const [index, node] of wanted) {
        if (progress.results.has(index)) continue;
        await yieldWhenLong();
        if (cause !== undefined) {
          progress.results.set(index, notServed(headOf(node), cause));
          continue;
        }
        const order = decodeOrder(node);
        if (E.isLeft(order)) progress.results.set(index, undecodableOrder(node, order.left));
        else if (isWholeOrder(order.right)) progress.results.set(index, saleOfOrder(context, order.right));
        else incomplete.push([index, order.right]);
      }
      await take(
        inParallelDespiteFailures(concurrency, isUnreachable)(incomplete, async ([index, order]) => {
          const whole = await completeOrder(ports.ask, order, shop.access);
          const result = E.isRight(whole)
            ? E.right(saleOfOrder(context, whole.right))
            : await heldIfAlone(ports, order, whole.left);
          if (E.isLeft(result)) return result;
          progress.results.set(index, result.right);
          return E.right(undefined);
        }),
      );
      ports.inProgress.done(key);
      const results = wanted.flatMap(([index]): readonly SourceResult[] => {
        const result = progress.results.get(index);
        return result === undefined ? [] : [result];
      });
      const warning = ports.warning();
      return { results, next: O.map(cursorOf)(next), ...(warning !== undefined && { warning }) };
    });

/** The fields of an order that paging needs. */
export interface ListedOrder {
  readonly id: string;
  /** The time by which the window is listed. */
  readonly at: string | undefined;
}

interface PageEnd {
  readonly orders: readonly ListedOrder[];
  readonly hasNextPage: boolean;
  readonly endCursor: string | null;
}

/** Restart well before Shopify's limit of 25,000 objects per query (shopify.dev, API limits). */
const maxSeen = 20_000;

const platformLimit = 25_000;

/**
 * The position after a page; none after the last one. A cursor that does not advance is refused, because reading would never
 * end.
 */
export const nextPosition = (position: PagePosition, page: PageEnd): E.Either<SourceError, O.Option<PagePosition>> => {
  if (!page.hasNextPage) return E.right(O.none);
  if (page.endCursor === null || page.endCursor === position.after) {
    return E.left(refused('Shopify returned the same cursor twice; the rest of this window cannot be read'));
  }
  const seen = position.seen + page.orders.length;
  const latest = latestAfter(position.latest, page.orders);
  if (seen >= maxSeen && latest.at !== position.start) {
    return E.right(O.some({ start: latest.at, after: null, seen: 0, skip: latest.ids, latest }));
  }
  if (seen >= platformLimit) {
    return E.left(
      refused(`more than ${platformLimit} orders have the same time (${latest.at}); Shopify lists no more`),
    );
  }
  return E.right(O.some({ ...position, after: page.endCursor, seen, latest }));
};

/** The documents and the time by which orders are searched and sorted. */
interface OrderFeed extends PageDocuments {
  readonly timeField: 'processedAt' | 'updatedAt';
  readonly filterOf: (interval: Interval) => string;
}

const byProcessedAt: OrderFeed = {
  document: ordersPage,
  head: ordersHead,
  timeField: 'processedAt',
  filterOf: processedBetween,
};

const byUpdatedAt: OrderFeed = {
  document: changedOrdersPage,
  head: changedOrdersHead,
  timeField: 'updatedAt',
  filterOf: timeBetween('updated_at'),
};

const feedOf = (window: Window): OrderFeed => {
  if (!isChangedWindow(window)) return byProcessedAt;
  const before = madeBeforeOf(window);
  if (before === undefined) return byUpdatedAt;
  return { ...byUpdatedAt, filterOf: (interval) => `${byUpdatedAt.filterOf(interval)} AND created_at:<'${before}'` };
};

const listedOrderOf = (
  { timeField }: OrderFeed,
  { id, [timeField]: at }: Readonly<Record<string, unknown>>,
): ListedOrder => ({
  id: typeof id === 'string' ? id : '',
  at: typeof at === 'string' ? at : undefined,
});

const latestAfter = (before: PagePosition['latest'], listed: readonly ListedOrder[]): PagePosition['latest'] => {
  let { at, ids } = before;
  for (const order of listed) {
    if (order.at === undefined) continue;
    // An order without a readable id may be returned twice, but must not hide another one.
    const own = order.id === '' ? [] : [order.id];
    ids = order.at === at ? [...ids, ...own] : own;
    at = order.at;
  }
  return { at, ids };
};
