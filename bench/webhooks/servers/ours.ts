import { shopify } from '../../../connectors/shopify/index.ts';
import { stripe } from '../../../connectors/stripe/index.ts';
import { toNode } from '../../../src/adapters/node.ts';
import { createTaxNexus } from '../../../src/index.ts';
import { secrets, shop } from '../delivery.ts';
import { serve } from './serve.ts';

/* The plugin as a host has it: `node ours.js <file of the sync database, or address of its database>`. It is not started: what is measured is intake. */

const [file = ''] = process.argv.slice(2);
const taxNexus = createTaxNexus({
  service: { baseUrl: 'http://127.0.0.1:1', apiKey: 'bench' },
  state: file.includes('://') ? file : `sqlite:${file}`,
  storefronts: {
    shopify: shopify({ shop, accessToken: 'bench', webhookSecrets: [secrets.shopify] }),
    stripe: stripe({ secretKey: 'rk_live_bench', webhookSecrets: [secrets.stripe] }),
  },
});
serve(toNode(taxNexus));
