import { describe, expect, it } from '@jest/globals';
import { receiveVerified as shopifyVerified } from '../../connectors/shopify/webhooks/receive-webhook.ts';
import { receiveVerified as stripeVerified } from '../../connectors/stripe/webhooks/receive-webhook.ts';

const shop = shopifyVerified('acme.myshopify.com');
const account = stripeVerified(() => ({ mode: 'live', account: null, own: null }));
const order = { admin_graphql_api_id: 'gid://shopify/Order/820982911946154508', id: 820982911946154500 };

describe('a Shopify delivery that the host has verified', () => {
  it.each(['orders/updated', 'ORDERS_UPDATED'])('of the topic %s names its order by the exact id', (topic) => {
    expect(shop({ topic, deliveryId: 'd1', payload: order })).toMatchObject({
      right: { _tag: 'RecordChanged', deliveryId: 'd1 orders/updated gid://shopify/Order/820982911946154508' },
    });
  });

  it('that asks for an erasure means one, and one for another shop is refused', () => {
    const payload = (shop_domain: string): unknown => ({
      shop_id: 1,
      shop_domain,
      customer: { id: 2 },
      orders_to_redact: [11, 12],
    });
    const read = (domain: string): unknown =>
      shop({ topic: 'CUSTOMERS_REDACT', deliveryId: 'd1', payload: payload(domain) });
    expect(read('acme.myshopify.com')).toMatchObject({ right: { _tag: 'EraseRecords', recordIds: ['11', '12'] } });
    expect(read('other.myshopify.com')).toMatchObject({ left: { _tag: 'Unverified' } });
  });

  it.each([
    ['a text', '{}'],
    ['nothing', null],
    ['a list', []],
  ])('whose payload is %s is refused', (_, payload) => {
    expect(shop({ topic: 'orders/paid', deliveryId: 'd1', payload })).toMatchObject({ left: { _tag: 'Unreadable' } });
  });
});

describe('a Stripe event that the host has verified', () => {
  const event = { id: 'evt_1', type: 'charge.succeeded', livemode: true, data: { object: { id: 'ch_1' } } };

  it('names its record, under its own id', () => {
    expect(account({ topic: 'charge.succeeded', deliveryId: 'ignored', payload: event })).toMatchObject({
      right: { _tag: 'RecordChanged', deliveryId: 'evt_1', recordId: 'ch_1' },
    });
  });

  it('of the other mode is ignored', () => {
    const payload = { ...event, livemode: false };
    expect(account({ topic: event.type, deliveryId: 'd', payload })).toMatchObject({ right: { _tag: 'Irrelevant' } });
  });

  it('that is none is refused', () => {
    expect(account({ topic: 'x', deliveryId: 'd', payload: { nothing: 1 } })).toMatchObject({
      left: { _tag: 'Unreadable' },
    });
  });
});
