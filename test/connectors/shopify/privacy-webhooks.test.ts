import { createHmac } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import * as E from 'fp-ts/lib/Either.js';
import fc from 'fast-check';
import { receiveWebhook } from '../../../connectors/shopify/webhooks/receive-webhook.ts';
import { secret } from '../../../src/domain/secret.ts';
import type { RawRequest, WebhookMeaning, WebhookRefusal } from '../../../src/mapping/source-connector.ts';
import { left, right } from '../../support/right.ts';

const shop = 'acme.myshopify.com';
const key = 'app secret';

type Headers = Readonly<Record<string, string | undefined>>;

const request = (text: string, headers: Headers): RawRequest => {
  const body = Buffer.from(text);
  return {
    body,
    headers: {
      'x-shopify-hmac-sha256': createHmac('sha256', key).update(body).digest('base64'),
      'x-shopify-webhook-id': 'delivery-1',
      ...headers,
    },
    receivedAt: '2026-02-03T17:20:00Z',
  };
};

const receive = (text: string, headers: Headers = {}): E.Either<WebhookRefusal, WebhookMeaning> =>
  receiveWebhook(shop, [secret(key)])(request(text, headers));

const topic = (name: string): Headers => ({ 'x-shopify-topic': name });

const customer = { id: 191167, email: 'CANARY@example.com', phone: '555-CANARY' };
const bodies = {
  dataRequest: JSON.stringify({
    shop_id: 548380009,
    shop_domain: shop,
    orders_requested: [299938, 280263],
    customer,
    data_request: { id: 9999 },
  }),
  customersRedact: `{"shop_id":548380009,"shop_domain":"${shop}","customer":${JSON.stringify(customer)},"orders_to_redact":[820982911946154508,280263]}`,
  shopRedact: JSON.stringify({ shop_id: 548380009, shop_domain: shop }),
  uninstalled: JSON.stringify({ id: 548380009, name: 'Acme', email: 'CANARY@example.com', myshopify_domain: shop }),
  order: '{"id":820982911946154508,"admin_graphql_api_id":"gid://shopify/Order/820982911946154508","name":"#1"}',
  edit: '{"order_edit":{"id":78912328793,"order_id":820982911946154508}}',
  refund: '{"id":890088186047892319,"order_id":820982911946154508}',
  deletion: '{"id":820982911946154508}',
  bulk: '{"admin_graphql_api_id":"gid://shopify/BulkOperation/1","status":"completed","type":"query"}',
} as const;

const deliveryId: unknown = expect.stringMatching(/^[\w-]{43} [a-z/_ ]+$/);
const meanings = {
  dataRequest: { _tag: 'DataRequested', recordIds: ['299938', '280263'], deliveryId },
  customersRedact: { _tag: 'EraseRecords', recordIds: ['820982911946154508', '280263'], deliveryId },
  shopRedact: { _tag: 'EraseStorefront', deliveryId },
} as const;

describe('privacy webhooks', () => {
  it('customers/data_request names the orders that are asked about', () => {
    expect(right(receive(bodies.dataRequest, topic('customers/data_request')))).toStrictEqual(meanings.dataRequest);
  });

  it('customers/redact names the orders to erase, with every digit', () => {
    expect(right(receive(bodies.customersRedact, topic('customers/redact')))).toStrictEqual(meanings.customersRedact);
  });

  it('customers/redact of a customer without orders erases none', () => {
    const body = JSON.stringify({ shop_id: 1, shop_domain: shop, customer, orders_to_redact: [] });
    expect(right(receive(body, topic('customers/redact')))).toMatchObject({ _tag: 'EraseRecords', recordIds: [] });
  });

  it('shop/redact erases the storefront', () => {
    expect(right(receive(bodies.shopRedact, topic('shop/redact')))).toStrictEqual(meanings.shopRedact);
  });

  it.each([bodies.dataRequest, bodies.customersRedact, bodies.shopRedact])(
    'of another shop of the same app are refused by the domain in the body, with any header',
    (body) => {
      const other = body.replace(shop, 'other.myshopify.com');
      expect(left(receive(other, { 'x-shopify-shop-domain': shop }))._tag).toBe('Unverified');
    },
  );

  it.each([
    ['an order id that is none', bodies.customersRedact.replace('280263', '"all"')],
    ['no list of orders', JSON.stringify({ shop_id: 1, shop_domain: shop, customer, orders_to_redact: 'all' })],
    [
      'both lists',
      JSON.stringify({ shop_id: 1, shop_domain: shop, customer, orders_to_redact: [], orders_requested: [] }),
    ],
  ])('that cannot be read are refused, never half done: %s', (_, body) => {
    expect(left(receive(body, topic('customers/redact')))._tag).toBe('Unreadable');
  });

  it('never repeat anything of the customer', () => {
    const received = Object.values(bodies).map((body) => receive(body, topic('customers/redact')));
    expect(JSON.stringify(received)).not.toContain('CANARY');
  });

  it('with a blank secret nothing is verified: any sender could sign with it', () => {
    const body = Buffer.from(bodies.shopRedact);
    const headers = { 'x-shopify-hmac-sha256': createHmac('sha256', '').update(body).digest('base64') };
    expect(left(receiveWebhook(shop, [secret('')])({ body, headers, receivedAt: '' }))._tag).toBe('Unverified');
  });
});

