import { createSHA256HMAC } from '@shopify/shopify-api/runtime';
import { orderPayload, shopifyWebhook, type SignedWebhook, stripeWebhook } from '../support/signed-webhook.ts';

/** A webhook of Shopify's, signed by Shopify's own library. */
export const webhookOfShopify = async (orderId: string, secret: string): Promise<SignedWebhook> => {
  const { headers, body } = shopifyWebhook(orderPayload(orderId), {
    topic: 'orders/paid',
    deliveryId: `event-${orderId}`,
  });
  return { headers: { ...headers, 'x-shopify-hmac-sha256': await createSHA256HMAC(secret, body) }, body };
};

/** A webhook of Stripe's, signed by Stripe's own library. */
export const webhookOfStripe = (recordId: string, secret: string): SignedWebhook => {
  const isInvoice = recordId.startsWith('in_');
  return stripeWebhook(
    {
      id: `evt_${recordId}`,
      object: 'event',
      type: isInvoice ? 'invoice.paid' : 'charge.succeeded',
      livemode: true,
      data: { object: { id: recordId, object: isInvoice ? 'invoice' : 'charge' } },
    },
    { secret },
  );
};
