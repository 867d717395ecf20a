import * as E from 'fp-ts/lib/Either.js';
import * as t from 'io-ts';
import type { SourceError } from '../../../src/domain/errors.ts';
import { Agreement } from '../records/agreement.ts';
import { askFor } from '../api/ask-for.ts';
import type { Ask } from '../api/client.ts';
import type { Connection } from '../records/connection.ts';
import { orderLedger } from '../documents/index.ts';
import { maybe } from '../records/maybe.ts';
import { restOfList } from './rest-of-list.ts';

const LedgerPage = t.type(
  {
    agreements: t.type({
      edges: t.readonlyArray(t.type({ cursor: t.string, node: Agreement })),
      pageInfo: t.intersection([t.type({ hasNextPage: t.boolean }), t.partial({ endCursor: maybe(t.string) })]),
    }),
  },
  'OrderLedger',
);

type Sales = NonNullable<Agreement['sales']>;

/**
 * The ledger of an order from its sale to its latest event. Ten agreements a request; an agreement with more sales than
 * fit is read on by itself, as the one that follows its predecessor's cursor.
 */
export const wholeLedger = async (
  ask: Ask,
  id: string,
): Promise<E.Either<SourceError, Connection<Agreement> | undefined>> => {
  const read = (agreements: number, after: string | null, afterSales: string | null) =>
    askFor(ask)(orderLedger, { id, agreements, after, afterSales }, 'order', LedgerPage);
  const all: Agreement[] = [];
  let after: string | null = null;
  for (;;) {
    const page: Awaited<ReturnType<typeof read>> = await read(10, after, null);
    if (E.isLeft(page)) return page;
    if (page.right === undefined) return E.right(undefined);
    const { edges, pageInfo } = page.right.agreements;
    let before = after;
    for (const { cursor, node } of edges) {
      const predecessor = before;
      const sales: E.Either<SourceError, Sales> = await restOfList(
        node.sales ?? { nodes: [], isCutShort: true, endCursor: null },
        async (afterSales) => {
          const more = await read(1, predecessor, afterSales);
          return E.isLeft(more) ? more : E.right(more.right?.agreements.edges[0]?.node.sales ?? undefined);
        },
      );
      if (E.isLeft(sales)) return sales;
      all.push({ ...node, sales: sales.right });
      before = cursor;
    }
    if (!pageInfo.hasNextPage) return E.right({ nodes: all, isCutShort: false, endCursor: null });
    const next: string | null = pageInfo.endCursor ?? null;
    if (next === null || next === after) return E.right({ nodes: all, isCutShort: true, endCursor: null });
    after = next;
  }
};
