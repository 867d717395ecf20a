import type { Outside } from '../world.ts';
import { forgetCustomer } from './forget-customer.ts';
import type { Shop } from './shop.ts';
import { shopWebhook } from './shop-webhook.ts';

/** The merchant removes the app, has everything erased, and comes back once that is done. */
const goAndComeBack = ({ kernel, courier }: Outside, shop: Shop, pause: number): void => {
  shop.leave();
  courier.excuse(shop.storefront);
  const news = { topic: 'shop/redact', eventId: `redact-${shop.storefront}` } as const;
  kernel.after(pause, null, `${shop.storefront} is to be erased`, () =>
    courier.deliverSurely(shopWebhook(shop, news), () => {
      kernel.after(pause, null, `${shop.storefront} comes back`, shop.comeBack);
    }),
  );
};

/** In some worlds customers want to be forgotten, and a merchant leaves for a while. */
export const askToForget = (world: Outside, shop: Shop): void => {
  const { kernel, setting } = world;
  if (!setting.hasErasures) return;
  const dice = world.dice.fork(`forgotten at ${shop.storefront}`);
  const { old, young, troubleLasts } = setting;
  for (let customers = dice.int(0, 3); customers > 0; customers -= 1) {
    const id = `${shop.id}${String(dice.int(0, old + young - 1)).padStart(3, '0')}`;
    kernel.after(dice.int(100, troubleLasts), null, 'a customer leaves', () => forgetCustomer(world, shop, id));
  }
  if (!dice.chance(0.3)) return;
  const pause = dice.int(10_000, 30_000);
  kernel.after(dice.int(1_000, troubleLasts), null, `${shop.storefront} leaves`, () =>
    goAndComeBack(world, shop, pause),
  );
};
