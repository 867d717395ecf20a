/** The documents that read orders by page, by id and by name, count them, and find out what the token may read. */
import type { Access } from '../client/access.ts';
import {
  addressFields,
  fulfillmentOrderFields,
  lineFields,
  moneyFields,
  orderHeadFields,
  refundFields,
  refundLineFields,
  saleFields,
  scopedFields,
  shippingLineFields,
  taxLineFields,
} from './fields.ts';

/** Sales of the first agreement on an order's page. */
export const salesPerAgreement = 20;

/** Refunds on an order's page. The list has no cursor, so a full one is read again as a whole. */
export const refundsPerOrder = 10;

/** A page of the orders of a time span, oldest first. `$query` must quote its time stamps, or Shopify drops the time. */
export const ordersPage = (access: Access): string => `
query OrdersPage($query: String!, $first: Int!, $after: String) {
  orders(first: $first, after: $after, query: $query, sortKey: PROCESSED_AT) {
    nodes { ...OrderFields }
    pageInfo { hasNextPage endCursor }
  }
}${orderFields(access)}`;

/** A page of the orders that changed in a time span, longest unchanged first. `$query` must quote its time stamps. */
export const changedOrdersPage = (access: Access): string => `
query ChangedOrdersPage($query: String!, $first: Int!, $after: String) {
  orders(first: $first, after: $after, query: $query, sortKey: UPDATED_AT) {
    nodes { ...OrderFields }
    pageInfo { hasNextPage endCursor }
  }
}${orderFields(access)}`;

/** One order; null when the shop has none with that id. */
export const orderById = (access: Access): string => `
query OrderById($id: ID!) {
  order(id: $id) { ...OrderFields }
}${orderFields(access)}`;

/** Names the next order of a time span, for an order that Shopify cannot serve as a whole. */
export const ordersHead = (): string => `
query OrdersHead($query: String!, $first: Int!, $after: String) {
  orders(first: $first, after: $after, query: $query, sortKey: PROCESSED_AT) {
    nodes { id name processedAt }
    pageInfo { hasNextPage endCursor }
  }
}`;

/** The same for orders that changed in a time span. */
export const changedOrdersHead = (): string => `
query ChangedOrdersHead($query: String!, $first: Int!, $after: String) {
  orders(first: $first, after: $after, query: $query, sortKey: UPDATED_AT) {
    nodes { id name updatedAt }
    pageInfo { hasNextPage endCursor }
  }
}`;

/** The name of one order. */
export const orderHead = `
query OrderHead($id: ID!) {
  order(id: $id) { id name }
}`;

/** Orders by name ("#1001"): names repeat, and the search also finds parts of names. */
export const ordersByName = `
query OrdersByName($query: String!, $after: String) {
  orders(first: 100, after: $after, query: $query) {
    nodes { id name processedAt totalPriceSet { shopMoney { amount currencyCode } } }
    pageInfo { hasNextPage endCursor }
  }
}`;

/** The number of orders, without Shopify's default limit of 10,000. */
export const ordersCount = `
query OrdersCount($query: String) {
  ordersCount(query: $query, limit: null) {
    count
    precision
  }
}`;

/** A few of the newest orders, to check whether street and ZIP can be read. */
export const probeOrders = `
query ProbeOrders {
  orders(first: 10, sortKey: PROCESSED_AT, reverse: true) {
    nodes {
      id
      shippingAddress { address1 city zip countryCodeV2 }
    }
  }
}`;

/** The shop, its time zone, the scopes of the token, and the fields of an order in the API version that answers. */
export const shopAccess = `
query ShopAccess {
  shop {
    id
    myshopifyDomain
    ianaTimezone
    currencyCode
  }
  currentAppInstallation {
    accessScopes { handle }
  }
  orderType: __type(name: "Order") {
    fields(includeDeprecated: true) { name }
  }
}`;

/** The fields of a variant in the API version that answers: Shopify will remove `taxCode`. */
export const variantFields = `
query VariantFields {
  __type(name: "ProductVariant") {
    fields(includeDeprecated: true) { name }
  }
}`;

/** Shopify's own analytics. Needs `read_reports` and level 2 of protected customer data. */
export const salesReport = `
query SalesReport($query: String!) {
  shop { currencyCode }
  shopifyqlQuery(query: $query) {
    tableData {
      columns { name }
      rows
    }
    parseErrors
  }
}`;

/** Agreements whose reason is on an order's page: seven cost no more than five. */
const reasonsPerOrder = 7;

const fulfillmentOrders = `fulfillmentOrders(first: 5) {
    nodes { ${fulfillmentOrderFields} }
    pageInfo { hasNextPage endCursor }
  }`;

/**
 * Everything that a sale needs and the token may read, and no personal data. Nested lists are short; the documents of
 * `order-parts` read the rest.
 */
const orderFields = (access: Access): string => `
fragment OrderFields on Order {
  ...OrderHeadFields
  lineItems(first: 20) {
    nodes { ...LineFields }
    pageInfo { hasNextPage endCursor }
  }
  shippingLines(first: 4, includeRemovals: true) {
    nodes { ...ShippingLineFields }
    pageInfo { hasNextPage endCursor }
  }
  agreements(first: 1) {
    nodes {
      id
      reason
      happenedAt
      sales(first: ${salesPerAgreement}) {
        nodes { ...SaleFields }
        pageInfo { hasNextPage endCursor }
      }
    }
    pageInfo { hasNextPage endCursor }
  }
  reasons: agreements(first: ${reasonsPerOrder}) {
    nodes { reason }
    pageInfo { hasNextPage }
  }
  refunds(first: ${refundsPerOrder}) { ...RefundFields }
  ${scopedFields(access)}
  ${access.fulfillmentOrders ? fulfillmentOrders : ''}
}${orderHeadFields(access)}${addressFields}${lineFields(access)}${shippingLineFields}${saleFields}${refundFields(7, 4)}${refundLineFields}${taxLineFields}${moneyFields}`;
