import { describe, expect, it } from '@jest/globals';
import * as E from 'fp-ts/lib/Either.js';
import { privacyMeaning } from '../../../connectors/shopify/webhooks/privacy-meaning.ts';
import { isOfOtherShop, meaningOfPayload, otherShop } from '../../../connectors/shopify/webhooks/webhook-meaning.ts';
import type { WebhookMeaning } from '../../../src/mapping/source-connector.ts';

const shop = 'acme.myshopify.com';
const order = { id: 7, admin_graphql_api_id: 'gid://shopify/Order/7' };
const updated = { ...order, updated_at: '2026-03-01T10:00:00Z' };
const changed = (recordId: string, deliveryId: string): WebhookMeaning => ({
  _tag: 'RecordChanged',
  recordId,
  deliveryId,
});
const irrelevant: WebhookMeaning = { _tag: 'Irrelevant', deliveryId: 'd' };

type Case = readonly [topic: string | undefined, payload: Record<string, unknown>, meaning: WebhookMeaning];

describe('what a payload is about', () => {
  it.each<Case>([
    ['orders/updated', updated, changed('7', 'd orders/updated gid://shopify/Order/7 2026-03-01T10:00:00Z')],
    ['ORDERS_UPDATED', order, changed('7', 'd orders/updated gid://shopify/Order/7')],
    [undefined, order, changed('7', 'd no topic gid://shopify/Order/7')],
    ['orders/create', { id: 7, name: '#1' }, changed('7', 'd orders/create 7')],
    [undefined, { id: 7, name: '#1' }, irrelevant],
    ['orders/edited', { order_edit: { order_id: 7, id: 1 } }, changed('7', 'd orders/edited 7')],
    ['orders/edited', { order_edit: { id: 1 } }, irrelevant],
    [
      'refunds/create',
      { id: 1, order_id: 7, admin_graphql_api_id: 'gid://shopify/Refund/1' },
      changed('7', 'd refunds/create gid://shopify/Refund/1'),
    ],
    ['refunds/create', { id: 1, note: '' }, irrelevant],
    ['customers/update', order, irrelevant],
    ['refunds/update', order, irrelevant],
  ])('with the topic %s: %j', (topic, payload, meaning) => {
    expect(meaningOfPayload(shop, payload, topic, 'd')).toStrictEqual(meaning);
  });

  it.each<Case>([
    ['orders/delete', { id: 7 }, { _tag: 'RecordDeleted', recordId: '7', deliveryId: 'd orders/delete 7' }],
    ['orders/updated', { id: 7 }, changed('7', 'd orders/updated 7')],
    [undefined, { id: 7 }, changed('7', 'd no topic 7')],
    ['orders/delete', updated, changed('7', 'd orders/delete gid://shopify/Order/7 2026-03-01T10:00:00Z')],
    ['orders/delete', { id: 'seven' }, irrelevant],
  ])('is a deletion only if it is nothing but an id: %s of %j', (topic, payload, meaning) => {
    expect(meaningOfPayload(shop, payload, topic, 'd')).toStrictEqual(meaning);
  });

  it.each<Case>([
    [
      'app/uninstalled',
      { id: 1, myshopify_domain: 'ACME.myshopify.com' },
      { _tag: 'Uninstalled', deliveryId: 'd app/uninstalled' },
    ],
    ['APP_UNINSTALLED', { id: 1, myshopify_domain: shop }, { _tag: 'Uninstalled', deliveryId: 'd app/uninstalled' }],
    ['app/uninstalled', { id: 1, myshopify_domain: 'other.myshopify.com' }, irrelevant],
    ['app/uninstalled', { id: 'x', myshopify_domain: shop }, irrelevant],
    ['app/uninstalled', { id: 1 }, irrelevant],
    ['shop/update', { id: 1, myshopify_domain: shop }, irrelevant],
  ])('is an uninstallation with its topic and this shop: %s of %j', (topic, payload, meaning) => {
    expect(meaningOfPayload(shop, payload, topic, 'd')).toStrictEqual(meaning);
  });

  const variables = { a: 1, order: 'gid://shopify/Order/7' };
  it.each<Case>([
    [
      undefined,
      { topic: 'Order', action: 'delete', query_variables: variables },
      { _tag: 'RecordDeleted', recordId: '7', deliveryId: 'd Order delete 7' },
    ],
    [
      'orders/delete',
      { topic: 'Order', action: 'update', query_variables: variables },
      changed('7', 'd Order update 7'),
    ],
    [undefined, { topic: 'Refund', action: 'delete', query_variables: variables }, changed('7', 'd Refund delete 7')],
    [undefined, { topic: 'Order', action: 'delete', query_variables: { id: 'gid://shopify/Refund/7' } }, irrelevant],
    [undefined, { topic: 'Order', action: 1, query_variables: variables }, irrelevant],
    [undefined, { topic: 1, action: 'delete', query_variables: variables }, irrelevant],
    [undefined, { topic: 'Order', action: 'delete', query_variables: 'gid://shopify/Order/7' }, irrelevant],
  ])('is an event of the newer kind by its own topic and action: %s, %j', (topic, payload, meaning) => {
    expect(meaningOfPayload(shop, payload, topic, 'd')).toStrictEqual(meaning);
  });

  it('is of another shop where it names one', () => {
    const isOther = (payload: object): boolean => isOfOtherShop(shop, { ...payload });
    expect(
      [{}, { shop_domain: shop }, { myshopify_domain: 'ACME.myshopify.com' }, { shop_domain: 1 }].map(isOther),
    ).toStrictEqual([false, false, false, false]);
    expect(
      [{ shop_domain: 'other' }, { myshopify_domain: 'other' }, { shop_domain: shop, myshopify_domain: 'x' }].map(
        isOther,
      ),
    ).toStrictEqual([true, true, true]);
    expect(otherShop).toStrictEqual({ _tag: 'Unverified', message: 'it is for another shop' });
  });
});

