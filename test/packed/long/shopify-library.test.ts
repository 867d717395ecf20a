import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { apps, runIn } from '../../support/an-app.ts';

const anApp = apps();

/*
 * The adapters of Shopify's library are global to the process, and the last one that is imported wins. A host may have any
 * of them, or none: webhooks are verified all the same, and the host's own stays what it was.
 */

const script = (first: string, second: string): string => `
${first}
${second}
import { createHmac } from 'node:crypto';
import { shopifyApi } from '@shopify/shopify-api';
import { abstractRuntimeString, createSHA256HMAC } from '@shopify/shopify-api/runtime';
import { createTaxNexus } from 'tax-nexus-sync';

const taxNexus = createTaxNexus({
  service: { baseUrl: 'https://api.example.com', apiKey: 'key' },
  state: 'sqlite::memory:',
  storefronts: { 'us-store': shopify({ shop: 'acme.myshopify.com', accessToken: 'token', webhookSecrets: ['app-secret'] }) },
  schedule: { catchUp: null, reconcile: null },
  logger: { debug() {}, info() {}, warn() {}, error() {} },
});
const body = JSON.stringify({ admin_graphql_api_id: 'gid://shopify/Order/820982911946154508' });
const deliver = async (signature) => {
  const headers = { 'content-type': 'application/json', 'x-shopify-topic': 'orders/paid', 'x-shopify-hmac-sha256': signature };
  const request = new Request('https://host.example/tax-nexus/webhooks/us-store', { method: 'POST', headers, body });
  return (await taxNexus.handler(request)).status;
};
const statuses = [
  await deliver(await createSHA256HMAC('app-secret', body)),
  await deliver(createHmac('sha256', 'app-secret').update(body).digest('base64')),
  await deliver(await createSHA256HMAC('another', body)),
];
let runtime = 'none';
try { runtime = abstractRuntimeString(); } catch {}
await taxNexus.stop();
console.log(JSON.stringify({ statuses, runtime, isUsable: typeof shopifyApi }));
`;

const ours = `import { shopify } from 'tax-nexus-sync/shopify';`;
const adapter = (name: string): string => `import '@shopify/shopify-api/adapters/${name}';`;

describe('beside the host’s own use of Shopify’s library', () => {
  it.each([
    ['the adapter for Node, imported before', adapter('node'), ours, /^Node/],
    ['the adapter for Node, imported after', ours, adapter('node'), /^Node/],
    ['the adapter for web APIs, imported before', adapter('web-api'), ours, /web/i],
    ['the adapter for web APIs, imported after', ours, adapter('web-api'), /web/i],
    ['no adapter at all', ours, '', /none|not set/i],
  ])(
    'webhooks are verified, and the host’s adapter stays: %s',
    async (_, first, second, runtime) => {
      const app = await anApp({ type: 'module', also: ['@shopify/shopify-api'] });
      writeFileSync(join(app.folder, 'app.js'), script(first, second));
      const printed = await runIn(app, ['app.js']);
      expect({ code: printed.code, err: printed.err }).toStrictEqual({ code: 0, err: '' });
      expect(JSON.parse(printed.out)).toStrictEqual({
        statuses: [200, 200, 401],
        runtime: expect.stringMatching(runtime),
        isUsable: 'function',
      });
    },
    120_000,
  );
});
