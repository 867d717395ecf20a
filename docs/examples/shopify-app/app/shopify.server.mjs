// Stands for the file of that name in the template, which exports the same function from @shopify/shopify-app-react-router.
import { createHmac, timingSafeEqual } from 'node:crypto';

export const authenticate = {
  webhook: async (request) => {
    const body = Buffer.from(await request.arrayBuffer());
    const expected = createHmac('sha256', process.env.SHOPIFY_SECRET).update(body).digest();
    const given = Buffer.from(request.headers.get('x-shopify-hmac-sha256') ?? '', 'base64');
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) {
      throw new Response(null, { status: 401 });
    }
    return {
      topic: request.headers.get('x-shopify-topic')?.toUpperCase().replaceAll('/', '_'), // ORDERS_PAID
      shop: request.headers.get('x-shopify-shop-domain'),
      webhookId: request.headers.get('x-shopify-webhook-id'),
      payload: JSON.parse(body.toString()),
    };
  },
};
