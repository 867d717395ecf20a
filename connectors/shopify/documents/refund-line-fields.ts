/** Needs MoneyFields beside it. */
export const refundLineFields = `
fragment RefundLineFields on RefundLineItem {
  quantity
  lineItem { id }
  subtotalSet { ...MoneyFields }
  totalTaxSet { ...MoneyFields }
}`;
