import { createHash, createHmac } from 'node:crypto';
import { signingSecret } from '../../app/signing-secret.ts';
import type { Parcel } from '../courier.ts';
import type { Shop } from './shop.ts';

/** Events of a shop. */
export type ShopNews = { readonly eventId: string } & (
  | { readonly topic: 'orders/updated' | 'orders/delete'; readonly orderId: string }
  | { readonly topic: 'bulk_operations/finish'; readonly operation: string }
  /** A customer's data of these orders must go. */
  | { readonly topic: 'customers/redact'; readonly orderIds: readonly string[] }
  /** The merchant has left. */
  | { readonly topic: 'shop/redact' }
);

type Sender = Pick<Shop, 'id' | 'domain' | 'storefront'>;

const email = 'canary@example.com';

const bodyOf = ({ id, domain }: Sender, news: ShopNews): string => {
  const shop = { shop_id: Number(id), shop_domain: domain };
  switch (news.topic) {
    case 'orders/delete':
      return `{"id":${news.orderId}}`;
    case 'orders/updated':
      return JSON.stringify({
        id: Number(news.orderId),
        admin_graphql_api_id: `gid://shopify/Order/${news.orderId}`,
        email,
        shipping_address: { address1: '1 CANARY_ADDR Street' },
      });
    case 'bulk_operations/finish':
      return JSON.stringify({ admin_graphql_api_id: news.operation, type: 'query', status: 'completed' });
    case 'customers/redact':
      return JSON.stringify({ ...shop, customer: { id: 1, email }, orders_to_redact: news.orderIds.map(Number) });
    case 'shop/redact':
      return JSON.stringify(shop);
  }
};

const aboutOf = (news: ShopNews): string => {
  switch (news.topic) {
    case 'orders/delete':
    case 'orders/updated':
      return news.orderId;
    case 'bulk_operations/finish':
      return news.operation;
    case 'customers/redact':
      return news.orderIds.join();
    case 'shop/redact':
      return 'everything';
  }
};

/** How the inbox calls it: by its signed body, and by its event where two changes may have the same body. */
const keptAs = (body: string, news: ShopNews): string =>
  createHash('sha256')
    .update(news.topic === 'orders/updated' ? `${body}\n${news.eventId}` : body)
    .digest('base64url');

/** A webhook of a shop, signed with a secret that is not always the right one. */
export const shopWebhook = (shop: Sender, news: ShopNews, secret = signingSecret): Parcel => ({
  storefront: shop.storefront,
  deliveryId: keptAs(bodyOf(shop, news), news),
  isKept: news.topic !== 'bulk_operations/finish' && news.topic !== 'shop/redact',
  label: `${shop.storefront} ${news.topic} ${aboutOf(news)}`,
  sign: () => {
    const body = bodyOf(shop, news);
    return new Request(`https://host.example/webhooks/${shop.storefront}`, {
      method: 'POST',
      body,
      headers: {
        'content-type': 'application/json',
        'content-length': String(Buffer.byteLength(body)),
        'x-shopify-topic': news.topic,
        'x-shopify-shop-domain': shop.domain,
        'x-shopify-event-id': news.eventId,
        'x-shopify-hmac-sha256': createHmac('sha256', secret).update(body).digest('base64'),
      },
    });
  },
});
