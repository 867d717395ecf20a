import { addressFields } from './address-fields.ts';
import { lineFields } from './line-fields.ts';
import { moneyFields } from './money-fields.ts';
import { orderHeadFields } from './order-head-fields.ts';
import { refundFields } from './refund-fields.ts';
import { refundLineFields } from './refund-line-fields.ts';
import { saleFields } from './sale-fields.ts';
import { scopedFields } from './scoped-fields.ts';
import { shippingLineFields } from './shipping-line-fields.ts';
import { taxLineFields } from './tax-line-fields.ts';

/** The variables that follow the granted scopes. A field behind one that is false needs no scope. */
export const accessVariables = `
  $withCustomer: Boolean!
  $withCompany: Boolean!
  $withLocations: Boolean!
  $withFulfillmentOrders: Boolean!`;

/** How many refunds an order brings along. The list has no cursor, so a full one is read again, whole. */
export const refundsPerOrder = 10;

/** How many sales of its first agreement an order brings along. */
export const salesPerAgreement = 20;

/** Of how many agreements an order says the reason: as many as cost no more than five. */
const reasonsPerOrder = 7;

/**
 * An order, with everything that its sale needs and nothing of a person. Nested lists are short; what does not fit is
 * completed by the documents of this folder that name an order.
 */
export const orderFields = `
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
