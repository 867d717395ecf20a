import { accessVariables, orderFields } from './order-fields.ts';

/** One page of the orders of a range of time, oldest first. `$query` quotes its time stamps: unquoted, Shopify drops the time. */
export const ordersPage = `
query OrdersPage(
  $query: String!
  $first: Int!
  $after: String${accessVariables}
) {
  orders(first: $first, after: $after, query: $query, sortKey: PROCESSED_AT) {
    nodes { ...OrderFields }
    pageInfo { hasNextPage endCursor }
  }
}${orderFields}`;
