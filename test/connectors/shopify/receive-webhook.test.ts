import { createHmac } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { receiveWebhook } from '../../../connectors/shopify/webhooks/receive-webhook.ts';
import { secret } from '../../../src/domain/secret.ts';
import { left, right } from '../../support/right.ts';

const shop = 'acme.myshopify.com';
const receive = receiveWebhook(shop, [secret('old secret'), secret('new secret')]);

const aRequest = (
  text: string,
  { key = 'new secret', headers = {} }: { key?: string; headers?: Readonly<Record<string, string | undefined>> } = {},
) => {
  const body = Buffer.from(text);
  return {
    body,
    headers: {
      'x-shopify-hmac-sha256': createHmac('sha256', key).update(body).digest('base64'),
      'x-shopify-shop-domain': shop,
      'x-shopify-topic': 'orders/updated',
      'x-shopify-webhook-id': 'delivery-1',
      ...headers,
    },
    receivedAt: '2026-02-03T17:20:00Z',
  };
};

const order =
  '{"id":820982911946154508,"admin_graphql_api_id":"gid:\\/\\/shopify\\/Order\\/820982911946154508","name":"#1"}';
const eventId = (id: string) => ({ headers: { 'x-shopify-event-id': id } });
const topic = (name: string) => ({ headers: { 'x-shopify-topic': name } });