describe('what a privacy request means', () => {
  const named = { shop_id: 1, shop_domain: shop };
  const customer = { id: 3 };

  it.each<[string, Record<string, unknown>, unknown]>([
    ['no other body', { shop_id: 1 }, undefined],
    ['no body without the id of its shop', { shop_domain: shop, customer, orders_to_redact: [1] }, undefined],
    ['the whole shop, where nothing else is in it', named, E.right({ _tag: 'EraseStorefront', deliveryId: 'd' })],
    ['nothing, where something else is in it', { ...named, note: 1 }, undefined],
    [
      'orders to erase',
      { ...named, customer, orders_to_redact: [1, 2] },
      E.right({ _tag: 'EraseRecords', recordIds: ['1', '2'], deliveryId: 'd' }),
    ],
    [
      'orders to name',
      { ...named, customer, orders_requested: [1] },
      E.right({ _tag: 'DataRequested', recordIds: ['1'], deliveryId: 'd' }),
    ],
    [
      'no orders',
      { ...named, customer, orders_to_redact: [] },
      E.right({ _tag: 'EraseRecords', recordIds: [], deliveryId: 'd' }),
    ],
  ])('is %s: %j', (_, payload, meaning) => {
    expect(privacyMeaning(payload, 'd')).toStrictEqual(meaning);
  });

  it.each<[Record<string, unknown>]>([
    [{ ...named, customer, orders_to_redact: ['x'] }],
    [{ ...named, customer, orders_to_redact: 'all' }],
    [{ ...named, customer: 3, orders_to_redact: [1] }],
    [{ ...named, customer, orders_to_redact: [1], orders_requested: [1] }],
  ])('is refused where it cannot be read: %j', (payload) => {
    expect(privacyMeaning(payload, 'd')).toStrictEqual(
      E.left({ _tag: 'Unreadable', message: 'the orders of this customer privacy request cannot be read' }),
    );
  });
});
