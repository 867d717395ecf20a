import express from 'express';
import { createTaxNexus } from 'tax-nexus-sync';
import { toExpress } from 'tax-nexus-sync/express';
import { shopify } from 'tax-nexus-sync/shopify';

const { env } = process;
const merchants = new Map(); // stands for your database: name → { shop, token, since }

const taxNexus = createTaxNexus({
  service: { baseUrl: env.TAX_NEXUS_URL, apiKey: env.TAX_NEXUS_API_KEY },
  state: env.TAX_NEXUS_STATE ?? 'sqlite:./tax-nexus.db',
  storefronts: {},
  credentials: (name) => {
    const merchant = merchants.get(name);
    if (merchant === undefined) return null;
    return shopify({
      shop: merchant.shop,
      accessToken: () => merchants.get(name).token, // asked again once Shopify refuses the last one
      webhookSecrets: [env.SHOPIFY_SECRET], // your app's: the same for all its merchants
      apiOrigin: env.SHOPIFY_API_ORIGIN, // for the sandbox alone
      since: merchant.since, // first day of live work; unset, the day of the first sync or of going live
    });
  },
});

const app = express();
app.use('/tax-nexus', toExpress(taxNexus)); // POST /tax-nexus/webhooks/shopify, or …/<name>
app.use(express.json());
app.put('/merchants/:name', async ({ params: { name }, body }, response) => {
  merchants.set(name, body);
  await taxNexus.storefronts.add(name); // also gives a known one its new credentials
  response.sendStatus(204);
});
app.delete('/merchants/:name', ({ params: { name } }, response) => {
  const merchant = taxNexus.storefronts.find(name);
  if (merchant !== undefined) taxNexus.storefronts.remove(merchant); // no more work, and its webhooks are refused
  merchants.delete(name);
  response.sendStatus(204);
});

for (const name of merchants.keys()) await taxNexus.storefronts.add(name); // they last as long as the process
await taxNexus.start();
const server = app.listen(Number(env.PORT ?? 3000), '127.0.0.1', (error) => {
  if (error) throw error;
  console.log('listening on', server.address());
});

process.once('SIGTERM', async () => {
  server.close();
  await taxNexus.stop({ drainMs: 10_000 });
  server.closeAllConnections();
});
