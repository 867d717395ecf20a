// The configuration of the containers: everything that differs comes from the environment (compose.yaml).
const { env } = process;

export default {
  service: { baseUrl: env.TAX_NEXUS_URL, apiKey: { env: 'TAX_NEXUS_API_KEY' } },
  state: { env: 'DATABASE_URL' },
  storefronts: {
    'us-store': {
      connector: 'shopify',
      shop: env.SHOPIFY_SHOP,
      accessToken: { env: 'SHOPIFY_TOKEN' },
      webhookSecrets: [{ env: 'SHOPIFY_SECRET' }],
      // Set for the sandbox alone.
      apiOrigin: env.SHOPIFY_API_ORIGIN,
    },
  },
};
