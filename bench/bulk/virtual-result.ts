import { accessOf } from '../../connectors/shopify/client/access.ts';
import type { FetchRange } from '../../connectors/shopify/bulk/fetch-range.ts';
import type { ResultFile } from '../../connectors/shopify/bulk/open-result.ts';
import { bulkOrders } from '../../connectors/shopify/queries/bulk.ts';
import { orderAnswers } from '../../sandbox/shopify/answers/order-answers.ts';
import { bulkExecutor } from '../../sandbox/shopify/bulk/run-bulk-query.ts';
import { allScopes } from '../../sandbox/shopify/graphql/access.ts';
import { documentCache, schemaOf } from '../../sandbox/shopify/graphql/documents.ts';
import { recipeOf } from '../../sandbox/shopify/orders/recipe-of.ts';

/** Every situation of the sample shop occurs in so many orders. */
const recorded = 400;

/** A bulk result of any size that lies nowhere: the sample shop's orders, over and over. */
export interface VirtualResult {
  readonly file: ResultFile;
  readonly fetch: FetchRange;
}

const sampleLines = (): readonly string[] => {
  const schema = schemaOf('2026-07');
  const checked = documentCache(schema)(bulkOrders(accessOf(allScopes), ''));
  if (!('document' in checked)) throw new Error('the query of the connector is not valid');
  const access = { scopes: new Set(allScopes), protectedCustomerData: 'level 2' } as const;
  const linesOf = bulkExecutor(schema, checked.document, access);
  return Array.from({ length: recorded }, (_, index) => index).flatMap(
    (index) => linesOf(orderAnswers(recipeOf({ seed: 1, orders: recorded }, index)).order) ?? [],
  );
};

/** @param orders rounded up to whole repetitions of the sample */
export const virtualResult = (orders: number): VirtualResult => {
  const lines = sampleLines();
  const once = Buffer.from(lines.join(''));
  const times = Math.ceil(orders / recorded);
  const size = once.length * times;
  return {
    file: { url: 'virtual', bytes: size, lines: lines.length * times, orders: recorded * times },
    fetch: ({ from, most }) => {
      const bytes = Buffer.allocUnsafe(Math.min(most, size - from));
      for (let at = 0; at < bytes.length;) at += once.copy(bytes, at, (from + at) % once.length);
      return Promise.resolve({ status: 206, bytes });
    },
  };
};
