/** Decides by the scopes of a token which fields the queries ask for, and reports what each missing scope costs. */
import type { ReadinessFinding } from '../../../src/mapping/source-connector.ts';

/** What the token may read. */
export interface Access {
  /** Orders older than 60 days. Without it Shopify silently leaves them out. */
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
  /** Categories of products. Also false where the policy reads no tax codes, because these fields make pages smaller. */
  readonly products: boolean;
  /** The channel of an order, where the API version has it: since 2026-07. */
  readonly attribution: boolean;
  /** The order's channel before 2026-07, deprecated since; it also names the marketplace of an older order. */
  readonly channelInformation: boolean;
  /** Tax codes of variants, where products can be read and the API version has them. */
  readonly variantTaxCodes: boolean;
  /** Disputes of Shopify Payments. */
  readonly disputes: boolean;
  /** The policy reads tax codes, and the scope for products is missing. */
  readonly lacksProducts: boolean;
}

/**
 * Reads the granted scopes, which may be fewer than requested. A write scope includes reading.
 *
 * @param scopes handles such as `read_orders`
 * @param orderFields the fields of an order in the API version that answers; default: those of the pinned version
 */
export const accessOf = (
  scopes: readonly string[],
  readsProducts = false,
  orderFields: readonly string[] = ['attribution', 'channelInformation'],
): Access => {
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
    products: readsProducts && has('products'),
    attribution: orderFields.includes('attribution'),
    channelInformation: orderFields.includes('channelInformation'),
    variantTaxCodes: false,
    disputes: has('shopify_payments_disputes'),
    lacksProducts: readsProducts && !has('products'),
  };
};

/** What each missing scope costs, and how to get it. */
export const scopeFindings = (access: Access): readonly ReadinessFinding[] => {
  const findings = [
    ...missing(access.orders, 'stops', 'read_orders', 'no order can be read'),
    ...missing(
      access.allOrders,
      'warns',
      'read_all_orders',
      'Shopify silently leaves out orders older than 60 days, and what happens to them later (payments, refunds, edits, disputes): no sync and no proof sees it; a range that begins earlier is refused',
    ),
    ...missing(access.customers, 'warns', 'read_customers', 'exempt customers and their certificates are unknown'),
    ...missing(access.companies, 'warns', 'read_companies', 'exempt companies (B2B) are unknown'),
    ...missing(
      !access.lacksProducts,
      'warns',
      'read_products',
      'categories and tax codes of products are unknown, so no tax code is sent',
    ),
    ...missing(
      access.locations,
      'warns',
      'read_locations',
      'in-store sales have no address and are held, and your locations are unknown',
    ),
    ...missing(
      access.fulfillmentOrders,
      'warns',
      'read_merchant_managed_fulfillment_orders',
      'pickup orders have no address and are held',
    ),
  ];
  return findings.length === 0
    ? [{ level: 'fine', subject: 'scopes', message: 'all fields that the mapping uses can be read' }]
    : findings;
};

const missing = (
  isGranted: boolean,
  level: ReadinessFinding['level'],
  scope: string,
  consequence: string,
): readonly ReadinessFinding[] =>
  isGranted
    ? []
    : [
        {
          level,
          subject: `scope ${scope}`,
          message: `not granted: ${consequence}; add ${scope} to the app's scopes and install it again`,
        },
      ];
