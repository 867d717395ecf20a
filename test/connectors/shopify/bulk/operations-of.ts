import type { SampleShop } from '../../../../sandbox/shopify/start-sample-shop.ts';
import { isJson, type Json } from '../an-order.ts';

const ask = async ({ origin, accessToken }: SampleShop, query: string): Promise<Json> => {
  const response = await fetch(`${origin}/admin/api/2026-07/graphql.json`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-shopify-access-token': accessToken },
    body: JSON.stringify({ query }),
  });
  const body: unknown = await response.json();
  return isJson(body) && isJson(body['data']) ? body['data'] : {};
};

/** The statuses of the bulk operations of a sample shop, in the order in which they were started. */
export const operationsOf = async (shop: SampleShop): Promise<readonly unknown[]> => {
  const { bulkOperations } = await ask(shop, '{ bulkOperations(first: 250) { nodes { status } } }');
  const nodes = isJson(bulkOperations) ? bulkOperations['nodes'] : undefined;
  return Array.isArray(nodes) ? nodes.map((node: unknown) => (isJson(node) ? node['status'] : undefined)) : [];
};

/** Runs an operation of another process of the same app. */
export const occupy = async (shop: SampleShop): Promise<void> => {
  const query = '{ orders { edges { node { id } } } }';
  await ask(shop, `mutation { bulkOperationRunQuery(query: ${JSON.stringify(query)}) { bulkOperation { id } } }`);
};
