/** Which fields of the sample shop an app may read, by its scopes and its approval for customer data. */
import { day, sampleCalendar, type SampleSize } from '../orders/sample-size.ts';

/** The rights of an app. */
export interface Access {
  readonly scopes: ReadonlySet<string>;
  /** `level 1`: no streets, ZIPs, names, e-mails and phones. `level 2`: all of a buyer. */
  readonly protectedCustomerData: 'level 1' | 'level 2';
}

/** All scopes that a connector can use. */
export const allScopes: readonly string[] = [
  'read_orders',
  'read_all_orders',
  'read_customers',
  'read_locations',
  'read_merchant_managed_fulfillment_orders',
  'read_products',
  'read_reports',
  'read_returns',
  'read_shopify_payments_disputes',
];

/** The scope that each field needs; if several would do, the one that a connector requests. */
const neededScopes: Readonly<Record<string, string>> = {
  'QueryRoot.order': 'read_orders',
  'QueryRoot.orders': 'read_orders',
  'QueryRoot.ordersCount': 'read_orders',
  'QueryRoot.refund': 'read_orders',
  'QueryRoot.return': 'read_returns',
  'QueryRoot.location': 'read_locations',
  'QueryRoot.locations': 'read_locations',
  'QueryRoot.shopifyqlQuery': 'read_reports',
  'QueryRoot.dispute': 'read_shopify_payments_disputes',
  'Order.disputes': 'read_shopify_payments_disputes',
  'Order.customer': 'read_customers',
  'Order.purchasingEntity': 'read_customers',
  'Order.retailLocation': 'read_locations',
  'Order.physicalLocation': 'read_locations',
  'Order.fulfillmentOrders': 'read_merchant_managed_fulfillment_orders',
  'Order.returns': 'read_returns',
  'FulfillmentOrderAssignedLocation.location': 'read_locations',
  'LineItem.product': 'read_products',
  'LineItem.variant': 'read_products',
};

const levelTwo: Readonly<Record<string, ReadonlySet<string>>> = {
  QueryRoot: new Set(['shopifyqlQuery']),
  MailingAddress: new Set('address1 address2 zip company firstName lastName name phone latitude longitude'.split(' ')),
  FulfillmentOrderDestination: new Set('address1 address2 zip company firstName lastName email phone'.split(' ')),
  Customer: new Set('displayName email firstName lastName phone'.split(' ')),
  Order: new Set(['email', 'phone']),
};

/** Why a field is refused, in Shopify's words; undefined when it is allowed. */
export const refusalOf = (
  { scopes, protectedCustomerData }: Access,
  type: string,
  field: string,
): string | undefined => {
  const scope = neededScopes[`${type}.${field}`];
  if (scope !== undefined && !scopes.has(scope)) {
    return `Access denied for ${field} field. Required access: \`${scope}\` access scope.`;
  }
  if (protectedCustomerData === 'level 1' && levelTwo[type]?.has(field) === true) {
    return (
      `This app is not approved to use the ${field} field. ` +
      'See https://shopify.dev/docs/apps/launch/protected-customer-data for more details.'
    );
  }
  return undefined;
};

/** The time from which on orders are visible, in ms: without `read_all_orders`, 60 days before the sample ends. */
export const seenSince = ({ scopes }: Access, { calendar = sampleCalendar }: SampleSize): number =>
  scopes.has('read_all_orders') ? -Infinity : calendar.end - 60 * day;
