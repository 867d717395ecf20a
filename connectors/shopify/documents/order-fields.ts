import { addressFields } from './address-fields.ts';
import { lineFields } from './line-fields.ts';
import { moneyFields } from './money-fields.ts';
import { refundFields } from './refund-fields.ts';
import { refundLineFields } from './refund-line-fields.ts';
import { saleFields } from './sale-fields.ts';
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

/**
 * An order, with everything that its sale needs and nothing of a person. Nested lists are short; what does not fit is
 * completed by the documents of this folder that name an order.
 */
export const orderFields = `
fragment OrderFields on Order {
  id
  name
  createdAt
  processedAt
  cancelledAt
  test
  edited
  returnStatus
  displayFinancialStatus
  sourceName
  app { id name }
  attribution { handle }
  merchantOfRecordApp { id name }
  tags
  currencyCode
  presentmentCurrencyCode
  taxesIncluded
  taxExempt
  estimatedTaxes
  dutiesIncluded
  shippingAddress { ...AddressFields }
  billingAddress { ...AddressFields }
  originalTotalPriceSet { ...MoneyFields }
  totalTipReceivedSet { ...MoneyFields }
  additionalFees {
    id
    name
    price { ...MoneyFields }
    taxLines { ...TaxLineFields }
  }
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
      sales(first: 20) {
        nodes { ...SaleFields }
        pageInfo { hasNextPage endCursor }
      }
    }
    pageInfo { hasNextPage endCursor }
  }
  refunds(first: ${refundsPerOrder}) { ...RefundFields }
  transactions(first: 10) { paymentId }
  customer @include(if: $withCustomer) {
    taxExempt
    taxExemptions
    tags
  }
  purchasingEntity @include(if: $withCompany) {
    ... on PurchasingCompany {
      location { taxSettings { taxExempt taxExemptions } }
    }
  }
  retailLocation @include(if: $withLocations) {
    address { address1 address2 city provinceCode zip countryCode }
  }
  fulfillmentOrders(first: 5) @include(if: $withFulfillmentOrders) {
    nodes {
      deliveryMethod { methodType }
      assignedLocation { address1 address2 city province zip countryCode }
      destination { address1 address2 city province zip countryCode }
    }
  }
}${addressFields}${lineFields}${shippingLineFields}${saleFields}${refundFields(7, 4)}${refundLineFields}${taxLineFields}${moneyFields}`;
