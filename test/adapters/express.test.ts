import express from 'express';
import { describe, expect, it } from '@jest/globals';
import { toExpress } from '../../src/adapters/express.ts';
import { aWeb } from '../support/a-web.ts';
import { deliver, listening } from '../support/listening.ts';
import { orderPayload, shopifyWebhook } from '../support/signed-webhook.ts';

const listen = listening();
const webhook = shopifyWebhook(orderPayload('820982911946154508'));
const path = '/tax-nexus/webhooks/us-store';

interface WithRawBody {
  rawBody?: Buffer;
}

const keepRaw = express.json({
  verify: (request, _response, bytes) => {
    (request as WithRawBody).rawBody = bytes;
  },
});

describe('toExpress', () => {
  it('mounted before express.json() takes webhooks, and leaves the host’s own routes and bodies alone', async () => {
    const web = aWeb();
    const app = express();
    app.use('/tax-nexus', toExpress(web));
    app.use(express.json());
    app.post('/orders', (request, response) => response.json(request.body as object));
    const origin = await listen(app);
    expect(await deliver(`${origin}${path}`, webhook)).toStrictEqual({ status: 200, text: '' });
    expect(web.deliveries).toHaveLength(1);
    const own = await deliver(`${origin}/orders`, { headers: { 'content-type': 'application/json' }, body: '{"a":1}' });
    expect(own).toStrictEqual({ status: 200, text: '{"a":1}' });
  });

  it('mounted without a path answers below /tax-nexus, or below the path that it is given', async () => {
    const app = express();
    app.use(toExpress(aWeb()));
    app.use(toExpress(aWeb(), { basePath: '/hooks' }));
    app.get('/health', (_request, response) => response.send('the host'));
    const origin = await listen(app);
    expect((await deliver(`${origin}${path}`, webhook)).status).toBe(200);
    expect((await deliver(`${origin}/hooks/webhooks/us-store`, webhook)).status).toBe(200);
    expect(await (await fetch(`${origin}/health`)).text()).toBe('the host');
    expect((await fetch(`${origin}/tax-nexus/health`)).status).toBe(200);
  });

  it('mounted in routers within routers takes the path as the client wrote it', async () => {
    const [app, api] = [express(), express.Router()];
    api.use('/tax', toExpress(aWeb()));
    app.use('/api/v1', api);
    const origin = await listen(app);
    expect((await deliver(`${origin}/api/v1/tax/webhooks/us-store?from=shopify`, webhook)).status).toBe(200);
    expect((await deliver(`${origin}/api/v1/webhooks/us-store`, webhook)).status).toBe(404);
  });

  it('mounted after express.json() answers 500 with what to change, and not "unverified"; the log names it and the storefront', async () => {
    const web = aWeb();
    const app = express();
    app.use(express.json());
    app.use('/tax-nexus', toExpress(web));
    const { status, text } = await deliver(`${await listen(app)}${path}`, webhook);
    expect(status).toBe(500);
    expect(text).toContain('before express.json()');
    expect(text).toContain('Object.assign(req, { rawBody })');
    expect(web.deliveries).toHaveLength(0);
    expect(web.logged).toStrictEqual([expect.stringMatching(/Webhooks were refused.*us-store.*Another body parser/)]);
  });

  it.each([
    ['express.json({ verify }) that keeps req.rawBody', keepRaw],
    ['express.raw()', express.raw({ type: '*/*' })],
    ['express.json() of another type', express.json({ type: 'application/vnd.api+json' })],
  ])('works after %s', async (_, parser) => {
    const web = aWeb();
    const app = express();
    app.use(parser);
    app.use('/tax-nexus', toExpress(web));
    expect((await deliver(`${await listen(app)}${path}`, webhook)).status).toBe(200);
    expect(web.deliveries).toHaveLength(1);
  });

  it('verifies the raw bytes and not what a parser makes of them', async () => {
    const web = aWeb();
    const app = express();
    app.use('/tax-nexus', toExpress(web));
    const spaced = shopifyWebhook(`{ "admin_graphql_api_id" :\t"gid://shopify/Order/820982911946154508", "id": 1.0 }`);
    expect((await deliver(`${await listen(app)}${path}`, spaced)).status).toBe(200);
    expect(web.deliveries).toMatchObject([{ recordId: '820982911946154508' }]);
  });

  it('refuses a body beyond the cap that a parser has kept', async () => {
    const app = express();
    app.use(express.raw({ type: '*/*', limit: '8mb' }));
    app.use('/tax-nexus', toExpress(aWeb()));
    const large = shopifyWebhook(JSON.stringify({ note: 'x'.repeat(4 * 1024 * 1024) }));
    expect((await deliver(`${await listen(app)}${path}`, large)).status).toBe(413);
  });
});
