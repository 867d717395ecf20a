/** Needs MoneyFields beside it. */
export const taxLineFields = `
fragment TaxLineFields on TaxLine {
  title
  channelLiable
  priceSet { ...MoneyFields }
}`;
