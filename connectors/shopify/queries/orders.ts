import {
  addressFields,
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

/** The variables that follow the granted scopes. A field behind one that is false needs no scope. */
const accessVariables = `
  $withCustomer: Boolean!
  $withCompany: Boolean!
  $withLocations: Boolean!
  $withFulfillmentOrders: Boolean!`;

/** How many sales of its first agreement an order brings along. */
export const salesPerAgreement = 20;

/** Of how many agreements an order says the reason: as many as cost no more than five. */
const reasonsPerOrder = 7;

/** How many refunds an order brings along. The list has no cursor, so a full one is read again, whole. */
export const refundsPerOrder = 10;

/**
 * An order, with everything that its sale needs and nothing of a person. Nested lists are short; what does not fit is
 * completed by the documents of this folder that name an order.
 */
const orderFields = `
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
  customer @include(if: $withCustomer) { ${scopedFields.customer} }
  purchasingEntity @include(if: $withCompany) { ${scopedFields.purchasingEntity} }
  retailLocation @include(if: $withLocations) { ${scopedFields.retailLocation} }
  fulfillmentOrders(first: 5) @include(if: $withFulfillmentOrders) {
    nodes { ${scopedFields.fulfillmentOrder} }
    pageInfo { hasNextPage endCursor }
  }
}${orderHeadFields}${addressFields}${lineFields}${shippingLineFields}${saleFields}${refundFields(7, 4)}${refundLineFields}${taxLineFields}${moneyFields}`;

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

/** One order as it is now; null when the shop has none of that id. */
export const orderById = `
query OrderById(
  $id: ID!${accessVariables}
) {
  order(id: $id) { ...OrderFields }
}${orderFields}`;

/** Which orders a person means by "#1001": names repeat, and the search finds parts of names as well. */
export const ordersByName = `
query OrdersByName($query: String!, $after: String) {
  orders(first: 100, after: $after, query: $query) {
    nodes { id name }
    pageInfo { hasNextPage endCursor }
  }
}`;

/** How many orders there are, beyond the 10,000 at which Shopify stops counting by itself. */
export const ordersCount = `
query OrdersCount($query: String) {
  ordersCount(query: $query, limit: null) {
    count
    precision
  }
}`;

/** A few of the newest orders, to see whether the street and ZIP of an address may be read. */
export const probeOrders = `
query ProbeOrders {
  orders(first: 10, sortKey: PROCESSED_AT, reverse: true) {
    nodes {
      id
      shippingAddress { address1 city zip countryCodeV2 }
    }
  }
}`;

/** Whose sales these are, in which time zone its days are counted, and what the token may read. */
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
}`;
