/** A page of the shop's active locations, those of fulfillment services too, without names, streets and phones. */
export const locationsPage = `
query LocationsPage($first: Int!, $after: String) {
  locations(first: $first, after: $after, includeLegacy: true) {
    nodes {
      isActive
      fulfillsOnlineOrders
      hasActiveInventory
      isFulfillmentService
      localPickupSettingsV2 { pickupTime }
      address { city province provinceCode zip country countryCode }
    }
    pageInfo { hasNextPage endCursor }
  }
}`;
