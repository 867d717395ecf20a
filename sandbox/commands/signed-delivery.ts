/** Builds a webhook with the signature that Shopify or Stripe would give it, for `tax-nexus trigger`. */
import { createHmac, randomUUID } from 'node:crypto';
import { webhookTopics } from '../../connectors/shopify/webhooks/webhook-topics.ts';
import { eventTypes } from '../../connectors/stripe/webhooks/webhook-event.ts';
import type { ShopifyConfiguration, StripeConfiguration } from '../../src/app/configuration/configuration.ts';
import { isTestKey } from '../../src/domain/recognized-secret.ts';

/** A delivery as the platform sends it. */
export interface Delivery {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

const shopifyTopics: readonly string[] = Object.values(webhookTopics).filter((topic) =>
  /^(?:orders|refunds)\//.test(topic),
);

/** The topics that can be sent, as the platform writes them: only those about a sale. */
export const topicsOf = (platform: 'shopify' | 'stripe'): readonly string[] =>
  platform === 'shopify' ? shopifyTopics : eventTypes;

/**
 * The platform's spelling of a topic; undefined if it has no topic of that name.
 *
 * @example
 * topicNamed('shopify', 'order.paid') // 'orders/paid'
 */
export const topicNamed = (platform: 'shopify' | 'stripe', name: string): string | undefined => {
  const wanted = name.toLowerCase();
  const shopify = wanted
    .replaceAll('.', '/')
    .replace(/^(order|refund)\//, '$1s/')
    .replace(/\/(create|delete)d$/, '/$1')
    .replace('/canceled', '/cancelled');
  return topicsOf(platform).find((topic) => topic === wanted || (platform === 'shopify' && topic === shopify));
};

/** Signed as Shopify documents it: HMAC-SHA256 of the raw body in base64, with the app's secret. */
export const shopifyDelivery = (
  { shop }: Pick<ShopifyConfiguration, 'shop'>,
  topic: string,
  record: string,
  secret: string,
): Delivery => {
  const order = { id: Number(record), admin_graphql_api_id: `gid://shopify/Order/${record}` };
  const payload =
    topic === 'orders/delete'
      ? { id: Number(record) }
      : topic === 'refunds/create'
        ? { id: 1, order_id: Number(record) }
        : order;
  const body = JSON.stringify(payload);
  return {
    body,
    headers: {
      'content-type': 'application/json',
      'x-shopify-topic': topic,
      'x-shopify-shop-domain': shop,
      'x-shopify-event-id': randomUUID(),
      'x-shopify-webhook-id': randomUUID(),
      'x-shopify-hmac-sha256': createHmac('sha256', secret).update(body).digest('base64'),
    },
  };
};

/**
 * Signed as Stripe documents it: HMAC-SHA256 of time and raw body in hexadecimal, with the endpoint's secret.
 *
 * @param now milliseconds since 1970
 */
export const stripeDelivery = (
  { account, secretKey }: Pick<StripeConfiguration, 'account' | 'secretKey'>,
  type: string,
  record: string,
  { secret, now }: { readonly secret: string; readonly now: number },
): Delivery => {
  const created = Math.floor(now / 1_000);
  const object = { id: 'obj_trigger', object: type.split('.').slice(0, -1).at(-1), [memberOf(type)]: record };
  const body = JSON.stringify({
    ...{ id: `evt_${randomUUID().replaceAll('-', '')}`, object: 'event', type, created },
    ...(account !== null && { account }),
    livemode: typeof secretKey === 'function' || !isTestKey(secretKey.reveal()),
    data: { object },
  });
  const signature = createHmac('sha256', secret).update(`${created}.${body}`).digest('hex');
  return {
    body,
    headers: { 'content-type': 'application/json', 'stripe-signature': `t=${created},v1=${signature}` },
  };
};

/** The field that names the sale in the event's object; `id` if the object is the sale. */
const memberOf = (type: string): 'charge' | 'invoice' | 'id' => {
  if (/^(?:refund|charge\.refund\.|charge\.dispute)/.test(type)) return 'charge';
  return /^(?:credit_note|invoice_payment)/.test(type) ? 'invoice' : 'id';
};
