import type * as E from 'fp-ts/lib/Either.js';
import type { StorefrontSource } from '../mapping/source-connector.ts';
import type { Configuration, StorefrontConfiguration } from './configuration/configuration.ts';

/**
 * The table of connectors: the only place that knows them all. Loads the one that a storefront names and no other, since
 * each brings its platform's package along and a command should start at once.
 */
export const loadSource = async (storefront: StorefrontConfiguration): Promise<StorefrontSource> => {
  const { policy, since } = storefront;
  switch (storefront.connector) {
    case 'shopify': {
      const { shopifyConnector } = await import('../../connectors/shopify/index.ts');
      const { sharedAddressOf } = await import('../../connectors/shopify/webhooks/receive-webhook.ts');
      const sharedAddress = sharedAddressOf(storefront.shop);
      return { open: ({ clock }) => shopifyConnector({ ...storefront, clock }), policy, since, sharedAddress };
    }
    case 'stripe': {
      const { stripeConnector } = await import('../../connectors/stripe/index.ts');
      const { sharedAddressOf } = await import('../../connectors/stripe/webhooks/receive-webhook.ts');
      const sharedAddress = sharedAddressOf(storefront.account);
      return { open: ({ clock }) => stripeConnector({ ...storefront, clock }), policy, since, sharedAddress };
    }
    case 'own':
      return { open: () => storefront.source, policy, since };
  }
};

export const loadSources = async (
  storefronts: Configuration['storefronts'],
): Promise<Readonly<Record<string, StorefrontSource>>> =>
  Object.fromEntries(
    await Promise.all(
      Object.entries(storefronts).map(async ([name, storefront]) => [name, await loadSource(storefront)] as const),
    ),
  );

/** The `[webhooks]` section of `shopify.app.toml` for an address. */
export const shopifyWebhooksToml = async (address: string): Promise<E.Either<string, string>> => {
  const { webhooksToml } = await import('../../connectors/shopify/webhooks/app-configuration.ts');
  return webhooksToml(address);
};