describe('webhooks', () => {
  it.each(['old secret', 'new secret'])('are verified with the %s while it is being changed', (key) => {
    expect(right(receive(aRequest(order, { key })))).toStrictEqual({
      _tag: 'RecordChanged',
      recordId: '820982911946154508',
      deliveryId: expect.stringMatching(/^[\w-]{43} orders\/updated$/),
    });
  });

  it.each<[string, Parameters<typeof aRequest>]>([
    ['signed with another secret', [order, { key: 'guess' }]],
    ['without a signature', [order, { headers: { 'x-shopify-hmac-sha256': undefined } }]],
    ['with a signature cut short', [order, { headers: { 'x-shopify-hmac-sha256': 'AAAA' } }]],
    ['meant for another shop', [order, { headers: { 'x-shopify-shop-domain': 'other.myshopify.com' } }]],
  ])('%s are refused', (_, request) => {
    expect(left(receive(aRequest(...request)))._tag).toBe('Unverified');
  });

  it.each<[string, Parameters<typeof aRequest>, string]>([
    ['without a signature', [order, { headers: { 'x-shopify-hmac-sha256': undefined } }], 'the signature is missing'],
    ['with one that is none', [order, { headers: { 'x-shopify-hmac-sha256': 'AAAA' } }], 'the signature is missing'],
    ['that are no JSON', ['order'], 'the signed body is not a JSON object'],
    ['that are a list', [`[${order}]`], 'the signed body is not a JSON object'],
  ])('%s are refused with what is wrong', (_, request, message) => {
    expect(left(receive(aRequest(...request))).message).toBe(message);
  });

  it('are handed to the connector once they are verified, with every digit of their ids and of nothing else', () => {
    const payloads: unknown[] = [];
    const receiveFor = receiveWebhook(shop, [secret('new secret')], (payload) => void payloads.push(payload));
    receiveFor(aRequest(order, { key: 'guess' }));
    receiveFor(aRequest('{"shop_domain":"other.myshopify.com"}'));
    expect(payloads).toStrictEqual([]);
    receiveFor(aRequest('{"id":98765432109876543210,"customer":{"id":5},"lines":[{"id":6}]}'));
    expect(payloads).toMatchObject([{ customer: { id: 5 } }]);
    expect(JSON.stringify(payloads)).not.toContain('6}');
  });

  it('signed with the secret of the other kind of webhook are refused, and the message says which secret signs which', () => {
    const { message } = left(receive(aRequest(order, { key: 'guess' })));
    expect(message).toMatch(/an app are signed with its client secret, those made in the shop’s admin .* shown there/);
  });

  it('are verified over the raw bytes: the same JSON in other bytes is refused', () => {
    const request = aRequest(order);
    expect(left(receive({ ...request, body: Buffer.from(JSON.stringify(JSON.parse(order))) }))._tag).toBe('Unverified');
  });

  it('that are signed and no JSON object are unreadable', () => {
    expect(left(receive(aRequest('[1]')))._tag).toBe('Unreadable');
    expect(left(receive(aRequest('{"id":')))._tag).toBe('Unreadable');
  });

  it.each(['orders/create', 'orders/paid', 'orders/updated', 'orders/cancelled', 'orders/partially_fulfilled'])(
    '%s names the order by its global id',
    (name) => {
      const damaged = order.replace('154508,', '154500,');
      expect(right(receive(aRequest(damaged, topic(name))))).toMatchObject({
        _tag: 'RecordChanged',
        recordId: '820982911946154508',
      });
    },
  );

  it('orders/edited names the order of the edit', () => {
    const body = '{"order_edit":{"id":78912328793,"order_id":820982911946154508}}';
    expect(right(receive(aRequest(body, topic('orders/edited'))))).toMatchObject({ recordId: '820982911946154508' });
  });

  it('refunds/create names the order of the refund', () => {
    const body =
      '{"id":890088186047892319,"order_id":820982911946154508,"admin_graphql_api_id":"gid://shopify/Refund/890088186047892319"}';
    expect(right(receive(aRequest(body, topic('refunds/create'))))).toMatchObject({
      _tag: 'RecordChanged',
      recordId: '820982911946154508',
    });
  });

  it('orders/delete is a deletion, and keeps every digit of its id', () => {
    expect(right(receive(aRequest('{"id":820982911946154508}', topic('orders/delete'))))).toMatchObject({
      _tag: 'RecordDeleted',
      recordId: '820982911946154508',
    });
  });

  it('the topic is not signed: a whole order is never a deletion', () => {
    expect(right(receive(aRequest(order, topic('orders/delete'))))._tag).toBe('RecordChanged');
  });

  it.each([
    'products/update',
    'draft_orders/create',
    'fulfillments/create',
    'order_transactions/create',
    'app/uninstalled',
  ])('%s is irrelevant', (name) => {
    expect(right(receive(aRequest('{"id":1,"order_id":2}', topic(name))))._tag).toBe('Irrelevant');
  });

  const changedAt = (time: string, id = '820982911946154508'): string =>
    JSON.stringify({ admin_graphql_api_id: `gid://shopify/Order/${id}`, updated_at: time });
  const idOf = (body: string, headers: Readonly<Record<string, string | undefined>> = {}): string =>
    right(receive(aRequest(body, { headers }))).deliveryId;

  it('of one action of the merchant, such as fifty orders marked as paid at once, are deliveries of their own', () => {
    const at = '2026-02-03T12:00:00Z';
    expect(idOf(changedAt(at, '1'))).not.toBe(idOf(changedAt(at, '2')));
  });

  it('of a cancellation and its refund are separate deliveries: the second may have more data', () => {
    const body = changedAt('2026-02-03T12:00:00Z');
    expect(idOf(body, topic('orders/cancelled').headers)).not.toBe(idOf(body, topic('orders/updated').headers));
  });

  it('of two changes, or of two refunds, by one action are deliveries of their own', () => {
    expect(idOf(changedAt('2026-02-03T12:00:00Z'))).not.toBe(idOf(changedAt('2026-02-03T12:00:09Z')));
    const refund = (id: number): string =>
      idOf(JSON.stringify({ id, admin_graphql_api_id: `gid://shopify/Refund/${id}`, order_id: 1 }));
    expect(refund(5)).not.toBe(refund(6));
  });

  it.each([
    ['an order with the time of its change', changedAt('2026-02-03T12:00:00Z')],
    ['a deletion', '{"id":820982911946154508}'],
    ['an edit', '{"order_edit":{"id":78912328793,"order_id":820982911946154508}}'],
    ['a refund with the time it was made', '{"id":5,"order_id":1,"created_at":"2026-02-03T12:00:00Z"}'],
    ['an erasure', `{"shop_id":1,"shop_domain":"${shop}","customer":{"id":2},"orders_to_redact":[3]}`],
  ])('that were recorded and are sent again under other ids are one delivery: %s', (_, body) => {
    const ids = Array.from({ length: 50 }, (__, index) =>
      idOf(body, { 'x-shopify-event-id': `made-up-${index}`, 'x-shopify-webhook-id': 'x'.repeat(index * 100) }),
    );
    expect(new Set(ids).size).toBe(1);
  });

  it('that were recorded are a few deliveries, with any made-up topics', () => {
    const ids = Array.from({ length: 50 }, (_, index) =>
      idOf(changedAt('2026-02-03T12:00:00Z'), { 'x-shopify-topic': `orders/${index}` }),
    );
    expect(new Set(ids).size).toBe(1);
  });

  it('of two changes with equal bodies are two deliveries, by their event ids', () => {
    expect(idOf(order, eventId('event-7').headers)).not.toBe(idOf(order, eventId('event-8').headers));
    const throughSubscription = (id: string): string =>
      idOf(order, { ...eventId('event-7').headers, 'x-shopify-webhook-id': id });
    expect(throughSubscription('delivery-2')).toBe(throughSubscription('delivery-3'));
  });

  it('of two changes with equal bodies and no event ids are two deliveries, by the ids of the deliveries', () => {
    const delivered = (id: string): string => idOf(order, { 'x-shopify-webhook-id': id });
    expect(delivered('delivery-2')).not.toBe(delivered('delivery-3'));
    expect(delivered('delivery-2')).toBe(delivered('delivery-2'));
  });

  it('have ids of few characters, however long the headers are', () => {
    for (const body of [order, changedAt('2026-02-03T12:00:00Z')]) {
      expect(idOf(body, eventId('x'.repeat(8_000)).headers).length).toBeLessThan(80);
    }
  });

  it('that are tried again have the id of the first try', () => {
    expect(idOf(order)).toBe(idOf(order));
    expect(idOf(`${order} `)).not.toBe(idOf(order));
  });

  it('events of the newer kind carry their headers without x-', () => {
    const { headers, ...request } = aRequest(order);
    const renamed = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.replace('x-', ''), value]));
    expect(right(receive({ ...request, headers: renamed }))._tag).toBe('RecordChanged');
  });

  const event = (topicOfBody: string, action: string, variables: Readonly<Record<string, string>>) =>
    aRequest(
      JSON.stringify({
        topic: topicOfBody,
        action,
        handle: 'taxes',
        fields_changed: ["order[id: 'gid://shopify/Order/820982911946154508'].edited"],
        query_variables: variables,
      }),
      topic(topicOfBody),
    );
  const orderId = { orderId: 'gid://shopify/Order/820982911946154508' };

  it.each([
    ['Order', 'create', 'RecordChanged'],
    ['Order', 'update', 'RecordChanged'],
    ['Order', 'delete', 'RecordDeleted'],
    ['Refund', 'delete', 'RecordChanged'],
  ])('events of the newer kind name the order that they are about: %s, %s', (name, action, _tag) => {
    const variables = { refundId: 'gid://shopify/Refund/9', ...orderId };
    const recordId = '820982911946154508';
    expect(right(receive(event(name, action, variables)))).toStrictEqual({
      _tag,
      recordId,
      deliveryId: expect.stringMatching(/^[\w-]{43} another topic$/),
    });
  });

  it('events of the newer kind that name no order are irrelevant', () => {
    expect(right(receive(event('Product', 'update', { productId: 'gid://shopify/Product/1' })))._tag).toBe(
      'Irrelevant',
    );
  });
});
