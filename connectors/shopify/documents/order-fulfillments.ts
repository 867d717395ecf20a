import { scopedFields } from './scoped-fields.ts';

/** The fulfillment orders of an order that did not fit on its page. */
export const orderFulfillments = `
query OrderFulfillments($id: ID!, $after: String) {
  order(id: $id) {
    fulfillmentOrders(first: 50, after: $after) {
      nodes { ${scopedFields.fulfillmentOrder} }
      pageInfo { hasNextPage endCursor }
    }
  }
}`;
