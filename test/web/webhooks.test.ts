import * as E from 'fp-ts/lib/Either.js';
import { describe, expect, it } from '@jest/globals';
import { eventually } from '../support/a-plugin.ts';
import { aWeb, meaning } from '../support/a-web.ts';
import { orderPayload, requestOf, shopifyWebhook, stripeWebhook } from '../support/signed-webhook.ts';

const order = '820982911946154508';
const billing = 'http://host.example/tax-nexus/webhooks/billing';
const seconds = (): number => Math.floor(Date.now() / 1000);
const paid = (id = 'evt_1'): Readonly<Record<string, unknown>> => ({
  id,
  object: 'event',
  type: 'charge.succeeded',
  livemode: true,
  data: { object: { id: 'ch_3P', object: 'charge' } },
});

describe('a webhook', () => {
  it('is answered 200 after one durable insert that names its record, and wakes the engine', async () => {
    const web = aWeb();
    const response = await web.handler(requestOf(shopifyWebhook(orderPayload(order))));
    expect(response.status).toBe(200);
    expect(await response.text()).toBe('');
    expect(web.deliveries).toStrictEqual([
      {
        storefront: 'us-store',
        deliveryId: expect.stringMatching(/^[\w-]{43} orders\/updated$/),
        recordId: order,
        isDeletion: false,
        receivedAt: expect.stringMatching(/^\d{4}-.*Z$/),
      },
    ]);
    expect(web.woken).toStrictEqual(['us-store']);
  });

  it('of an order of six hundred lines, sent again in its fulfillments and refunds, is taken', async () => {
    const web = aWeb();
    const lines = Array.from({ length: 600 }, (_, id) => ({ id, note: 'x'.repeat(2_000) }));
    const again = [{ line_items: lines }];
    const payload = {
      ...orderPayload(order),
      line_items: lines,
      fulfillments: again,
      refunds: again,
    };
    expect((await web.handler(requestOf(shopifyWebhook(payload)))).status).toBe(200);
    expect(web.deliveries).toMatchObject([{ recordId: order }]);
  });

  it('keeps nothing of its body but ids', async () => {
    const web = aWeb();
    await web.handler(requestOf(shopifyWebhook(orderPayload(order))));
    expect(JSON.stringify([web.deliveries, web.logged, web.events])).not.toMatch(/canary/i);
  });

  it('is taken at any mount path, with a query, and with a slash at its end', async () => {
    const web = aWeb();
    for (const path of ['/webhooks/us-store', '/api/v1/tax/webhooks/us-store?x=1', '/tax-nexus/webhooks/us-store/']) {
      const response = await web.handler(requestOf(shopifyWebhook(orderPayload(order)), `http://host.example${path}`));
      expect(response.status).toBe(200);
    }
  });

  it('of Stripe is verified by its own library’s signature', async () => {
    const web = aWeb();
    expect((await web.handler(requestOf(stripeWebhook(paid()), billing))).status).toBe(200);
    expect(web.deliveries).toMatchObject([{ storefront: 'billing', deliveryId: 'evt_1', recordId: 'ch_3P' }]);
  });

  it('is taken by the old secret as well while secrets are rolled', async () => {
    const web = aWeb();
    const request = requestOf(shopifyWebhook(orderPayload(order), { secret: 'shpss_OLD' }));
    expect((await web.handler(request)).status).toBe(200);
  });

  it('that is about nothing of ours is answered 200 and not stored', async () => {
    const web = aWeb();
    const request = requestOf(shopifyWebhook({ id: 1, title: 'a product' }, { topic: 'products/update' }));
    expect((await web.handler(request)).status).toBe(200);
    expect(web.deliveries).toHaveLength(0);
  });
});

describe('a webhook that is not verified', () => {
  const good = shopifyWebhook(orderPayload(order));
  const withSignature = (signature: string): Request =>
    requestOf({ ...good, headers: { ...good.headers, 'x-shopify-hmac-sha256': signature } });

  it.each([
    ['signed with another secret', () => requestOf(shopifyWebhook(orderPayload(order), { secret: 'shpss_OTHER' }))],
    ['of another body', () => requestOf({ ...good, body: good.body.replace('canary', 'sparrow') })],
    ['with a truncated signature', () => withSignature((good.headers['x-shopify-hmac-sha256'] ?? '').slice(0, 20))],
    ['with a signature that is no base64', () => withSignature('%%%%')],
    ['with an empty signature', () => withSignature('')],
    ['meant for another shop', () => requestOf(shopifyWebhook(orderPayload(order), { shop: 'evil.myshopify.com' }))],
    ['signed by the wrong platform', () => requestOf(stripeWebhook(paid()))],
    [
      'whose stamp is older than five minutes',
      () => requestOf(stripeWebhook(paid(), { timestamp: seconds() - 400 }), billing),
    ],
    ['whose stamp lies ahead', () => requestOf(stripeWebhook(paid(), { timestamp: seconds() + 400 }), billing)],
  ])('%s is answered 401 without a reason, and nothing is stored', async (_, request) => {
    const web = aWeb();
    const response = await web.handler(request());
    expect(response.status).toBe(401);
    expect(await response.text()).toBe('');
    expect(web.deliveries).toHaveLength(0);
    expect(web.woken).toHaveLength(0);
    expect(web.events).toMatchObject([{ type: 'webhook.refused' }]);
  });

  it('is counted in the log, a line at most every ten seconds, without secret or body', async () => {
    let now = 1_000_000;
    const web = aWeb({ now: () => now });
    const forge = (): Promise<Response> => web.handler(withSignature('%%%%'));
    for (let count = 0; count < 50; count += 1) await forge();
    expect(web.logged).toHaveLength(1);
    now += 10_000;
    await forge();
    expect(web.logged[1]).toContain('"count":50');
    expect(web.logged.join()).not.toMatch(/canary/i);
  });
});

