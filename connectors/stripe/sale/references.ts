import type { Policy } from '../../../src/mapping/policy.ts';
import { type Metadata, metadataValue } from './metadata-amount.ts';

const digits = /^\d+$/;

/**
 * The Shopify order that a charge paid, when Shopify itself wrote that: its charges carry the ids of shop and order
 * together. An `order_id` alone is any shop system's.
 */
const shopifyOrder = (metadata: Metadata): readonly string[] => {
  const { order_id: order, shop_id: shop } = metadata;
  const isShopifys = 'shop_name' in metadata || 'order_transaction_id' in metadata;
  const areIds = order !== undefined && shop !== undefined && digits.test(order) && digits.test(shop);
  return areIds && isShopifys ? [`shopify:order:${order}`] : [];
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
      ...shopifyOrder(metadata),
      ...(order === null ? [] : [`order:${order}`]),
    ]),
  ];
};
