import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, describe, expect, it } from '@jest/globals';
import { shopify } from '../../../../connectors/shopify/index.ts';
import { isOverWithin, eventually, last, plugins } from '../../../support/a-plugin.ts';
import { sampleRange } from '../../../../sandbox/index.ts';
import { orderPayload, requestOf, shopifySecret, shopifyWebhook } from '../../../support/signed-webhook.ts';

const aPlugin = plugins();
const servers: Server[] = [];
afterAll(() => servers.forEach((server) => (server.closeAllConnections(), server.close())));

/** Passes requests on to the service or the shop, gives no answer at all, or cuts each connection. */
const switchable = async (origin: () => string) => {
  const state = { isSilent: true, isRefused: false };
  const unanswered = new Set<IncomingMessage>();
  const server = createServer((request, response) => {
    if (state.isRefused) request.destroy();
    else if (state.isSilent) unanswered.add(request);
    if (state.isRefused || state.isSilent) return;
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { authorization = '', 'x-shopify-access-token': token = '' } = request.headers;
      void fetch(`${origin()}${request.url ?? ''}`, {
        method: request.method ?? 'GET',
        headers: { authorization, 'x-shopify-access-token': String(token), 'content-type': 'application/json' },
        ...(chunks.length > 0 && { body: Buffer.concat(chunks) }),
      }).then(async (answer) =>
        response.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text()),
      );
    });
  });
  servers.push(server);
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
  const answer = (): void => {
    Object.assign(state, { isSilent: false, isRefused: false });
    for (const request of unanswered) request.destroy();
  };
  return { state, answer, origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
};

describe('a service that gives no answer', () => {
  it('is reported within 30 seconds of a webhook, with what waits, and reported again when it answers', async () => {
    const first = await aPlugin();
    const { id } = await first.taxNexus.historicalSync.start(sampleRange);
    await last(first.taxNexus.historicalSync.watch(id));
    const orderId = first.taxService.journal()[0]?.id.split(':')[2] ?? '';

    let service = '';
    const between = await switchable(() => service);
    const { taxNexus, taxService, events, logged } = await aPlugin({
      service: { baseUrl: between.origin, apiKey: 'sandbox-key' },
      authorize: () => ({ name: 'Ada' }),
    });
    service = taxService.origin;
    await taxNexus.start();
    expect((await taxNexus.handler(requestOf(shopifyWebhook(orderPayload(orderId), { deliveryId: 'a' })))).status).toBe(
      200,
    );
    const noticed = eventually(() => events.some(({ type }) => type === 'service.unreachable'));
    expect(await isOverWithin(60_000, noticed)).toBe(true);
    expect(logged.filter((line) => line.includes('The Tax Nexus Service does not answer'))).toHaveLength(1);
    const page = await taxNexus.handler(new Request('http://127.0.0.1/tax-nexus/screen/live'));
    expect(await page.text()).toMatch(/has not answered since .+ 1 record waits\. Nothing is lost/);

    between.answer();
    await eventually(() => events.some(({ type }) => type === 'service.recovered'));
    await eventually(() => taxService.journal().length === 1);
    expect(logged.join('\n')).toContain('The Tax Nexus Service answers again.');
    // The line follows the commit, which follows the answer of the service.
    await eventually(() => logged.some((line) => line.includes('A sale was pushed.')));
    const after = await taxNexus.handler(new Request('http://127.0.0.1/tax-nexus/screen/live'));
    expect(await after.text()).not.toContain('has not answered');
    expect(JSON.stringify([events, logged])).not.toMatch(/canary/i);
  }, 150_000);
});

describe('a shop that gives no answer', () => {
  const goesSilent = async (how: 'isSilent' | 'isRefused'): Promise<void> => {
    let shop = '';
    const between = await switchable(() => shop);
    between.answer();
    const { taxNexus, events, logged, ...sandbox } = await aPlugin({
      authorize: () => ({ name: 'Ada' }),
      storefronts: {
        'us-store': shopify({
          shop: 'sample-store.myshopify.com',
          accessToken: 'sandbox-shopify-token',
          webhookSecrets: [shopifySecret],
          apiOrigin: between.origin,
          since: sampleRange.from,
        }),
      },
    });
    shop = sandbox.shop.origin;
    await taxNexus.start();
    // A storefront is opened at its first delivery.
    const send = async (id: string): Promise<number> =>
      (await taxNexus.handler(requestOf(shopifyWebhook(orderPayload(id), { deliveryId: id })))).status;
    expect(await send('5400000000000')).toBe(200);
    await eventually(() => events.some(({ type }) => type === 'record.settled'));

    between.state[how] = true;
    expect(await send('5400000000001')).toBe(200);
    const noticed = eventually(() => events.some(({ type }) => type === 'storefront.unreachable'));
    expect(await isOverWithin(60_000, noticed)).toBe(true);
    expect(logged.filter((line) => line.includes('The platform of a storefront does not answer'))).toHaveLength(1);
    const page = await taxNexus.handler(new Request('http://127.0.0.1/tax-nexus/screen/live'));
    expect(await page.text()).toMatch(/us-store has not answered since .+ 1 record waits\. Nothing is lost/);

    between.answer();
    await send('5400000000002');
    await eventually(() => events.some(({ type }) => type === 'storefront.recovered'));
    const after = await taxNexus.handler(new Request('http://127.0.0.1/tax-nexus/screen/live'));
    expect(await after.text()).not.toContain('has not answered');
  };

  it('is reported within 30 seconds of a webhook, with what waits, and reported again when it answers', async () => {
    await Promise.all([goesSilent('isSilent'), goesSilent('isRefused')]);
  }, 150_000);
});
