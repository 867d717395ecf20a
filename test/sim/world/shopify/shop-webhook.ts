import { createHmac } from 'node:crypto';
import { signingSecret } from '../../app/signing-secret.ts';
import type { Parcel } from '../courier.ts';
import type { Shop } from './shop.ts';

export interface ShopNews {
  readonly topic: 'orders/updated' | 'orders/delete';
  readonly orderId: string;
  readonly eventId: string;
}

const bodyOf = ({ topic, orderId }: ShopNews): string =>
  topic === 'orders/delete'
    ? `{"id":${orderId}}`
    : JSON.stringify({
        id: Number(orderId),
        admin_graphql_api_id: `gid://shopify/Order/${orderId}`,
        email: 'canary@example.com',
        shipping_address: { address1: '1 CANARY_ADDR Street' },
      });

/** A webhook about an order, signed with a secret that is not always the right one. */
export const shopWebhook = ({ domain, storefront }: Shop, news: ShopNews, secret = signingSecret): Parcel => ({
  deliveryId: news.eventId,
  label: `${storefront} ${news.topic} ${news.orderId}`,
  sign: () => {
    const body = bodyOf(news);
    return new Request(`https://host.example/webhooks/${storefront}`, {
      method: 'POST',
      body,
      headers: {
        'content-type': 'application/json',
        'content-length': String(Buffer.byteLength(body)),
        'x-shopify-topic': news.topic,
        'x-shopify-shop-domain': domain,
        'x-shopify-event-id': news.eventId,
        'x-shopify-hmac-sha256': createHmac('sha256', secret).update(body).digest('base64'),
      },
    });
  },
});
