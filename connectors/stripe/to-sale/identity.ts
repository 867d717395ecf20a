/** Names a sale of Stripe: its immutable ids, its page in the dashboard, and the ids by which other storefronts know it. */
import type { SaleIdentity } from '../../../src/mapping/sale.ts';
import type { Policy } from '../../../src/mapping/policy.ts';
import { type Metadata, metadataValue } from './metadata.ts';

type DashboardPath = 'payments' | 'invoices';

const pathsByPrefix: Readonly<Record<string, DashboardPath>> = {
  ...{ ch: 'payments', py: 'payments', pi: 'payments', in: 'invoices' },
};

/** The page of a record in Stripe's dashboard; null for a record without a page. */
export const recordUrl = (context: Pick<StripeContext, 'account' | 'mode'>, id: string): string | null => {
  const [, prefix = ''] = /^([a-z]+)_\w+$/.exec(id) ?? [];
  const path = Object.hasOwn(pathsByPrefix, prefix) ? pathsByPrefix[prefix] : undefined;
  return path === undefined || !/^acct_\w+$/.test(context.account) ? null : dashboardUrl(context, path, id);
};

/** `path` is the part of Stripe's dashboard that shows the sale; null when no part does. */
export const identityOf = (
  context: StripeContext,
  recordId: string,
  path: DashboardPath | null,
  number: string | null = null,
): SaleIdentity => ({
  platform: 'stripe',
  platformName: 'Stripe',
  account: context.account,
  recordId,
  number,
  url: path === null ? null : dashboardUrl(context, path, recordId),
});

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

/** What every mapping of a Stripe object needs to know about its account. */
export interface StripeContext {
  /** The account of the sales: `acct_…`. */
  readonly account: string;
  /** Mode of the key that reads. Objects of the other mode are never sent. */
  readonly mode: 'live' | 'test';
  readonly policy: Policy;
  /** When the object is read, in milliseconds since 1970. */
  readonly now: number;
}

const dashboardUrl = (
  { account, mode }: Pick<StripeContext, 'account' | 'mode'>,
  path: DashboardPath,
  id: string,
): string => `https://dashboard.stripe.com/${account}/${mode === 'test' ? 'test/' : ''}${path}/${id}`;

const digits = /^\d+$/;

/**
 * The Shopify order that a charge paid, if Shopify itself wrote the metadata: its charges have the ids of shop and order
 * together. An `order_id` alone may come from any shop system.
 */
const shopifyReference = (metadata: Metadata): readonly string[] => {
  const { order_id: order, shop_id: shop } = metadata;
  const isByShopify = 'shop_name' in metadata || 'order_transaction_id' in metadata;
  const areIds = order !== undefined && shop !== undefined && digits.test(order) && digits.test(shop);
  return areIds && isByShopify ? [`shopify:order:${order}`] : [];
};
