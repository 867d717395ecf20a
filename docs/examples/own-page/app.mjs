import { readFileSync } from 'node:fs';
import express from 'express';
import { createTaxNexus } from 'tax-nexus-sync';
import { toExpress } from 'tax-nexus-sync/express';
import { shopify } from 'tax-nexus-sync/shopify';

const { env } = process;

const taxNexus = createTaxNexus({
  service: { baseUrl: env.TAX_NEXUS_URL, apiKey: env.TAX_NEXUS_API_KEY },
  state: env.TAX_NEXUS_STATE ?? 'sqlite:./tax-nexus.db',
  storefronts: {
    'us-store': shopify({
      shop: env.SHOPIFY_SHOP,
      accessToken: env.SHOPIFY_TOKEN,
      webhookSecrets: [env.SHOPIFY_SECRET],
      apiOrigin: env.SHOPIFY_API_ORIGIN, // for the sandbox alone
    }),
  },
  authorize: () => ({ name: 'Ada', may: ['view', 'operate'] }), // stands for your sessions: who it is, and what they may do
});

const page = readFileSync(new URL('page.html', import.meta.url), 'utf8');
const app = express();
app.use('/tax-nexus', toExpress(taxNexus)); // the API is at /tax-nexus/api/v1
app.get('/', (request, response) => response.type('html').send(page));

await taxNexus.start();
const server = app.listen(Number(env.PORT ?? 3000), '127.0.0.1', () => {
  console.log(`listening on http://127.0.0.1:${server.address().port}`);
});
process.once('SIGTERM', () => {
  server.close();
  server.closeAllConnections();
  taxNexus.stop();
});
