/** What the token may read beyond the orders themselves. */
export interface Access {
  /** Orders older than 60 days; without it they are left out silently. */
  readonly allOrders: boolean;
  readonly orders: boolean;
  /** Exemptions and tags of customers. */
  readonly customers: boolean;
  /** Exemptions of the locations of companies (B2B). */
  readonly companies: boolean;
  /** Addresses of stores. */
  readonly locations: boolean;
  /** Where an order is picked up. */
  readonly fulfillmentOrders: boolean;
}

/**
 * Reads the scopes that were granted, which may be fewer than were asked for. A scope to write includes reading.
 *
 * @param scopes handles such as `read_orders`
 */
export const accessOf = (scopes: readonly string[]): Access => {
  const granted = new Set(scopes);
  const has = (...resources: readonly string[]): boolean =>
    resources.some((resource) => granted.has(`read_${resource}`) || granted.has(`write_${resource}`));
  return {
    allOrders: has('all_orders'),
    orders: has('orders', 'marketplace_orders'),
    customers: has('customers'),
    companies: has('customers', 'companies'),
    locations: has('locations'),
    fulfillmentOrders: has(
      'merchant_managed_fulfillment_orders',
      'assigned_fulfillment_orders',
      'third_party_fulfillment_orders',
    ),
  };
};

/** The variables of the documents that read orders: a field whose scope is missing is not asked for. */
export const accessVariablesOf = (access: Access): Readonly<Record<string, boolean>> => ({
  withCustomer: access.customers,
  withCompany: access.companies,
  withLocations: access.locations,
  withFulfillmentOrders: access.fulfillmentOrders,
});
