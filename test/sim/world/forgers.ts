import { shopWebhook } from './shopify/shop-webhook.ts';
import { stripeWebhook } from './stripe/stripe-webhook.ts';
import type { Outside } from './world.ts';

/** Attackers without the secret: forged deletions of orders, erasures, and events about charges. */
export const forgers = ({ kernel, dice, setting, shops, accounts, courier }: Outside): void => {
  const at = (): number => dice.int(1_000, setting.troubleLasts);
  for (const shop of shops) {
    const news = { topic: 'orders/delete', orderId: `${shop.id}000`, eventId: `forged-${shop.storefront}` } as const;
    kernel.after(at(), null, 'a forger comes', () => courier.forge(shopWebhook(shop, news, 'guessed')));
    if (!setting.hasErasures) continue;
    for (const topic of ['customers/redact', 'shop/redact'] as const) {
      const erasure = { topic, orderIds: [`${shop.id}000`], eventId: `forged-${topic}-${shop.storefront}` };
      kernel.after(at(), null, 'a forger comes', () => courier.forge(shopWebhook(shop, erasure, 'guessed')));
    }
  }
  for (const account of accounts) {
    const now = kernel.now();
    const event = {
      id: 'evt_forged',
      type: 'charge.updated',
      chargeId: 'ch_billing000',
      at: now,
      visibleAt: now,
    } as const;
    kernel.after(at(), null, 'a forger comes', () => courier.forge(stripeWebhook(account, event, 'guessed')));
  }
};
