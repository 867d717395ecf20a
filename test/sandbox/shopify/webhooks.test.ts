import { describe, expect, it } from '@jest/globals';
import { type Asked, type Ask, askShop } from '../support/ask-shop.ts';

const fields = '{ webhookSubscription { id topic uri filter apiVersion { handle } } userErrors { field message } }';

const create = (ask: Ask, topic: string, input: Readonly<Record<string, unknown>>): Asked =>
  ask(
    `mutation C($topic: WebhookSubscriptionTopic!, $input: WebhookSubscriptionInput!) {
      webhookSubscriptionCreate(topic: $topic, webhookSubscription: $input) ${fields} }`,
    { topic, input },
  );

const update = (ask: Ask, id: string, input: Readonly<Record<string, unknown>>): Asked =>
  ask(
    `mutation U($id: ID!, $input: WebhookSubscriptionInput!) {
      webhookSubscriptionUpdate(id: $id, webhookSubscription: $input) ${fields} }`,
    { id, input },
  );

const uri = 'https://app.example/hook';
const complaint = 'webhookSubscriptionCreate.userErrors.0.message';

describe('webhook subscriptions of the sample shop', () => {
  it('are kept, listed by topic, changed and removed', () => {
    const ask = askShop({ orders: 1 });
    const id = String(
      create(ask, 'ORDERS_CREATE', { uri, filter: 'test:true' }).at('webhookSubscriptionCreate.webhookSubscription.id'),
    );
    create(ask, 'ORDERS_PAID', { uri });
    const listed = ask(
      '{ webhookSubscriptions(first: 10, topics: [ORDERS_CREATE]) { nodes { id uri } } webhookSubscriptionsCount { count } }',
    );
    expect(listed.at('webhookSubscriptions.nodes')).toStrictEqual([{ id, uri }]);
    expect(listed.at('webhookSubscriptionsCount.count')).toBe(2);
    expect(update(ask, id, { filter: '' }).at('webhookSubscriptionUpdate.webhookSubscription.filter')).toBeNull();
    ask(`mutation { webhookSubscriptionDelete(id: "${id}") { deletedWebhookSubscriptionId } }`);
    expect(ask(`{ webhookSubscription(id: "${id}") { id } }`).at('webhookSubscription')).toBeNull();
  });

  it('are refused in the words of Shopify', () => {
    const ask = askShop({ orders: 1 });
    expect(create(ask, 'ORDERS_CREATE', { uri: 'http://app.example' }).at(complaint)).toBe(
      'Address protocol http:// is not supported',
    );
    create(ask, 'ORDERS_CREATE', { uri });
    expect(create(ask, 'ORDERS_CREATE', { uri }).at(complaint)).toBe('Address for this topic has already been taken');
    expect(create(ask, 'SHOP_REDACT', { uri }).errors).toMatchObject([{ code: 'INVALID_VARIABLE' }]);
  });
});
