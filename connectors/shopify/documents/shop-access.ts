/** Whose sales these are, in which time zone its days are counted, and what the token may read. */
export const shopAccess = `
query ShopAccess {
  shop {
    id
    myshopifyDomain
    ianaTimezone
    currencyCode
  }
  currentAppInstallation {
    accessScopes { handle }
  }
}`;
