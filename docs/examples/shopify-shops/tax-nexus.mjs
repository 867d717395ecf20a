// What the examples share: the plugin of an app that shops install. It follows the app's session table.
import { createTaxNexus } from 'tax-nexus-sync';
import { shopifySessions, tokenFromSessions } from 'tax-nexus-sync/shopify';
import { deleteSessionsOf, listShops, sessionStorage } from './sessions.mjs';

const { env } = process;

/** `api`: the app's shopifyApi object. */
export const taxNexusOf = (api) => {
  const taxNexus = createTaxNexus({
    service: { baseUrl: env.TAX_NEXUS_URL, apiKey: env.TAX_NEXUS_API_KEY },
    state: env.TAX_NEXUS_STATE ?? 'sqlite:./tax-nexus.db',
    storefronts: {},
    directories: [
      shopifySessions({
        listShops,
        sessionStorage,
        accessToken: tokenFromSessions({ shopify: api, sessionStorage }),
        webhookSecrets: [env.SHOPIFY_API_SECRET],
        apiOrigin: env.SHOPIFY_API_ORIGIN, // for the sandbox alone
        since: env.TAX_NEXUS_SINCE, // first day of live work; unset, the day on which a shop first went live
      }),
    ],
  });
  // Only once Shopify refuses the token: an uninstallation that is delivered late must not delete a new session.
  taxNexus.on('storefront.removed', ({ account, reason }) => reason === 'uninstalled' && deleteSessionsOf(account));
  return taxNexus;
};
