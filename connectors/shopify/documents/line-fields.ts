/** A line item as it was sold. Needs MoneyFields and TaxLineFields beside it. */
export const lineFields = `
fragment LineFields on LineItem {
  id
  name
  sku
  quantity
  requiresShipping
  isGiftCard
  originalUnitPriceSet { ...MoneyFields }
  discountAllocations { allocatedAmountSet { ...MoneyFields } }
  taxLines { ...TaxLineFields }
  duties {
    id
    price { ...MoneyFields }
    taxLines { ...TaxLineFields }
  }
}`;
