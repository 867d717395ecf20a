/** The documents that start, follow and cancel a bulk operation, within the limits that Shopify sets for bulk queries. */
import type { Access } from '../client/access.ts';
import {
  addressFields,
  fulfillmentOrderFields,
  lineFields,
  moneyFields,
  orderHeadFields,
  saleFields,
  scopedFields,
  shippingLineFields,
  taxLineFields,
} from './fields.ts';

/**
 * All orders of a filter, as the query of a bulk operation: no variables, no sort key (one dropped records), at most five
 * connections, two levels deep, and none inside a list. So an order only shows that it has a refund, and its shipping as one
 * sum.
 */
export const bulkOrders = (access: Access, filter: string): string => `
query BulkOrders {
  orders(query: ${JSON.stringify(filter)}) {
    edges { node {
      __typename
      id
      ...OrderHeadFields
      refunds(first: 1) { id }
      shippingLine { ...ShippingLineFields }
      ${scopedFields(access)}
      ${access.fulfillmentOrders ? `fulfillmentOrders { edges { node { __typename id ${fulfillmentOrderFields} } } }` : ''}
      lineItems { edges { node { __typename ...LineFields } } }
      agreements { edges { node {
        __typename
        id
        reason
        happenedAt
        sales { edges { node { __typename ...SaleFields } } }
      } } }
    } }
  }
}${orderHeadFields(access)}${addressFields}${lineFields(access)}${shippingLineFields}${saleFields}${taxLineFields}${moneyFields}`;

/**
 * Starts a bulk operation. Grouped, although that takes Shopify longer: with children right behind their order, a result of any
 * size can be read in parts of a few megabytes.
 */
export const bulkRun = `
mutation BulkRun($query: String!) {
  bulkOperationRunQuery(query: $query, groupObjects: true) {
    bulkOperation { id status }
    userErrors { code field }
  }
}`;

const bulkOperationFields = `
fragment BulkOperationFields on BulkOperation {
  id
  status
  errorCode
  createdAt
  objectCount
  rootObjectCount
  fileSize
  url
}`;

/** One bulk operation; null when the shop no longer knows it. */
export const bulkStatus = `
query BulkStatus($id: ID!) {
  bulkOperation(id: $id) { ...BulkOperationFields }
}${bulkOperationFields}`;

export const bulkCancel = `
mutation BulkCancel($id: ID!) {
  bulkOperationCancel(id: $id) {
    bulkOperation { id status }
    userErrors { field }
  }
}`;

/** The app's latest bulk operations with their queries, newest first. */
export const bulkLatest = `
query BulkLatest {
  bulkOperations(first: 20, sortKey: CREATED_AT, reverse: true) {
    nodes { id status createdAt query }
  }
}`;
