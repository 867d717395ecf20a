/** The GraphQL fragments that pages, single orders and bulk queries share, without buyers' names, companies and phones. */
import type { Access } from '../client/access.ts';

/** Only shop money: presentment amounts follow the day's exchange rate. */
export const moneyFields = `
fragment MoneyFields on MoneyBag {
  shopMoney { amount currencyCode }
}`;

export const addressFields = `
fragment AddressFields on MailingAddress {
  address1
  address2
  city
  province
  provinceCode
  zip
  country
  countryCodeV2
}`;

/**
 * A line item as sold, with the category and tax code that its product has today, if the token may read them. Needs MoneyFields
 * and TaxLineFields.
 */
export const lineFields = ({ products, variantTaxCodes }: Access): string => `
fragment LineFields on LineItem {
  id
  name
  title
  sku
  quantity
  requiresShipping
  isGiftCard
  taxable
  originalUnitPriceSet { ...MoneyFields }
  discountAllocations { allocatedAmountSet { ...MoneyFields } }
  taxLines { ...TaxLineFields }
  duties {
    id
    price { ...MoneyFields }
    taxLines { ...TaxLineFields }
  }
  ${products ? 'product { category { id } }' : ''}
  ${variantTaxCodes ? 'variant { taxCode }' : ''}
}`;

/**
 * The fields of an order except its lines, shipping, refunds and agreements. Needs AddressFields, MoneyFields and TaxLineFields.
 */
export const orderHeadFields = ({ attribution, channelInformation }: Access): string => `
fragment OrderHeadFields on Order {
  id
  name
  createdAt
  processedAt
  updatedAt
  cancelledAt
  test
  edited
  returnStatus
  displayFinancialStatus
  sourceName
  app { id name }
  ${attribution ? 'attribution { handle displayName }' : ''}
  ${channelInformation ? 'channelInformation { channelDefinition { handle channelName subChannelName } }' : ''}
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
  totalReceivedSet { ...MoneyFields }
  totalTipReceivedSet { ...MoneyFields }
  additionalFees {
    id
    name
    price { ...MoneyFields }
    taxLines { ...TaxLineFields }
  }
  transactions(first: 100) {
    paymentId
    kind
    status
    processedAt
    amountSet { ...MoneyFields }
  }
}`;

/** A refund with at most `lines` lines, and at most `others` items in each other list. Needs MoneyFields and RefundLineFields. */
export const refundFields = (lines: number, others: number): string => `
fragment RefundFields on Refund {
  id
  createdAt
  processedAt
  totalRefundedSet { ...MoneyFields }
  duties {
    amountSet { ...MoneyFields }
    originalDuty { id }
  }
  refundLineItems(first: ${lines}) {
    nodes { ...RefundLineFields }
    pageInfo { hasNextPage endCursor }
  }
  refundShippingLines(first: ${others}) {
    nodes {
      subtotalAmountSet { ...MoneyFields }
      taxAmountSet { ...MoneyFields }
    }
    pageInfo { hasNextPage }
  }
  orderAdjustments(first: ${others}) {
    nodes {
      amountSet { ...MoneyFields }
      taxAmountSet { ...MoneyFields }
    }
    pageInfo { hasNextPage }
  }
  transactions(first: ${others}) {
    nodes {
      kind
      status
      amountSet { ...MoneyFields }
    }
    pageInfo { hasNextPage }
  }
}`;

/** Needs MoneyFields. */
export const refundLineFields = `
fragment RefundLineFields on RefundLineItem {
  quantity
  lineItem { id }
  subtotalSet { ...MoneyFields }
  totalTaxSet { ...MoneyFields }
}`;

/** One line of the ledger: a signed amount with its taxes. Needs MoneyFields. */
export const saleFields = `
fragment SaleFields on Sale {
  id
  actionType
  lineType
  quantity
  totalAmount { ...MoneyFields }
  totalTaxAmount { ...MoneyFields }
  taxes {
    amount { ...MoneyFields }
    taxLine { title rate channelLiable }
  }
  ... on ProductSale { lineItem { id } }
  ... on GiftCardSale { lineItem { id } }
  ... on TipSale { lineItem { id } }
  ... on ShippingLineSale { shippingLine { id title } }
  ... on DutySale { duty { id } }
  ... on AdditionalFeeSale { additionalFee { id name } }
}`;

/** The parts of an order that need further scopes, as far as these are granted, except its fulfillment orders. */
export const scopedFields = ({ customers, companies, locations, disputes }: Access): string =>
  [
    ...(customers ? ['customer { taxExempt taxExemptions tags }'] : []),
    ...(companies
      ? ['purchasingEntity { ... on PurchasingCompany { location { taxSettings { taxExempt taxExemptions } } } }']
      : []),
    ...(locations
      ? ['retailLocation { address { address1 address2 city province provinceCode zip country countryCode } }']
      : []),
    ...(disputes ? ['disputes { id status }'] : []),
  ].join('\n  ');

export const fulfillmentOrderFields = `deliveryMethod { methodType }
      assignedLocation { address1 address2 city province zip countryCode }
      destination { address1 address2 city province zip countryCode }`;

/** Needs MoneyFields and TaxLineFields. */
export const shippingLineFields = `
fragment ShippingLineFields on ShippingLine {
  id
  title
  originalPriceSet { ...MoneyFields }
  discountedPriceSet { ...MoneyFields }
  taxLines { ...TaxLineFields }
}`;

/** Needs MoneyFields. */
export const taxLineFields = `
fragment TaxLineFields on TaxLine {
  title
  rate
  channelLiable
  priceSet { ...MoneyFields }
}`;
