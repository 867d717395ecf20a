import * as t from 'io-ts';
import { accessOf } from '../../connectors/shopify/client/access.ts';
import { ordersPage } from '../../connectors/shopify/queries/index.ts';
import { decodeAs } from '../../src/domain/decode.ts';
import { right } from '../right.ts';

const noScopes = accessOf([]);

const Page = t.type({ data: t.type({ orders: t.type({ nodes: t.array(t.UnknownRecord) }) }) }, 'Page');
const decodePage = decodeAs(Page);

/** Every recorded order once, each as the text that a page has of it. */
export const readTexts = async (origin: string): Promise<readonly string[]> => {
  const variables = { query: "'2020-01-01T00:00:00Z' '2030-01-01T00:00:00Z'", first: 1_000, after: null };
  const answer = await fetch(`${origin}/admin/api/graphql.json`, {
    method: 'POST',
    body: JSON.stringify({ query: ordersPage(noScopes), variables }),
  });
  return right(decodePage(await answer.json())).data.orders.nodes.map((node) => JSON.stringify(node));
};
