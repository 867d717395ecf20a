import type { Outside } from '../world.ts';
import type { Shop } from './shop.ts';
import { shopWebhook } from './shop-webhook.ts';

/** The customer of an order asks for erasure: the shop erases, and asks all apps to. The sale stays the same. */
export const forgetCustomer = (
  { kernel, courier }: Pick<Outside, 'kernel' | 'courier'>,
  shop: Shop,
  id: string,
): void => {
  const order = shop.find(id);
  if (order === undefined || order.isRedacted || shop.isAway()) return;
  kernel.trace.note(kernel.now(), `${shop.storefront} ${id} loses its customer`);
  shop.put({ ...order, isRedacted: true, visibleAt: Math.min(order.visibleAt, kernel.now()) });
  courier.deliver(shopWebhook(shop, { topic: 'customers/redact', orderIds: [id], eventId: `redact-${id}` }));
};
