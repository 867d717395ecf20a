/** The documents that read the parts of an order that did not fit on its page: lines, shipping, refunds, ledger, disputes. */
import type { Access } from '../client/access.ts';
import {
  fulfillmentOrderFields,
  lineFields,
  moneyFields,
  refundFields,
  refundLineFields,
  saleFields,
  shippingLineFields,
  taxLineFields,
} from './fields.ts';

/** Amount and dates of a dispute. Needs the scope `read_shopify_payments_disputes`. */
export const disputeById = `
query DisputeById($id: ID!) {
  dispute(id: $id) {
    id
    status
    initiatedAt
    finalizedOn
    amount { amount currencyCode }
  }
}`;

/** The fulfillment orders of an order that did not fit on its page. */
export const orderFulfillments = `
query OrderFulfillments($id: ID!, $after: String) {
  order(id: $id) {
    fulfillmentOrders(first: 50, after: $after) {
      nodes { ${fulfillmentOrderFields} }
      pageInfo { hasNextPage endCursor }
    }
  }
}`;

/**
 * The ledger of an order: the agreements of its sale, edits, returns and refunds, each with its signed sales.
 *
 * With `$agreements` 1 and `$afterSales`, the rest of the sales of the one agreement that follows `$after`.
 */
export const orderLedger = `
query OrderLedger($id: ID!, $agreements: Int!, $after: String, $afterSales: String) {
  order(id: $id) {
    agreements(first: $agreements, after: $after) {
      edges {
        cursor
        node {
          id
          reason
          happenedAt
          ... on RefundAgreement { refund { id } }
          sales(first: 50, after: $afterSales) {
            nodes { ...SaleFields }
            pageInfo { hasNextPage endCursor }
          }
        }
      }
      pageInfo { hasNextPage endCursor }
    }
  }
}${saleFields}${moneyFields}`;

/** The lines of an order that did not fit on its page. */
export const orderLines = (access: Access): string => `
query OrderLines($id: ID!, $after: String) {
  order(id: $id) {
    lineItems(first: 100, after: $after) {
      nodes { ...LineFields }
      pageInfo { hasNextPage endCursor }
    }
  }
}${lineFields(access)}${taxLineFields}${moneyFields}`;

/** All refunds of an order that did not fit on its page: the list has no cursor and at most 250 items. */
export const orderRefunds = `
query OrderRefunds($id: ID!) {
  order(id: $id) {
    refunds(first: 250) { ...RefundFields }
  }
}${refundFields(100, 50)}${refundLineFields}${moneyFields}`;

/** The shipping lines of an order that did not fit on its page, removed ones included. */
export const orderShippingLines = `
query OrderShippingLines($id: ID!, $after: String) {
  order(id: $id) {
    shippingLines(first: 100, after: $after, includeRemovals: true) {
      nodes { ...ShippingLineFields }
      pageInfo { hasNextPage endCursor }
    }
  }
}${shippingLineFields}${taxLineFields}${moneyFields}`;

/** The lines of a refund that did not fit. */
export const refundLines = `
query RefundLines($id: ID!, $after: String) {
  refund(id: $id) {
    refundLineItems(first: 100, after: $after) {
      nodes { ...RefundLineFields }
      pageInfo { hasNextPage endCursor }
    }
  }
}${refundLineFields}${moneyFields}`;
