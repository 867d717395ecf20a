/** Shop money alone: presentment amounts drift with the day's exchange rate. */
export const moneyFields = `
fragment MoneyFields on MoneyBag {
  shopMoney { amount currencyCode }
}`;
