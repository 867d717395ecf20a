import * as E from 'fp-ts/lib/Either.js';
import * as t from 'io-ts';
import { decodeAs } from '../../../src/domain/decode.ts';
import type { SourceError } from '../../../src/domain/errors.ts';
import type { Access } from '../client/access.ts';
import type { Shop } from '../account.ts';
import type { AdminApi, Ask } from '../client/client.ts';
import { asSourceError, refused } from '../errors.ts';
import { maybe } from '../records/values.ts';
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

const decodePage = decodeAs(OrdersPage);

export interface AskForPagePorts {
  readonly ask: Ask;
  readonly pageSize: PageSize;
  readonly costOf: AdminApi['costOf'];
}

/** Requests a page of orders, as large as Shopify's cost limit per query allows. */
export const askForPage = async (
  { ask, pageSize: size, costOf }: AskForPagePorts,
  { access }: Shop,
  documentFor: (access: Access) => string,
  { query, after }: { readonly query: string; readonly after: string | null | undefined },
): Promise<E.Either<SourceError, OrdersPage>> => {
  const document = documentFor(access);
  for (;;) {
    const first = size.current();
    const data = await ask(document, { query, first, after })();
    if (E.isRight(data)) {
      const cost = costOf(document, first);
      if (cost !== undefined) size.learn(first, cost);
      return E.mapLeft(() => refused("Shopify's response is not a page of orders; nothing was read"))(
        decodePage(data.right),
      );
    }
    // Another window read at the same time may have reduced the size already.
    const isSmaller = data.left._tag === 'QueryTooCostly' && (size.current() < first || size.halve());
    if (!isSmaller) return E.left(asSourceError(data.left));
  }
};
