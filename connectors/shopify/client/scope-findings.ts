import type { ReadinessFinding } from '../../../src/mapping/source-connector.ts';
import type { Access } from './access.ts';

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

/** What each scope that is missing costs, and how to get it. */
export const scopeFindings = (access: Access): readonly ReadinessFinding[] => {
  const findings = [
    ...missing(access.orders, 'stops', 'read_orders', 'no order can be read'),
    ...missing(
      access.allOrders,
      'warns',
      'read_all_orders',
      'orders older than 60 days are left out, and Shopify does not say so; a range that begins earlier is refused',
    ),
    ...missing(access.customers, 'warns', 'read_customers', 'exempt customers and their certificates are not known'),
    ...missing(access.companies, 'warns', 'read_companies', 'exempt companies (B2B) are not known'),
    ...missing(access.locations, 'warns', 'read_locations', 'sales in stores have no place, and are held'),
    ...missing(
      access.fulfillmentOrders,
      'warns',
      'read_merchant_managed_fulfillment_orders',
      'orders that are picked up have no place, and are held',
    ),
  ];
  return findings.length === 0
    ? [{ level: 'fine', subject: 'scopes', message: 'everything that the mapping uses may be read' }]
    : findings;
};
