/** The entry point for a host app that runs in one process: its options become a `TaxNexus`. */
import { liveWorker } from '../live/index.ts';
import type { StorefrontOption } from '../mapping/own-storefront.ts';
import { settingsOfOptions } from './plugin/settings-of-options.ts';
import type { TaxNexus } from './plugin/tax-nexus.ts';
import { taxNexusOf } from './plugin/tax-nexus-of.ts';
import type { TaxNexusOptions } from './plugin/tax-nexus-options.ts';

/**
 * Tax Nexus in a host's app. It opens nothing and checks nothing yet: the sync database is opened at the first use, and what
 * is wrong with the options is reported then, all of it at once, as a `ConfigurationError`.
 *
 * @example
 * export const taxNexus = createTaxNexus({
 *   service: { baseUrl: 'https://api.example.com', apiKey: process.env.TAX_NEXUS_API_KEY },
 *   storefronts: { 'us-store': shopify({ shop: 'acme.myshopify.com', accessToken, webhookSecrets }) },
 * });
 * app.use('/tax-nexus', toExpress(taxNexus));
 * await taxNexus.start();
 */
export const createTaxNexus = <const Storefronts extends Readonly<Record<string, StorefrontOption>>>(
  options: TaxNexusOptions<Storefronts>,
): TaxNexus<keyof Storefronts & string> => taxNexusOf(settingsOfOptions(options), liveWorker);
