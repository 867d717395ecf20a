import { createHmac } from 'node:crypto';
import { type Delivery, secrets, shop } from './delivery.ts';

const money = (amount: string): object => ({
  shop_money: { amount, currency_code: 'USD' },
  presentment_money: { amount, currency_code: 'USD' },
});

const line = (id: number): object => ({
  id,
  admin_graphql_api_id: `gid://shopify/LineItem/${id}`,
  title: 'Ceramic mug',
  name: 'Ceramic mug - blue',
  sku: 'MUG-BLUE',
  quantity: 2,
  price: '14.50',
  price_set: money('14.50'),
  total_discount: '0.00',
  total_discount_set: money('0.00'),
  tax_lines: [{ title: 'CA State Tax', price: '2.10', rate: 0.0725, price_set: money('2.10'), channel_liable: false }],
  discount_allocations: [],
  duties: [],
  properties: [],
  requires_shipping: true,
  taxable: true,
});

const address = {
  address1: '1 Main Street',
  city: 'Oakland',
  province: 'California',
  province_code: 'CA',
  zip: '94601',
  country: 'United States',
  country_code: 'US',
};

/** An order as `orders/paid` carries it, about nine kilobytes. */
const bodyOf = (order: number): Buffer =>
  Buffer.from(
    JSON.stringify({
      id: order,
      admin_graphql_api_id: `gid://shopify/Order/${order}`,
      name: `#${order}`,
      currency: 'USD',
      financial_status: 'paid',
      created_at: '2026-03-01T12:00:00-05:00',
      processed_at: '2026-03-01T12:00:00-05:00',
      current_total_price_set: money('87.00'),
      total_price_set: money('87.00'),
      total_tax_set: money('6.30'),
      total_shipping_price_set: money('5.95'),
      billing_address: address,
      shipping_address: address,
      line_items: Array.from({ length: 8 }, (_, index) => line(order * 10 + index)),
      note: 'x'.repeat(1_500),
    }),
  );

/** Webhooks of Shopify's, each of an order of its own, signed as Shopify signs them. */
export const shopifyDeliveries = (first: number, count: number): readonly Delivery[] =>
  Array.from({ length: count }, (_, index) => {
    const body = bodyOf(5_000_000_000_000 + first + index);
    return {
      body,
      headers: {
        'content-type': 'application/json',
        'x-shopify-topic': 'orders/paid',
        'x-shopify-shop-domain': shop,
        'x-shopify-event-id': `event-${first + index}`,
        'x-shopify-hmac-sha256': createHmac('sha256', secrets.shopify).update(body).digest('base64'),
      },
    };
  });
