import { afterEach, describe, expect, it } from '@jest/globals';
import * as O from 'fp-ts/lib/Option.js';
import { shopifyConnector } from '../../../connectors/shopify/index.ts';
import { systemClock } from '../../../src/app/system-environment.ts';
import type { ReceivedDelivery } from '../../../src/domain/inbox.ts';
import { secret } from '../../../src/domain/secret.ts';
import { defaultPolicy } from '../../../src/mapping/policy.ts';
import type { SubscriptionFinding, WebhookSubscriptions } from '../../../src/mapping/source-connector.ts';
import { type SampleShop, startSampleShop } from '../../../sandbox/shopify/start-sample-shop.ts';
import { left, right } from '../../support/right.ts';
import { readAnswer } from '../../sandbox/support/ask-shop.ts';

const address = 'https://app.example/tax-nexus/webhooks/us-store';
const topics = [
  'orders/create',
  'orders/updated',
  'orders/paid',
  'orders/edited',
  'orders/cancelled',
  'orders/delete',
  'refunds/create',
  'bulk_operations/finish',
  'app/uninstalled',
];

const shops: SampleShop[] = [];
afterEach(async () => {
  for (const shop of shops.splice(0)) await shop.stop();
});

const aShop = async (): Promise<SampleShop> => {
  const shop = await startSampleShop({ orders: 1 });
  shops.push(shop);
  return shop;
};

const subscriptionsTo = (shop: SampleShop, token = shop.accessToken): WebhookSubscriptions => {
  const { subscriptions } = shopifyConnector({
    shop: shop.domain,
    credentials: { accessToken: secret(token) },
    webhookSecrets: [],
    apiOrigin: shop.origin,
    policy: defaultPolicy,
    clock: systemClock,
  });
  if (O.isNone(subscriptions)) throw new Error('there are no subscriptions');
  return subscriptions.value;
};

/** Asks the shop directly, as another app's code of the same app would. */
const ask = async (shop: SampleShop, query: string, variables: Readonly<Record<string, unknown>> = {}) => {
  const response = await fetch(`${shop.origin}/admin/api/2026-07/graphql.json`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-shopify-access-token': shop.accessToken },
    body: JSON.stringify({ query, variables }),
  });
  return readAnswer(await response.text());
};

const subscribe = (shop: SampleShop, topic: string, input: Readonly<Record<string, unknown>>) =>
  ask(
    shop,
    `mutation M($topic: WebhookSubscriptionTopic!, $input: WebhookSubscriptionInput!) {
      webhookSubscriptionCreate(topic: $topic, webhookSubscription: $input) { userErrors { message } } }`,
    { topic, input },
  );

const kept = async (shop: SampleShop): Promise<unknown> =>
  (await ask(shop, '{ webhookSubscriptions(first: 100) { nodes { id topic uri format filter includeFields } } }')).at(
    'webhookSubscriptions.nodes',
  );

const statesOf = (findings: readonly SubscriptionFinding[]): Readonly<Record<string, string>> =>
  Object.fromEntries(findings.map(({ topic, state }) => [topic, state]));

const arrived = (topic: string, minutes: number): ReceivedDelivery => ({
  deliveryId: `digest ${topic}`,
  receivedAt: new Date(Date.now() - minutes * 60_000).toISOString(),
});

const all = (state: string): Readonly<Record<string, string>> => ({
  ...Object.fromEntries(topics.map((topic) => [topic, state])),
  'customers/data_request, customers/redact, shop/redact': 'set by hand',
});

