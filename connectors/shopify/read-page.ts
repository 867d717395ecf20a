import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import type * as TE from 'fp-ts/lib/TaskEither.js';
import * as t from 'io-ts';
import { decodeAs } from '../../src/core/decode.ts';
import { type SourceError } from '../../src/core/source-error.ts';
import { type Policy } from '../../src/mapping/policy.ts';
import { type Cursor, type Entry, type Page, type Window } from '../../src/mapping/source-connector.ts';
import { accessVariablesOf } from './access.ts';
import { type Shop } from './account.ts';
import { type Ask } from './client.ts';
import { asSourceError, refused } from './errors.ts';
import { maybe } from './maybe.ts';
import { nextPosition, type Stop } from './next-position.ts';
import { orderContextOf } from './order-context.ts';
import { feedOf, type OrderFeed } from './order-feed.ts';
import { cursorOf, type PagePosition, positionOf } from './page-cursor.ts';
import { type PagesInProgress } from './pages-in-progress.ts';
import { type PageSize } from './page-size.ts';
import { readEntry } from './read-entry.ts';

const OrdersPage = t.type(
  {
    orders: t.type({
      nodes: t.readonlyArray(t.UnknownRecord),
      pageInfo: t.intersection([t.type({ hasNextPage: t.boolean }), t.partial({ endCursor: maybe(t.string) })]),
    }),
  },
  'OrdersPage',
);
type OrdersPage = t.TypeOf<typeof OrdersPage>;

const decodePage = decodeAs(OrdersPage);

interface Ports {
  readonly ask: Ask;
  readonly shop: TE.TaskEither<SourceError, Shop>;
  readonly policy: Policy;
  readonly pageSize: PageSize;
  readonly inProgress: PagesInProgress<OrdersPage>;
}

const stopOf =
  ({ timeField }: OrderFeed) =>
  ({ id, [timeField]: at }: Readonly<Record<string, unknown>>): Stop => ({
    id: typeof id === 'string' ? id : '',
    at: typeof at === 'string' ? at : undefined,
  });

const askForPage = async (
  { ask, pageSize: size }: Ports,
  shop: Shop,
  document: string,
  query: string,
  { after }: PagePosition,
): Promise<E.Either<SourceError, OrdersPage>> => {
  for (;;) {
    const first = size.current();
    const variables = { query, first, after, ...accessVariablesOf(shop.access) };
    const data = await ask(document, variables)();
    if (E.isRight(data)) {
      return E.mapLeft(() => refused('Shopify answered with something that is no page of orders; nothing was read'))(
        decodePage(data.right),
      );
    }
    // A window that is read beside this one may have found the size that works already.
    const isSmaller = data.left._tag === 'QueryTooCostly' && (size.current() < first || size.halve());
    if (!isSmaller) return E.left(asSourceError(data.left));
  }
};

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
        ? await askForPage(ports, shop.right, feed.document, query, position.right)
        : E.right(work.page);
    if (E.isLeft(page)) return page;
    work.page = page.right;

    const { nodes, pageInfo } = page.right.orders;
    const stops = nodes.map(stopOf(feed));
    const next = nextPosition(position.right, { ...pageInfo, endCursor: pageInfo.endCursor ?? null, stops });
    if (E.isLeft(next)) return next;

    const context = orderContextOf(shop.right, ports.policy);
    const entries: Entry[] = [];
    for (const [index, node] of nodes.entries()) {
      if (skip.includes(stops[index]?.id ?? '')) continue;
      const known = work.entries.get(index);
      const entry = known === undefined ? await readEntry(ports.ask, context)(node)() : E.right(known);
      if (E.isLeft(entry)) return entry;
      work.entries.set(index, entry.right);
      entries.push(entry.right);
    }
    ports.inProgress.done(key);
    return E.right({ entries, next: O.map(cursorOf)(next.right) });
  };
