import { describe, expect, it } from '@jest/globals';
import * as E from 'fp-ts/lib/Either.js';
import type { WebEvent } from '../../src/web/index.ts';
import { eventually } from '../support/a-plugin.ts';
import { aWeb, meaning, type WebUnderTest } from '../support/a-web.ts';
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
const anOrder = (): Request => requestOf(shopifyWebhook(orderPayload(order)));

describe('a webhook', () => {
  it('gets 200 after one durable insert that names its record, and wakes the live worker', async () => {
    const web = aWeb();
    const response = await web.handler(anOrder());
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

  it('of an order of 600 lines, repeated in its fulfillments and refunds, is accepted', async () => {
    const web = aWeb();
    const lines = Array.from({ length: 600 }, (_, id) => ({ id, note: 'x'.repeat(2_000) }));
    const again = [{ line_items: lines }];
    const payload = { ...orderPayload(order), line_items: lines, fulfillments: again, refunds: again };
    expect((await web.handler(requestOf(shopifyWebhook(payload)))).status).toBe(200);
    expect(web.deliveries).toMatchObject([{ recordId: order }]);
  });

  it('leaves nothing of its body but ids', async () => {
    const web = aWeb();
    await web.handler(anOrder());
    expect(JSON.stringify([web.deliveries, web.logged, web.events])).not.toMatch(/canary/i);
  });

  it.each(['/webhooks/us-store', '/api/v1/tax/webhooks/us-store?x=1', '/tax-nexus/webhooks/us-store/'])(
    'is accepted at any mount path, with a query, and with a trailing slash: %s',
    async (path) => {
      const request = requestOf(shopifyWebhook(orderPayload(order)), `http://host.example${path}`);
      expect((await aWeb().handler(request)).status).toBe(200);
    },
  );

  it('of Stripe is verified with the signature of Stripe’s library', async () => {
    const web = aWeb();
    expect((await web.handler(requestOf(stripeWebhook(paid()), billing))).status).toBe(200);
    expect(web.deliveries).toMatchObject([{ storefront: 'billing', deliveryId: 'evt_1', recordId: 'ch_3P' }]);
  });

  it('is accepted with the old secret as well while secrets are rolled', async () => {
    const request = requestOf(shopifyWebhook(orderPayload(order), { secret: 'shpss_OLD' }));
    expect((await aWeb().handler(request)).status).toBe(200);
  });

  it('about no synced record gets 200 and is not stored', async () => {
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
  const stamped = (offset: number): Request =>
    requestOf(stripeWebhook(paid(), { timestamp: seconds() + offset }), billing);

  it.each([
    ['signed with another secret', () => requestOf(shopifyWebhook(orderPayload(order), { secret: 'shpss_OTHER' }))],
    ['with another body', () => requestOf({ ...good, body: good.body.replace('canary', 'sparrow') })],
    ['with a truncated signature', () => withSignature((good.headers['x-shopify-hmac-sha256'] ?? '').slice(0, 20))],
    ['with a signature that is not base64', () => withSignature('%%%%')],
    ['with an empty signature', () => withSignature('')],
    ['for another shop', () => requestOf(shopifyWebhook(orderPayload(order), { shop: 'evil.myshopify.com' }))],
    ['signed by the wrong platform', () => requestOf(stripeWebhook(paid()))],
    ['with a time more than five minutes ago', () => stamped(-400)],
    ['with a time in the future', () => stamped(400)],
  ])('%s gets 401 without a reason, and is not stored', async (_, request) => {
    const web = aWeb();
    const response = await web.handler(request());
    expect(response.status).toBe(401);
    expect(await response.text()).toBe('');
    expect(web.deliveries).toHaveLength(0);
    expect(web.woken).toHaveLength(0);
    expect(web.events).toMatchObject([{ type: 'webhook.refused' }]);
  });

  it('is logged with its number, at most once a minute and within a minute, without secret or body', async () => {
    const web = aWeb();
    const forge = (): Promise<Response> => web.handler(withSignature('%%%%'));
    for (let count = 0; count < 50; count += 1) await forge();
    expect(web.logged).toHaveLength(1);
    web.aMinuteLater();
    expect(web.logged[1]).toContain('"count":49');
    web.aMinuteLater();
    await forge();
    expect(web.logged[2]).toContain('"count":1');
    expect(web.logged).toHaveLength(3);
    expect(web.logged.join()).not.toMatch(/canary/i);
  });
});

describe('a store that is down', () => {
  it('gives 503, so that the platform delivers again, and 200 once it is back', async () => {
    let isDown = true;
    const web = aWeb({ storeDown: () => (isDown ? 'The disk is full. Make room.' : undefined) });
    const refused = await web.handler(anOrder());
    expect(refused.status).toBe(503);
    expect(refused.headers.get('retry-after')).toBe('5');
    expect(await refused.text()).toBe('');
    expect(web.logged.join()).toContain('The disk is full');
    isDown = false;
    expect((await web.handler(anOrder())).status).toBe(200);
  });

  it('still gives 401 for a forged delivery', async () => {
    const web = aWeb({ storeDown: () => 'down' });
    expect((await web.handler(requestOf(shopifyWebhook({}, { secret: 'other' })))).status).toBe(401);
  });
});

describe('a privacy request of a platform', () => {
  type Tag = 'EraseRecords' | 'DataRequested' | 'EraseStorefront' | 'Uninstalled';
  const request = (): Request => requestOf(shopifyWebhook({}), 'http://host.example/webhooks/gone');
  const aWebFor = (_tag: Tag, options: Parameters<typeof aWeb>[0] = {}): WebUnderTest => {
    const connector = meaning(() => E.right({ deliveryId: 'gdpr-1', recordIds: ['11', '12'], _tag }));
    return aWeb({ extra: { gone: connector }, ...options });
  };
  const erasedEvent: WebEvent = { type: 'privacy.erased', storefront: 'gone', records: 0 };

  it.each<[string, Tag, readonly string[], WebEvent]>([
    ['erases the records of a customer', 'EraseRecords', ['gone 11', 'gone 12'], erasedEvent],
    ['erases everything of a storefront', 'EraseStorefront', ['gone'], erasedEvent],
    [
      'reports to the host which records a customer asks about',
      'DataRequested',
      [],
      { type: 'privacy.dataRequested', storefront: 'gone', recordIds: ['11', '12'] },
    ],
    [
      'reports to the host that the app was removed',
      'Uninstalled',
      [],
      { type: 'storefront.uninstalled', storefront: 'gone' },
    ],
  ])('%s, is stored, and gets 200', async (_, tag, erased, event) => {
    const web = aWebFor(tag);
    expect((await web.handler(request())).status).toBe(200);
    expect(web.deliveries).toMatchObject([{ deliveryId: 'gdpr-1', recordId: null }]);
    expect(web.erased).toStrictEqual(erased);
    expect(web.events).toStrictEqual([event]);
  });

  it('is confirmed to the host once the bytes have left the files, after the response', async () => {
    const web = aWebFor('EraseRecords', { purges: [false, false] });
    expect((await web.handler(request())).status).toBe(200);
    expect(web.events).toStrictEqual([]);
    await eventually(() => web.events.length > 0);
    expect(web.events).toStrictEqual([erasedEvent]);
  });

  it('is done again when it is delivered again: the first attempt may have failed halfway', async () => {
    const web = aWebFor('EraseRecords');
    await web.handler(request());
    await web.handler(request());
    expect(web.erased).toHaveLength(4);
  });

  it('does not get 200 while the store is down', async () => {
    const web = aWebFor('EraseRecords', { storeDown: () => 'down' });
    expect((await web.handler(request())).status).toBe(503);
    expect(web.erased).toHaveLength(0);
  });
});

describe('a connector that throws', () => {
  it('gives 500 without its message', async () => {
    const broken = meaning(() => {
      throw new TypeError('canary@example.com is not a function');
    });
    const web = aWeb({ extra: { broken } });
    const response = await web.handler(requestOf(shopifyWebhook({}), 'http://host.example/webhooks/broken'));
    expect(response.status).toBe(500);
    expect(await response.text()).toBe('');
    expect(web.logged.join()).toContain('TypeError');
    expect(web.logged.join()).not.toContain('canary');
  });
});
