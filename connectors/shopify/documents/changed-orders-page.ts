import { accessVariables, orderFields } from './order-fields.ts';

/** One page of the orders that changed in a span of time, longest unchanged first. `$query` quotes its time stamps. */
export const changedOrdersPage = `
query ChangedOrdersPage(
  $query: String!
  $first: Int!
  $after: String${accessVariables}
) {
  orders(first: $first, after: $after, query: $query, sortKey: UPDATED_AT) {
    nodes { updatedAt ...OrderFields }
    pageInfo { hasNextPage endCursor }
  }
}${orderFields}`;
