import { afterAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { aWeb, type WebUnderTest } from '../../support/a-web.ts';
import { requestOf, shopifyWebhook, stripeWebhook, webhookShop } from '../../support/signed-webhook.ts';
import { reportCounts } from '../../support/report-counts.ts';
import { cases } from '../cases.ts';

const order = { id: 42, admin_graphql_api_id: 'gid://shopify/Order/42', name: '#1' };
const signed: Readonly<Record<string, unknown>> = {
  order,
  deletion: { id: 42 },
  shop: { id: 7, name: 'Sample', myshopify_domain: webhookShop },
  'customer to erase': {
    shop_id: 7,
    shop_domain: webhookShop,
    customer: { id: 1 },
    orders_to_redact: [42, 43],
  },
  'shop to erase': { shop_id: 7, shop_domain: webhookShop },
};

const erasedBy: Readonly<Record<string, readonly string[]>> = {
  'customer to erase': ['us-store 42', 'us-store 43'],
  'shop to erase': ['us-store'],
};

const topics = [
  'orders/updated',
  'orders/delete',
  'refunds/create',
  'customers/redact',
  'customers/data_request',
  'shop/redact',
  'SHOP_REDACT',
  'app/uninstalled',
  'charge.succeeded',
  '',
];

const names = ['us-store', 'billing', 'other.myshopify.com', webhookShop, webhookShop.toUpperCase(), '../us-store'];

/** Headers that a sender with one signed body could write. Any of them may be missing. */
const anyHeaders = fc.record(
  {
    'x-shopify-topic': fc.constantFrom(...topics),
    'shopify-topic': fc.constantFrom(...topics),
    'x-shopify-shop-domain': fc.constantFrom(...names),
    'x-shopify-event-id': fc.constantFrom('event-1', 'event-2', '', 'x'.repeat(2_000)),
    'x-shopify-webhook-id': fc.uuid(),
    'x-shopify-triggered-at': fc.constantFrom('2020-01-01T00:00:00Z', '2099-01-01T00:00:00Z', 'soon'),
    'x-shopify-api-version': fc.constantFrom('2026-07', 'unstable'),
    'stripe-account': fc.constantFrom('acct_other', 'us-store'),
    'x-forwarded-host': fc.constantFrom(...names),
    host: fc.constantFrom(...names),
  },
  { requiredKeys: [] },
);

let tried = 0;
afterAll(() => reportCounts('Webhooks', { 'with made up headers': tried }));

const storefrontsIn = ({ deliveries, erased, woken }: WebUnderTest): readonly string[] => [
  ...new Set([
    ...deliveries.map(({ storefront }) => storefront),
    ...erased.map((one) => one.split(' ')[0] ?? ''),
    ...woken,
  ]),
];

const without = (headers: Readonly<Record<string, string>>, drop: RegExp): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !drop.test(name)));

describe('whatever is in the unsigned headers', () => {
  it.each(Object.entries(signed))(
    'a signed body (%s) has the same storefront and erases the same',
    async (name, payload) => {
      const { body, headers } = shopifyWebhook(payload);
      const own = without(headers, /topic|shop-domain|-id$/);
      const property = fc.asyncProperty(anyHeaders, async (others) => {
        tried += 1;
        const web = aWeb();
        const { status } = await web.handler(requestOf({ body, headers: { ...own, ...others } }));
        expect(storefrontsIn(web).filter((one) => one !== 'us-store')).toStrictEqual([]);
        if (status === 200) expect(web.erased).toStrictEqual(erasedBy[name] ?? []);
        else expect([status, web.deliveries, web.erased]).toStrictEqual([401, [], []]);
      });
      await fc.assert(property, { numRuns: cases(300) });
    },
  );

  it('a body that one storefront was sent means nothing to another', async () => {
    const property = fc.asyncProperty(anyHeaders, async (others) => {
      tried += 1;
      const web = aWeb();
      const { body, headers } = shopifyWebhook(order);
      const response = await web.handler(
        requestOf({ body, headers: { ...headers, ...others } }, 'http://host.example/webhooks/billing'),
      );
      expect([response.status, web.deliveries]).toStrictEqual([401, []]);
    });
    await fc.assert(property, { numRuns: cases(300) });
  });

  it('a Stripe event requests a resync of the signed record, in the storefront of its own secret', async () => {
    const event = {
      id: 'evt_1',
      object: 'event',
      type: 'charge.succeeded',
      livemode: true,
      data: { object: { id: 'ch_1' } },
    };
    const property = fc.asyncProperty(anyHeaders, async (others) => {
      tried += 1;
      const web = aWeb();
      const { body, headers } = stripeWebhook(event);
      await web.handler(
        requestOf({ body, headers: { ...others, ...headers } }, 'http://host.example/webhooks/billing'),
      );
      expect(web.deliveries).toMatchObject([{ storefront: 'billing', deliveryId: 'evt_1', recordId: 'ch_1' }]);
      expect(web.erased).toStrictEqual([]);
    });
    await fc.assert(property, { numRuns: cases(300) });
  });
});