describe('a store that is down', () => {
  it('is answered 503, so that the platform comes again, and the next delivery is taken when it is back', async () => {
    let isDown = true;
    const web = aWeb({ storeDown: () => (isDown ? 'The disk is full. Make room.' : undefined) });
    const deliver = (): Promise<Response> => web.handler(requestOf(shopifyWebhook(orderPayload(order))));
    const refused = await deliver();
    expect(refused.status).toBe(503);
    expect(refused.headers.get('retry-after')).toBe('5');
    expect(await refused.text()).toBe('');
    expect(web.logged.join()).toContain('The disk is full');
    isDown = false;
    expect((await deliver()).status).toBe(200);
  });

  it('is no reason to say that a forged delivery came from the platform', async () => {
    const web = aWeb({ storeDown: () => 'down' });
    expect((await web.handler(requestOf(shopifyWebhook({}, { secret: 'other' })))).status).toBe(401);
  });
});

describe('what a platform asks for privacy', () => {
  const ask = (
    tag: 'EraseRecords' | 'DataRequested' | 'EraseStorefront' | 'Uninstalled',
    storeDown?: () => string | undefined,
  ) => {
    const connector = meaning(() => E.right({ deliveryId: 'gdpr-1', recordIds: ['11', '12'], _tag: tag }));
    const web = aWeb({ extra: { gone: connector }, ...(storeDown !== undefined && { storeDown }) });
    const request = (): Request => requestOf(shopifyWebhook({}), 'http://host.example/webhooks/gone');
    return { web, answer: async () => (await web.handler(request())).status };
  };

  it('is stored, carried out, and answered 200: the records of a customer', async () => {
    const { web, answer } = ask('EraseRecords');
    expect(await answer()).toBe(200);
    expect(web.deliveries).toMatchObject([{ deliveryId: 'gdpr-1', recordId: null }]);
    expect(web.erased).toStrictEqual(['gone 11', 'gone 12']);
    expect(web.events).toMatchObject([{ type: 'privacy.erased', storefront: 'gone' }]);
  });

  it('is confirmed to the host only when the bytes are out of the files, and answered before that', async () => {
    const connector = meaning(() => E.right({ deliveryId: 'gdpr-1', recordIds: ['11'], _tag: 'EraseRecords' }));
    const web = aWeb({ extra: { gone: connector }, purges: [false, false] });
    const { status } = await web.handler(requestOf(shopifyWebhook({}), 'http://host.example/webhooks/gone'));
    const atAnswer = [...web.events];
    expect({ status, atAnswer }).toStrictEqual({ status: 200, atAnswer: [] });
    await eventually(() => web.events.length > 0, 5_000);
    expect(web.events).toStrictEqual([{ type: 'privacy.erased', storefront: 'gone', records: 0 }]);
  });

  it('is carried out again when it is delivered again: the first time may have failed half way', async () => {
    const { web, answer } = ask('EraseRecords');
    await answer();
    await answer();
    expect(web.erased).toHaveLength(4);
  });

  it('is stored, carried out, and answered 200: everything of a storefront', async () => {
    const { web, answer } = ask('EraseStorefront');
    expect(await answer()).toBe(200);
    expect(web.erased).toStrictEqual(['gone']);
  });

  it('is told to the host: which records a customer asks about', async () => {
    const { web, answer } = ask('DataRequested');
    expect(await answer()).toBe(200);
    expect(web.events).toStrictEqual([{ type: 'privacy.dataRequested', storefront: 'gone', recordIds: ['11', '12'] }]);
  });

  it('is told to the host: the app was removed', async () => {
    const { web, answer } = ask('Uninstalled');
    expect(await answer()).toBe(200);
    expect(web.events).toStrictEqual([{ type: 'storefront.uninstalled', storefront: 'gone' }]);
  });

  it('is not answered 200 while the store is down', async () => {
    const { web, answer } = ask('EraseRecords', () => 'down');
    expect(await answer()).toBe(503);
    expect(web.erased).toHaveLength(0);
  });
});

describe('a connector that throws', () => {
  it('is answered 500, and its message is kept to itself', async () => {
    const web = aWeb({
      extra: {
        broken: meaning(() => {
          throw new TypeError('canary@example.com is not a function');
        }),
      },
    });
    const response = await web.handler(requestOf(shopifyWebhook({}), 'http://host.example/webhooks/broken'));
    expect(response.status).toBe(500);
    expect(await response.text()).toBe('');
    expect(web.logged.join()).toContain('TypeError');
    expect(web.logged.join()).not.toContain('canary');
  });
});
