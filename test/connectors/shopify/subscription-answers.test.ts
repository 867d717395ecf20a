import { describe, expect, it } from '@jest/globals';
import * as E from 'fp-ts/lib/Either.js';
import { subscriptionsOf } from '../../../connectors/shopify/webhooks/subscriptions.ts';
import { left, right } from '../../support/right.ts';

const address = 'https://app.example/hooks';
type Json = Readonly<Record<string, unknown>>;

/** The subscriptions of a shop that answers so. `create`: what it says to a new subscription. */
const against = (pages: readonly Json[], create: Json = {}) => {
  let page = 0;
  return subscriptionsOf(
    (document) => () => {
      if (document.includes('mutation')) return Promise.resolve(E.right({ webhookSubscriptionCreate: create }));
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
