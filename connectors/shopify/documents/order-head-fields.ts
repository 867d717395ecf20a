/**
 * What an order says of itself, beside its lists of lines, shipping, refunds and agreements. Needs AddressFields,
 * MoneyFields and TaxLineFields beside it.
 */
export const orderHeadFields = `
fragment OrderHeadFields on Order {
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
  totalReceivedSet { ...MoneyFields }
  totalTipReceivedSet { ...MoneyFields }
  additionalFees {
    id
    name
    price { ...MoneyFields }
    taxLines { ...TaxLineFields }
  }
  transactions(first: 100) { paymentId }
}`;
