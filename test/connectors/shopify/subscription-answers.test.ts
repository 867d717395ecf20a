import { describe, expect, it } from '@jest/globals';
import * as E from 'fp-ts/lib/Either.js';
import { subscriptionsOf } from '../../../connectors/shopify/webhooks/subscriptions.ts';
import { left, right } from '../../support/right.ts';

const address = 'https://app.example/hooks';
type Json = Readonly<Record<string, unknown>>;

/** The subscriptions of a shop that answers so. `create`: what it says to a new subscription. */
const against = (pages: readonly Json[], create: Json = {}, update: Json = {}) => {
  let page = 0;
  return subscriptionsOf(
    (document) => () => {
      if (document.includes('mutation'))
        return Promise.resolve(E.right({ webhookSubscriptionCreate: create, webhookSubscriptionUpdate: update }));
      page += 1;
      return Promise.resolve(E.right({ webhookSubscriptions: pages[Math.min(page, pages.length) - 1] }));
    },
    { now: () => 0 },
  );
};

const node = (more: Json = {}): Json => ({
  ...{ id: 'gid://shopify/WebhookSubscription/1', topic: 'ORDERS_PAID', uri: address, format: 'JSON', filter: '' },
  includeFields: [],
  ...more,
});
const pageOf = (nodes: readonly Json[], endCursor: string | null = null): Json => ({
  nodes,
  pageInfo: { hasNextPage: endCursor !== null, endCursor },
});

const messagesOf = async (create: Json): Promise<readonly string[]> => {
  const findings = right(await against([pageOf([])], create).apply(address)());
  return [...new Set(findings.filter(({ state }) => state !== 'set by hand').map(({ message }) => message))];
};

describe('the subscriptions that a shop lists', () => {
  it('are read to the last page', async () => {
    const pages = [pageOf([node({ topic: 'ORDERS_CREATE' })], 'a'), pageOf([node()])];
    const found = right(await against(pages).status(address)());
    expect(found.filter(({ state }) => state === 'present')).toStrictEqual([
      { topic: 'orders/create', state: 'present', message: 'subscribed in the shop' },
      { topic: 'orders/paid', state: 'present', message: 'subscribed in the shop' },
    ]);
  });

  it('are read over fifty pages, and no more', async () => {
    const pages = Array.from({ length: 49 }, (_, n) => pageOf([], `after ${n}`));
    const found = right(await against([...pages, pageOf([node()])]).status(address)());
    expect(found).toContainEqual({ topic: 'orders/paid', state: 'present', message: 'subscribed in the shop' });
    expect(left(await against([...pages, pageOf([], 'more'), pageOf([node()])]).status(address)()).message).toBe(
      'Shopify did not list all webhook subscriptions; nothing was changed',
    );
  });

  it('without an end change nothing', async () => {
    expect(left(await against([pageOf([], 'again')]).apply(address)()).message).toBe(
      'Shopify did not list all webhook subscriptions; nothing was changed',
    );
  });

  it.each([
    [{ format: 'XML' }, 'it delivers XML instead of JSON'],
    [{ filter: 'id:1' }, 'a filter holds back some deliveries'],
    [{ includeFields: ['id'] }, 'it delivers only some fields'],
  ])('are wrong where they deliver less: %j', async (more, message) => {
    const found = right(await against([pageOf([node(more)])]).status(address)());
    expect(found).toContainEqual({ topic: 'orders/paid', state: 'wrong', message });
  });
});

describe('a subscription that delivers less', () => {
  const repaired = async (update: Json): Promise<unknown> => {
    const made = { webhookSubscription: node(), userErrors: [] };
    const listed = pageOf([node({ filter: 'id:1', format: null })]);
    return right(await against([listed], made, update).apply(address)()).find(({ topic }) => topic === 'orders/paid');
  };

  it.each<[string, Json, string, string]>([
    [
      'is repaired',
      { webhookSubscription: node({ filter: ' ', includeFields: null }), userErrors: [] },
      'repaired',
      'repaired: it now delivers everything',
    ],
    [
      'stays wrong where Shopify changes nothing',
      { webhookSubscription: node({ filter: 'id:1', includeFields: ['id'] }), userErrors: [] },
      'wrong',
      'Shopify did not change it: a filter holds back some deliveries, it delivers only some fields; delete it in the app',
    ],
    [
      'stays wrong where Shopify returns none',
      { webhookSubscription: null, userErrors: [] },
      'wrong',
      'Shopify did not return the subscription; check it with status',
    ],
  ])('%s', async (_, update, state, message) => {
    expect(await repaired(update)).toStrictEqual({ topic: 'orders/paid', state, message });
  });
});

describe('the address of a subscription', () => {
  it.each(['HTTPS://APP.example:443/hooks', 'https://app.example/a/../hooks'])('is the same as %s', async (uri) => {
    const found = right(await against([pageOf([node({ uri })])]).status(address)());
    expect(found).toContainEqual({ topic: 'orders/paid', state: 'present', message: 'subscribed in the shop' });
  });

  it.each([
    ['https://app.example/Hooks'],
    ['arn:aws:events:us-east-1::event-source/aws.partner/shopify.com/1'],
    ['pubsub://project:topic'],
    ['no address'],
  ])('is another one than %s', async (uri) => {
    const found = right(await against([pageOf([node({ uri })])]).status(address)());
    expect(found).toContainEqual({ topic: 'orders/paid', state: 'missing', message: 'the address is not subscribed' });
  });

  it.each([
    ['https://user@app.example/hooks', 'the webhook address contains credentials'],
    ['https://:CANARY@app.example/hooks', 'the webhook address contains credentials'],
    ['https://app.example/hooks#CANARY', 'the webhook address ends in a fragment (#…), which is never sent'],
    ['https://shop.internal/hooks', 'Shopify cannot reach a host of this network'],
  ])('is none that Shopify delivers to: %s', async (bad, problem) => {
    const { message } = left(await against([]).apply(bad)());
    expect(message).toBe(`${problem}; give the public address of the handler, such as https://app.example/tax-nexus/…`);
  });
});

describe('a subscription that Shopify does not make', () => {
  const advice = 'check that the address is public and https, and that the app may read orders';

  it.each<[string, Json, string]>([
    ['without a reason', { userErrors: [] }, 'Shopify did not return the subscription; check it with status'],
    [
      'for a field',
      { userErrors: [{ field: ['webhookSubscription', 'uri'], message: 'CANARY' }] },
      `Shopify refuses it (webhookSubscription, uri); ${advice}`,
    ],
    [
      'for no field',
      { userErrors: [{ field: null, message: 'CANARY' }] },
      `Shopify refuses it (no field named); ${advice}`,
    ],
    [
      'because another process has made it',
      { userErrors: [{ field: null, message: 'Address for this topic has already been taken' }] },
      'the address is already subscribed',
    ],
  ])('%s', async (_, create, message) => {
    expect(await messagesOf(create)).toStrictEqual([message]);
  });

  it('is made otherwise', async () => {
    expect(await messagesOf({ webhookSubscription: node(), userErrors: [] })).toStrictEqual(['subscribed in the shop']);
  });
});
