// app/routes/webhooks.orders.jsx of the Shopify app template: the template verifies, and the plugin is handed the delivery.
import { taxNexus } from '../../../tax-nexus.mjs';
import { authenticate } from '../shopify.server.mjs';

export const action = async ({ request }) => {
  const { topic, shop, webhookId, payload } = await authenticate.webhook(request);
  const storefront = taxNexus.storefronts.find(shop.replace('.myshopify.com', ''));
  if (storefront === undefined) return new Response(null, { status: 404 });
  await taxNexus.receive(storefront, { topic, deliveryId: webhookId, payload });
  return new Response(null, { status: 200 }); // only after it is durable; what rejects is answered 500, and comes again
};
