import type { SourceConnector, SourceEnvironment } from '../mapping/source-connector.ts';
import type { StorefrontConfiguration } from './configuration/configuration.ts';
import { refusingConnector } from './refusing-connector.ts';

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
      const found = await import('../../connectors/stripe/index.ts').catch(nullIfMissing);
      if (found === null) return () => refusingConnector(stripeMissing);
      return ({ clock }) => found.stripeConnector({ ...storefront, clock });
    }
    case 'own':
      return () => storefront.source;
  }
};

const stripeMissing = 'the package stripe, which Stripe storefronts need, is not installed; run npm install stripe';

/** Stripe's package is an optional peer. Rejects with any other error. */
const nullIfMissing = (error: unknown): null => {
  if (error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND') return null;
  throw error;
};
