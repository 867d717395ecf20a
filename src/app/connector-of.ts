import { shopifyConnector } from '../../connectors/shopify/index.ts';
import { stripeConnector } from '../../connectors/stripe/index.ts';
import type { Clock } from '../core/environment.ts';
import type { SourceConnector } from '../mapping/source-connector.ts';
import type { StorefrontConfiguration } from './configuration/configuration.ts';

/** The table of connectors: the only place that knows them all. */
export const connectorOf =
  (clock: Clock) =>
  (storefront: StorefrontConfiguration): SourceConnector => {
    switch (storefront.connector) {
      case 'shopify':
        return shopifyConnector({ ...storefront, clock });
      case 'stripe':
        return stripeConnector({ ...storefront, clock });
      case 'own':
        return storefront.source;
    }
  };
