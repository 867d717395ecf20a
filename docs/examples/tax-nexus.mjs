// What every example shares: the plugin itself. Nothing is opened until it is used.
import { createTaxNexus } from 'tax-nexus-sync';
import { shopify } from 'tax-nexus-sync/shopify';

const { env } = process;

export const taxNexus = createTaxNexus({
  service: { baseUrl: env.TAX_NEXUS_URL, apiKey: env.TAX_NEXUS_API_KEY },
  state: env.TAX_NEXUS_STATE ?? 'sqlite:./tax-nexus.db',
  storefronts: {
    'us-store': shopify({
      shop: env.SHOPIFY_SHOP,
      accessToken: env.SHOPIFY_TOKEN,
      webhookSecrets: [env.SHOPIFY_SECRET],
      // For the sandbox alone: leave it out, and the shop's own address is taken.
      apiOrigin: env.SHOPIFY_API_ORIGIN,
    }),
  },
});
