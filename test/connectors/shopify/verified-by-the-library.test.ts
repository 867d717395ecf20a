import { createHmac } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { right } from '../../support/right.ts';
import { secret } from '../../../src/domain/secret.ts';
import { shopifyConnector } from '../../../connectors/shopify/index.ts';
import { defaultPolicy } from '../../../src/mapping/policy.ts';
import { anApp } from '../../support/shopify-library.ts';
import type { Json } from './an-order.ts';

/*
 * `authenticate.webhook` of Shopify's packages for React Router, Remix and Express is `webhooks.validate` of the library, and
 * returns its topic, shop and delivery id with the parsed body.
 */

const shop = 'acme.myshopify.com';

const source = shopifyConnector({
  shop,
  credentials: { accessToken: secret('token') },
  webhookSecrets: [secret('CANARY-secret')],
  apiOrigin: null,
  policy: defaultPolicy,
  clock: { now: () => 0, sleep: () => () => Promise.resolve() },
});

const headersOf = (topic: string, body: string, key = 'CANARY-secret') => ({
  'x-shopify-hmac-sha256': createHmac('sha256', key).update(body).digest('base64'),
  'x-shopify-topic': topic,
  'x-shopify-shop-domain': shop,
  'x-shopify-webhook-id': 'b54557e4-bdd9-4b37-8a5f-bf7d70bcd043',
  'x-shopify-event-id': '98880550-7158-44d4-b7cd-2c97c8a091b5',
  'x-shopify-api-version': '2026-10',
  'x-shopify-triggered-at': new Date().toISOString(),
});

const validate = (topic: string, body: string, key?: string) =>
  anApp().api.webhooks.validate({
    rawBody: body,
    rawRequest: { method: 'POST', url: 'https://app.example/webhooks', headers: headersOf(topic, body, key) },
  });

const order: Json = {
  id: 5012345678,
  admin_graphql_api_id: 'gid://shopify/Order/5012345678',
  updated_at: '2026-02-03T17:20:00Z',
};
const person: Json = { shop_id: 548380009, shop_domain: shop, customer: { id: 1 } };

const deliveries: readonly (readonly [string, Json, string])[] = [
  ['orders/create', order, 'RecordChanged'],
  ['orders/updated', order, 'RecordChanged'],
  ['orders/paid', order, 'RecordChanged'],
  ['orders/cancelled', order, 'RecordChanged'],
  ['orders/edited', { order_edit: { order_id: 5012345678 } }, 'RecordChanged'],
  ['orders/delete', { id: 5012345678 }, 'RecordDeleted'],
  ['refunds/create', { id: 4, order_id: 5012345678 }, 'RecordChanged'],
  ['bulk_operations/finish', { admin_graphql_api_id: 'gid://shopify/BulkOperation/1' }, 'Irrelevant'],
  ['app/uninstalled', { id: 548380009, myshopify_domain: shop }, 'Uninstalled'],
  ['customers/data_request', { ...person, orders_requested: [5012345678] }, 'DataRequested'],
  ['customers/redact', { ...person, orders_to_redact: [5012345678] }, 'EraseRecords'],
  ['shop/redact', { shop_id: 548380009, shop_domain: shop }, 'EraseStorefront'],
];

describe("a delivery that a host's framework has verified, passed on to receive", () => {
  it.each(deliveries)('%s means the same as at the address of the plugin', async (topic, payload, meaning) => {
    const body = JSON.stringify(payload);
    const verified = await validate(topic, body);
    if (!verified.valid) throw new Error('not valid');
    expect(verified.domain).toBe(shop);
    const received = source.receiveVerified?.({
      topic: verified.topic,
      deliveryId: 'webhookId' in verified ? verified.webhookId : '',
      payload: JSON.parse(body),
    });
    if (received === undefined) throw new Error('not received');
    const passedOn = right(received);
    const own = right(
      source.receiveWebhook({
        body: Buffer.from(body),
        headers: headersOf(topic, body),
        receivedAt: '2026-02-03T17:20:00Z',
      }),
    );
    expect({ ...passedOn, deliveryId: '' }).toStrictEqual({ ...own, deliveryId: '' });
    expect(passedOn._tag).toBe(meaning);
    expect(passedOn.deliveryId).not.toBe('');
  });

  it('is refused by the framework where another secret signed it', async () => {
    expect((await validate('orders/updated', JSON.stringify(order), 'another')).valid).toBe(false);
  });
});
