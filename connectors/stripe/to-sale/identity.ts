import type { SaleIdentity } from '../../../src/mapping/sale.ts';
import type { Policy } from '../../../src/mapping/policy.ts';
import { type Metadata, metadataValue } from './amounts.ts';

/** Immutable ids of a sale. `path` is the part of Stripe's dashboard that shows it; null when none does. */
export const identityOf = (
  { account, mode }: StripeContext,
  recordId: string,
  path: 'payments' | 'invoices' | null,
  number: string | null = null,
): SaleIdentity => ({
  platform: 'stripe',
  platformName: 'Stripe',
  account,
  recordId,
  number,
  url:
    path === null
      ? null
      : `https://dashboard.stripe.com/${account}/${mode === 'test' ? 'test/' : ''}${path}/${recordId}`,
});

const digits = /^\d+$/;

/**
 * The Shopify order that a charge paid, when Shopify itself wrote that: its charges carry the ids of shop and order
 * together. An `order_id` alone is any shop system's.
 */
const shopifyReference = (metadata: Metadata): readonly string[] => {
  const { order_id: order, shop_id: shop } = metadata;
  const isByShopify = 'shop_name' in metadata || 'order_transaction_id' in metadata;
  const areIds = order !== undefined && shop !== undefined && digits.test(order) && digits.test(shop);
  return areIds && isByShopify ? [`shopify:order:${order}`] : [];
};

/** Ids by which another storefront may know the same sale: Stripe's own, Shopify's order, the merchant's order. */
export const referencesOf = (
  policy: Policy,
  metadata: Metadata,
  ids: readonly (string | null | undefined)[],
): readonly string[] => {
  const order = metadataValue(policy, metadata, 'orderId');
  return [
    ...new Set([
      ...ids.filter((id): id is string => id != null).map((id) => `stripe:${id}`),
      ...shopifyReference(metadata),
      ...(order === null ? [] : [`order:${order}`]),
    ]),
  ];
};

/** What every mapping of a Stripe object needs to know besides the object. */
export interface StripeContext {
  /** Whose sales these are: `acct_…`. */
  readonly account: string;
  /** Mode of the key that reads. Objects of the other mode are never sent. */
  readonly mode: 'live' | 'test';
  readonly policy: Policy;
  /** When it is read, in milliseconds since 1970. */
  readonly now: number;
}
