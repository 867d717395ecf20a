import { fastify, type FastifyInstance } from 'fastify';
import { afterAll, describe, expect, it } from '@jest/globals';
import { toFastify } from '../../src/adapters/fastify.ts';
import { aWeb } from '../support/a-web.ts';
import { deliver } from '../support/listening.ts';
import { orderPayload, shopifyWebhook } from '../support/signed-webhook.ts';

const webhook = shopifyWebhook(orderPayload('820982911946154508'));
const apps: { readonly close: () => unknown }[] = [];

afterAll(async () => {
  await Promise.all(apps.map((app) => app.close()));
});

const anApp = (): FastifyInstance => {
  const app = fastify({ bodyLimit: 64 });
  apps.push(app);
  return app;
};

describe('toFastify', () => {
  it('takes raw bytes in a separate scope; the host’s parsers and routes stay as they are', async () => {
    const web = aWeb();
    const app = anApp();
    await app.register(toFastify(web), { prefix: '/tax-nexus' });
    app.post('/orders', (request) => request.body);
    const origin = await app.listen({ port: 0, host: '127.0.0.1' });
    expect(await deliver(`${origin}/tax-nexus/webhooks/us-store`, webhook)).toStrictEqual({ status: 200, text: '' });
    expect(web.deliveries).toMatchObject([{ recordId: '820982911946154508' }]);
    const own = await deliver(`${origin}/orders`, { headers: { 'content-type': 'application/json' }, body: '{"a":1}' });
    expect(own).toStrictEqual({ status: 200, text: '{"a":1}' });
  });

  it('without a prefix answers below /tax-nexus alone', async () => {
    const app = anApp();
    await app.register(toFastify(aWeb()));
    app.get('/health', () => 'the host');
    const origin = await app.listen({ port: 0, host: '127.0.0.1' });
    expect((await deliver(`${origin}/tax-nexus/webhooks/us-store`, webhook)).status).toBe(200);
    expect(await (await fetch(`${origin}/health`)).text()).toBe('the host');
    expect((await fetch(`${origin}/tax-nexus/orders`)).status).toBe(404);
  });

  it.each(['api/tax', '/api/tax/'])(
    'takes a path of the host’s in place of a prefix, however its slashes are: %s',
    async (basePath) => {
      const app = anApp();
      await app.register(toFastify(aWeb(), { basePath }));
      const origin = await app.listen({ port: 0, host: '127.0.0.1' });
      expect((await deliver(`${origin}/api/tax/webhooks/us-store`, webhook)).status).toBe(200);
      expect((await fetch(`${origin}/tax-nexus/ready`)).status).toBe(404);
    },
  );

  it('works within a scope of the host’s', async () => {
    const app = anApp();
    await app.register(
      async (api) => {
        await api.register(toFastify(aWeb()), { prefix: '/tax' });
      },
      { prefix: '/api' },
    );
    const origin = await app.listen({ port: 0, host: '127.0.0.1' });
    expect((await deliver(`${origin}/api/tax/webhooks/us-store`, webhook)).status).toBe(200);
    expect((await fetch(`${origin}/api/tax/ready`)).status).toBe(200);
  });

  it('answers 500 with what to change where a hook of the host has read the body', async () => {
    const app = anApp();
    app.addHook('onRequest', (request, _reply, done) => {
      request.raw.resume().once('end', () => done());
    });
    await app.register(toFastify(aWeb()), { prefix: '/tax-nexus' });
    const origin = await app.listen({ port: 0, host: '127.0.0.1' });
    const { status, text } = await deliver(`${origin}/tax-nexus/webhooks/us-store`, webhook);
    expect(status).toBe(500);
    expect(text).toContain('signature cannot be checked');
  });
});