describe('app/uninstalled', () => {
  it('means that this shop has removed the app', () => {
    expect(right(receive(bodies.uninstalled, topic('app/uninstalled')))).toStrictEqual({
      _tag: 'Uninstalled',
      deliveryId,
    });
  });

  it('means nothing with a body of no shop', () => {
    for (const body of [bodies.deletion, bodies.order]) {
      expect(right(receive(body, topic('app/uninstalled')))._tag).toBe('Irrelevant');
    }
  });

  it("is refused with another shop's body, whatever the topic", () => {
    const body = bodies.uninstalled.replace(shop, 'other.myshopify.com');
    for (const name of ['app/uninstalled', 'orders/paid']) {
      expect(left(receive(body, topic(name)))._tag).toBe('Unverified');
    }
  });

  it('means nothing when the topic is an update of the shop', () => {
    expect(right(receive(bodies.uninstalled, topic('shop/update')))._tag).toBe('Irrelevant');
  });
});

/** Headers that an attacker with one signed body could send: each from a pool, or none. */
const anyHeaders: fc.Arbitrary<Headers> = fc
  .record({
    topic: fc.option(
      fc.constantFrom(
        'customers/data_request',
        'customers/redact',
        'shop/redact',
        'SHOP_REDACT',
        'app/uninstalled',
        'orders/create',
        'orders/delete',
        'refunds/create',
        'bulk_operations/finish',
        'shop/update',
        '',
      ),
      { nil: undefined },
    ),
    'sub-topic': fc.option(fc.constantFrom('customers/redact', 'shop/redact'), { nil: undefined }),
    name: fc.option(fc.constantFrom('shop/redact', 'app/uninstalled'), { nil: undefined }),
    'event-id': fc.option(fc.uuid(), { nil: undefined }),
    'webhook-id': fc.option(fc.uuid(), { nil: undefined }),
    'shop-domain': fc.option(fc.constantFrom(shop, shop.toUpperCase()), { nil: undefined }),
    'api-version': fc.option(fc.constantFrom('2026-07', 'unstable'), { nil: undefined }),
    isEvent: fc.boolean(),
  })
  .map(({ isEvent, ...headers }) =>
    Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [`${isEvent ? '' : 'x-'}shopify-${name}`, value]),
    ),
  );

const destructive: ReadonlySet<string> = new Set(['DataRequested', 'EraseRecords', 'EraseStorefront', 'Uninstalled']);

describe('with any unsigned headers', () => {
  it('no other body becomes an erasure, a request or an uninstallation', () => {
    const harmless = fc.constantFrom(bodies.order, bodies.edit, bodies.refund, bodies.deletion, bodies.bulk);
    fc.assert(
      fc.property(harmless, anyHeaders, (body, headers) => {
        const meaning = receive(body, headers);
        expect(E.isRight(meaning) && destructive.has(meaning.right._tag)).toBe(false);
      }),
    );
  });

  it.each(['dataRequest', 'customersRedact', 'shopRedact'] as const)(
    'the %s is carried out as it was signed',
    (name) => {
      fc.assert(
        fc.property(anyHeaders, (headers) => {
          expect(right(receive(bodies[name], headers))).toStrictEqual(meanings[name]);
        }),
      );
    },
  );

  it('the body of a shop erases nothing', () => {
    fc.assert(
      fc.property(anyHeaders, (headers) => {
        expect(['Irrelevant', 'Uninstalled', 'RecordChanged']).toContain(
          right(receive(bodies.uninstalled, headers))._tag,
        );
      }),
    );
  });
});
