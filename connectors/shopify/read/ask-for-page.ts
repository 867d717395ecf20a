/** Requests a page of orders, and smaller and smaller ones where Shopify fails, until the order that it cannot serve is alone. */
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import * as t from 'io-ts';
import { decodeAs } from '../../../src/domain/decode.ts';
import type { SourceError } from '../../../src/domain/errors.ts';
import { isGiven } from '../../../src/domain/fields.ts';
import type { Access } from '../client/access.ts';
import type { Shop } from '../account.ts';
import type { AdminApi, Ask } from '../client/client.ts';
import { asSourceError, refused } from '../errors.ts';
import { maybe } from '../records/values.ts';
import type { Narrowing } from './narrowing.ts';
import { type FailuresAlone, maxFailuresAlone, maxPassedOver } from './not-served.ts';
import type { PageSize } from './page-size.ts';

const OrdersPage = t.type(
  {
    orders: t.type({
      nodes: t.readonlyArray(t.UnknownRecord),
      pageInfo: t.intersection([t.type({ hasNextPage: t.boolean }), t.partial({ endCursor: maybe(t.string) })]),
    }),
  },
  'OrdersPage',
);
export type OrdersPage = t.TypeOf<typeof OrdersPage>;

export interface AskForPagePorts {
  readonly ask: Ask;
  readonly pageSize: PageSize;
  readonly costOf: AdminApi['costOf'];
  readonly narrowing: Narrowing;
  readonly failuresAlone: FailuresAlone;
}

/** The documents of a list of orders. */
export interface PageDocuments {
  readonly document: (access: Access) => string;
  /** Requests only the names of the orders. */
  readonly head: () => string;
}

/** A page of orders. With `notServed`, it has one order by name only, and says why Shopify cannot serve it. */
export interface AskedPage {
  readonly page: OrdersPage;
  readonly notServed?: string;
}

/** Where a page begins. */
interface PageStart {
  readonly query: string;
  readonly after: string | null | undefined;
}

/**
 * The page is as large as Shopify's cost limit per query allows; after a failure it is half as large. Left: an attempt after a
 * pause requests less.
 */
export const askForPage = async (
  ports: AskForPagePorts,
  { access }: Shop,
  documents: PageDocuments,
  start: PageStart,
): Promise<E.Either<SourceError, AskedPage>> => {
  const { ask, pageSize: size, costOf, narrowing } = ports;
  const document = documents.document(access);
  const place = placeOf(start);
  for (;;) {
    const narrowed = narrowing.sizeAt(place);
    const first = O.getOrElse(size.current)(narrowed);
    const data = await ask(document, { query: start.query, first, after: start.after })();
    if (E.isRight(data)) {
      const cost = costOf(document, first);
      if (cost !== undefined && O.isNone(narrowed)) size.learn(first, cost);
      const page = decoded(data.right);
      if (E.isRight(page)) {
        const { endCursor } = page.right.orders.pageInfo;
        narrowing.served(place, first, isGiven(endCursor) ? placeOf({ ...start, after: endCursor }) : null);
      }
      return E.map((one: OrdersPage) => ({ page: one }))(page);
    }
    if (data.left._tag === 'QueryTooCostly') {
      // Another window read at the same time may have reduced the size already.
      if (O.isSome(narrowed) || !(size.current() < first || size.halve())) return E.left(asSourceError(data.left));
      continue;
    }
    if (data.left._tag !== 'PartNotServed' && data.left._tag !== 'SourceUnreachable')
      return E.left(asSourceError(data.left));
    const failuresAlone = narrowing.failed(place, first);
    const failure = asSourceError(data.left);
    const cause = data.left._tag === 'PartNotServed' ? data.left.where : data.left.cause;
    if (failuresAlone >= maxFailuresAlone) return askForHead(ports, documents, start, { failure, cause });
    // If Shopify does not answer, the caller pauses; if it answers with an error, a smaller page is requested at once.
    if (data.left._tag === 'SourceUnreachable' || failuresAlone > 0) return E.left(failure);
  }
};

const placeOf = ({ query, after }: PageStart): string => `${query} ${after ?? ''}`;

const decodePage = decodeAs(OrdersPage);

const decoded = (data: unknown): E.Either<SourceError, OrdersPage> =>
  E.mapLeft(() => refused("Shopify's response is not a page of orders; nothing was read"))(decodePage(data));

/** The page of the order that failed alone: its name, and the cursor after it. */
const askForHead = async (
  { ask, narrowing }: AskForPagePorts,
  { head }: PageDocuments,
  start: PageStart,
  { failure, cause }: { readonly failure: SourceError; readonly cause: string },
): Promise<E.Either<SourceError, AskedPage>> => {
  const data = await ask(head(), { query: start.query, first: 1, after: start.after })();
  // Shopify serves nothing at all: an outage.
  if (E.isLeft(data)) return E.left(failure);
  const page = decoded(data.right);
  if (E.isLeft(page)) return page;
  if (narrowing.passedOver(placeOf(start)) > maxPassedOver) return E.left(failure);
  return E.right({ page: page.right, notServed: cause });
};
