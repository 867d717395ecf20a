/** Needs MoneyFields and TaxLineFields beside it. */
export const shippingLineFields = `
fragment ShippingLineFields on ShippingLine {
  id
  title
  originalPriceSet { ...MoneyFields }
  discountedPriceSet { ...MoneyFields }
  taxLines { ...TaxLineFields }
}`;
