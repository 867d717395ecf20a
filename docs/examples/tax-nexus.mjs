// What every example shares: the plugin itself. Nothing is opened until it is used.
import { createTaxNexus } from 'tax-nexus-sync';
import { shopify, shopifyAdminUser } from 'tax-nexus-sync/shopify';
import { stripe } from 'tax-nexus-sync/stripe';

const { env } = process;

export const taxNexus = createTaxNexus({
  service: { baseUrl: env.TAX_NEXUS_URL, apiKey: env.TAX_NEXUS_API_KEY },
  state: env.TAX_NEXUS_STATE ?? 'sqlite:./tax-nexus.db',
  storefronts: {
    'us-store': shopify({
      shop: env.SHOPIFY_SHOP,
      accessToken: env.SHOPIFY_TOKEN,
      webhookSecrets: [env.SHOPIFY_SECRET],
      apiOrigin: env.SHOPIFY_API_ORIGIN, // for the sandbox alone: unset, it is the shop's own
      since: env.TAX_NEXUS_SINCE, // first day of live work; unset, the day of the first sync or of going live
    }),
    billing: stripe({
      secretKey: env.STRIPE_KEY,
      webhookSecrets: [env.STRIPE_WEBHOOK_SECRET],
      timeZone: 'America/New_York',
      apiOrigin: env.STRIPE_API_ORIGIN, // for the sandbox alone
      since: env.TAX_NEXUS_SINCE,
    }),
  },
  // The screen inside Shopify's admin, at /tax-nexus/screen. Without an app's id, there is no screen.
  ...(env.SHOPIFY_CLIENT_ID && {
    authorize: shopifyAdminUser({ clientId: env.SHOPIFY_CLIENT_ID, clientSecret: env.SHOPIFY_SECRET }),
  }),
});