describe('webhook subscriptions of a shop', () => {
  it('are all missing at first, and looking changes nothing', async () => {
    const shop = await aShop();
    expect(statesOf(right(await subscriptionsTo(shop).status(address)()))).toStrictEqual(all('missing'));
    expect(await kept(shop)).toStrictEqual([]);
  });

  it('are created once, with all fields and no filter, however often apply runs', async () => {
    const shop = await aShop();
    const { apply, status } = subscriptionsTo(shop);
    expect(statesOf(right(await apply(address)()))).toStrictEqual(all('created'));
    const made = await kept(shop);
    expect(made).toHaveLength(topics.length);
    expect(made).toContainEqual(
      expect.objectContaining({
        topic: 'ORDERS_EDITED',
        uri: address,
        format: 'JSON',
        filter: null,
        includeFields: [],
      }),
    );
    expect(statesOf(right(await apply(address)()))).toStrictEqual(all('present'));
    expect(statesOf(right(await status(address)()))).toStrictEqual(all('present'));
    expect(await kept(shop)).toStrictEqual(made);
  });

  it('to other addresses stay as they are, and do not count', async () => {
    const shop = await aShop();
    const other = { uri: 'https://other.example/hook', includeFields: ['id'] };
    await subscribe(shop, 'ORDERS_CREATE', other);
    await subscribe(shop, 'PRODUCTS_UPDATE', { uri: address });
    const before = await kept(shop);
    right(await subscriptionsTo(shop).apply(address)());
    expect(await kept(shop)).toEqual(expect.arrayContaining(before as unknown[]));
    expect(await kept(shop)).toHaveLength(topics.length + 2);
  });

  it.each([
    ['a filter', { filter: 'total_price:>=100' }, 'filter'],
    ['only some fields', { includeFields: ['id'] }, 'only some fields'],
    ['XML', { format: 'XML' }, 'XML'],
  ])('with %s are wrong, and repaired in place', async (_, shortcoming, message) => {
    const shop = await aShop();
    await subscribe(shop, 'ORDERS_PAID', { uri: address, ...shortcoming });
    const { apply, status } = subscriptionsTo(shop);
    const found = right(await status(address)()).find(({ topic }) => topic === 'orders/paid');
    expect(found?.state).toBe('wrong');
    expect(found?.message).toContain(message);
    expect(statesOf(right(await apply(address)()))).toStrictEqual({ ...all('created'), 'orders/paid': 'repaired' });
    expect(statesOf(right(await status(address)()))).toStrictEqual(all('present'));
    expect(await kept(shop)).toHaveLength(topics.length);
  });

  it('are present where one of two delivers everything, whatever the other leaves out', async () => {
    const shop = await aShop();
    await subscribe(shop, 'ORDERS_PAID', { uri: address, filter: 'total_price:>=100' });
    await subscribe(shop, 'ORDERS_PAID', { uri: address });
    expect(statesOf(right(await subscriptionsTo(shop).status(address)()))).toMatchObject({ 'orders/paid': 'present' });
  });

  it('are read over many pages, so that an app with many addresses is seen whole', async () => {
    const shop = await aShop();
    for (let n = 0; n < 120; n += 1) await subscribe(shop, 'ORDERS_CREATE', { uri: `https://app.example/${n}` });
    await subscribe(shop, 'ORDERS_CREATE', { uri: address });
    const [first] = right(await subscriptionsTo(shop).status(address)());
    expect(first).toMatchObject({ topic: 'orders/create', state: 'present' });
  });

  it('that two processes create at the same time are created once', async () => {
    const shop = await aShop();
    const both = await Promise.all([subscriptionsTo(shop).apply(address)(), subscriptionsTo(shop).apply(address)()]);
    for (const findings of both) {
      expect(right(findings).every(({ state }) => ['created', 'present', 'set by hand'].includes(state))).toBe(true);
    }
    expect(await kept(shop)).toHaveLength(topics.length);
  });

  it('of the app are in no list: what arrives without one is not missing, and not subscribed to again', async () => {
    const shop = await aShop();
    const { status, apply } = subscriptionsTo(shop);
    const deliveries = [arrived('orders/updated', 2), arrived('orders/create', 3 * 24 * 60)];
    for (const look of [status, apply]) {
      const findings = right(await look(address, { alsoAt: [], deliveries })());
      expect(statesOf(findings)).toStrictEqual(all('set by hand'));
      const messages = Object.fromEntries(findings.map(({ topic, message }) => [topic, message]));
      const unseen = 'not visible here (set in shopify.app.toml?); deliveries';
      expect(messages).toMatchObject({
        'orders/create': `${unseen} arrived 3 days ago`,
        'orders/updated': `${unseen} arrived 2 minutes ago`,
        'refunds/create': `${unseen} of other topics arrived 2 minutes ago`,
      });
    }
    expect(await kept(shop)).toStrictEqual([]);
  });

  it.each<[string, number, string]>([
    ['within the time in which Shopify deletes none counts as one of the app', 60, 'set by hand'],
    ['before may have been one of the shop that Shopify deleted, and is created', 5 * 60, 'created'],
  ])('exist next to one whose last delivery %s', async (_, minutes, state) => {
    const shop = await aShop();
    await subscribe(shop, 'ORDERS_DELETE', { uri: address });
    const deliveries = [arrived('orders/updated', minutes)];
    const findings = right(await subscriptionsTo(shop).apply(address, { alsoAt: [], deliveries })());
    expect(statesOf(findings)).toMatchObject({ 'orders/delete': 'present', 'orders/updated': state });
  });

  it.each<[string, readonly ReceivedDelivery[], Readonly<Record<string, unknown>>[]]>([
    ['before the app was uninstalled', [arrived('app/uninstalled', 10), arrived('orders/updated', 11)], []],
    ['by another address of the shop’s', [arrived('orders/updated', 1)], [{ uri: 'https://old.example/hook' }]],
    ['of no topic that is known', [arrived('another topic', 1), arrived('x', 1)], []],
  ])('are created although deliveries arrived %s', async (_, deliveries, others) => {
    const shop = await aShop();
    for (const other of others) await subscribe(shop, 'ORDERS_UPDATED', other);
    const findings = right(await subscriptionsTo(shop).apply(address, { alsoAt: [], deliveries })());
    expect(statesOf(findings)).toStrictEqual(all('created'));
  });

  it('to another address of the storefront are not made a second time, but repaired', async () => {
    const shop = await aShop();
    const shared = address.replace('us-store', 'shopify');
    const { apply, status } = subscriptionsTo(shop);
    right(await apply(shared)());
    await subscribe(shop, 'ORDERS_PAID', { uri: address, filter: 'total_price:>=100' });
    const before = await kept(shop);
    const findings = right(await apply(address, { alsoAt: [shared], deliveries: [] })());
    expect(statesOf(findings)).toStrictEqual({ ...all('present'), 'orders/paid': 'repaired' });
    expect(findings[0]?.message).toBe(`subscribed at ${shared}`);
    expect(await kept(shop)).toHaveLength((before as unknown[]).length);
    expect(statesOf(right(await status(address)()))).toMatchObject({
      'orders/paid': 'present',
      'refunds/create': 'missing',
    });
  });

  it('show where the mandatory privacy topics are set', async () => {
    const shop = await aShop();
    const privacy = right(await subscriptionsTo(shop).status(address)()).at(-1);
    expect(privacy?.message).toContain("app's configuration");
  });

  it.each([
    ['http', 'http://app.example/hook', 'https only'],
    ['an address of this machine', 'https://localhost/hook', 'cannot reach'],
    ['an address by number', 'https://10.0.0.7/hook', 'cannot reach'],
    ['credentials', 'https://user:CANARY@app.example/hook', 'contains credentials'],
    ['no address', 'app.example', 'not a web address'],
  ])('are not created for %s, without any request', async (_, bad, message) => {
    const shop = await aShop();
    const error = left(await subscriptionsTo(shop).apply(bad)());
    expect(error._tag).toBe('SourceRefused');
    expect(error.message).toContain(message);
    expect(error.message).not.toContain('CANARY');
    expect(shop.answers()).toStrictEqual({});
  });

  it('fail as credentials do when the token is refused', async () => {
    const shop = await aShop();
    expect(left(await subscriptionsTo(shop, 'shpat_CANARY').status(address)())._tag).toBe('SourceCredentialsRefused');
  });
});
