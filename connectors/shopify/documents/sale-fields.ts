/** One entry of the ledger of agreements: a signed amount with its own taxes. Needs MoneyFields beside it. */
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
    taxLine { title channelLiable }
  }
  ... on ProductSale { lineItem { id } }
  ... on GiftCardSale { lineItem { id } }
  ... on TipSale { lineItem { id } }
  ... on ShippingLineSale { shippingLine { id title } }
  ... on DutySale { duty { id } }
  ... on AdditionalFeeSale { additionalFee { id name } }
}`;
