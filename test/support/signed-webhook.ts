import { createHmac } from 'node:crypto';
import Stripe from 'stripe';

/** A delivery as a platform sends it: the bytes, and the headers that sign them. */
export interface SignedWebhook {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export const shopifySecret = 'shpss_CANARY_SECRET';
export const stripeSecret = 'whsec_CANARY_SECRET';
export const webhookShop = 'sample-store.myshopify.com';

/** Signed as Shopify documents it: HMAC-SHA256 of the raw body in base64, by the app's secret. */
export const shopifyWebhook = (
  payload: unknown,
  {
    topic = 'orders/updated',
    deliveryId = 'event-1',
    secret = shopifySecret,
    shop = webhookShop,
  }: { readonly topic?: string; readonly deliveryId?: string; readonly secret?: string; readonly shop?: string } = {},
): SignedWebhook => {
  const body = typeof payload === 'string' ? payload : JSON.stringify(payload);
  return {
    body,
    headers: {
      'content-type': 'application/json',
      'x-shopify-topic': topic,
      'x-shopify-shop-domain': shop,
      'x-shopify-event-id': deliveryId,
      'x-shopify-webhook-id': `${deliveryId}-1`,
      'x-shopify-hmac-sha256': createHmac('sha256', secret).update(body).digest('base64'),
    },
  };
};

/** An order as `orders/updated` sends it, with the fields that are read. */
export const orderPayload = (orderId: string): Readonly<Record<string, unknown>> => ({
  admin_graphql_api_id: `gid://shopify/Order/${orderId}`,
  id: Number(orderId),
  email: 'canary@example.com',
  shipping_address: { address1: '1 Canary Lane' },
});

/** Signed by Stripe's own library. */
export const stripeWebhook = (
  event: Readonly<Record<string, unknown>>,
  { timestamp, secret = stripeSecret }: { readonly timestamp?: number; readonly secret?: string } = {},
): SignedWebhook => {
  const body = JSON.stringify(event);
  const signature = Stripe.webhooks.generateTestHeaderString({
    payload: body,
    secret,
    ...(timestamp !== undefined && { timestamp }),
  });
  return { body, headers: { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': signature } };
};

/** The delivery as a standard request. */
export const requestOf = (
  { headers, body }: SignedWebhook,
  url = 'http://host.example/tax-nexus/webhooks/us-store',
): Request => new Request(url, { method: 'POST', headers, body });
