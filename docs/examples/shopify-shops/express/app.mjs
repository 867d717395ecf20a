// web/index.js of the Shopify app template for Express, with the plugin added.
import express from 'express';
import { ApiVersion, shopifyApp } from '@shopify/shopify-app-express';
import { toExpress } from 'tax-nexus-sync/express';
import { sessionStorage } from '../sessions.mjs';
import { taxNexusOf } from '../tax-nexus.mjs';

const shopify = shopifyApp({
  api: {
    apiKey: process.env.SHOPIFY_API_KEY,
    apiSecretKey: process.env.SHOPIFY_API_SECRET,
    apiVersion: ApiVersion.July26,
    hostName: new URL(process.env.SHOPIFY_APP_URL).host,
    scopes: process.env.SCOPES?.split(','),
  },
  auth: { path: '/api/auth', callbackPath: '/api/auth/callback' },
  webhooks: { path: '/api/webhooks' },
  sessionStorage,
});
const taxNexus = taxNexusOf(shopify.api);

const app = express();
app.use('/tax-nexus', toExpress(taxNexus)); // all topics of shopify.app.toml go to /tax-nexus/webhooks/shopify
app.get(shopify.config.auth.path, shopify.auth.begin());
app.get(
  shopify.config.auth.callbackPath,
  shopify.auth.callback(),
  async (request, response, next) => {
    await taxNexus.storefronts.refresh(); // adds the shop now, and not only when the plugin lists the table again
    next();
  },
  shopify.redirectToShopifyOrAppRoot(),
);

await taxNexus.start();
const server = app.listen(Number(process.env.PORT ?? 3000), '127.0.0.1', () => {
  console.log(`listening on http://127.0.0.1:${server.address().port}`);
});

process.once('SIGTERM', async () => {
  server.close();
  await taxNexus.stop({ drainMs: 10_000 });
  server.closeAllConnections();
});
