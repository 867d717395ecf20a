import type { SourceConnector, SourceEnvironment } from '../mapping/source-connector.ts';
import type { StorefrontConfiguration } from './configuration/configuration.ts';

/**
 * The table of connectors: the only place that knows them all. Loads the one that a storefront names and no other, since
 * each brings its platform's package along and a command should start at once.
 */
export const loadConnector = async (
  storefront: StorefrontConfiguration,
): Promise<(environment: SourceEnvironment) => SourceConnector> => {
  switch (storefront.connector) {
    case 'shopify': {
      const { shopifyConnector } = await import('../../connectors/shopify/index.ts');
      return (environment) => shopifyConnector({ ...storefront, ...environment });
    }
    case 'stripe': {
      const { stripeConnector } = await import('../../connectors/stripe/index.ts');
      return ({ clock }) => stripeConnector({ ...storefront, clock });
    }
    case 'own':
      return () => storefront.source;
  }
};
