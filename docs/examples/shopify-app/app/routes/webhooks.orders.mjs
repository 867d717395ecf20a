// app/routes/webhooks.orders.jsx of the Shopify app template: the template verifies, and the plugin is handed the delivery.
import { taxNexus } from '../tax-nexus.server.mjs';
import { authenticate } from '../shopify.server.mjs';

export const action = async ({ request }) => {
  const { shop, topic, webhookId, payload } = await authenticate.webhook(request);
  const name = taxNexus.storefronts.find(shop);
  if (name !== undefined) await taxNexus.receive(name, { topic, deliveryId: webhookId, payload });
  return new Response(null, { status: 200 }); // only after it is durable; what rejects is answered 500, and comes again
};
