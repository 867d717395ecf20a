import type { Faults } from '../../faults/faults.ts';
import type { Dice } from '../../kernel/dice.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import type { Courier } from '../courier.ts';
import { bulkDesk } from './bulk/bulk-desk.ts';
import { makeShop, type Shop, type ShopOptions } from './shop.ts';
import { shopWebhook } from './shop-webhook.ts';

export interface ShopPorts {
  readonly kernel: Kernel;
  readonly dice: Dice;
  readonly faults: Faults;
  readonly courier: Courier;
}

/** A shop with its bulk operations; a webhook reports a finished one. */
export const openShop = (
  { kernel, dice, faults, courier }: ShopPorts,
  options: Pick<ShopOptions, 'storefront' | 'id' | 'zone' | 'pageSize' | 'countedAs'>,
): Shop => {
  const shop: Shop = makeShop({
    ...options,
    now: kernel.now,
    openDesk: (find) =>
      bulkDesk({
        kernel,
        dice: dice.fork(`bulk operations of ${options.storefront}`),
        faults,
        storefront: options.storefront,
        find,
        onFinish: (operation) =>
          courier.deliver(
            shopWebhook(shop, { topic: 'bulk_operations/finish', operation, eventId: `${operation}-finish` }),
          ),
      }),
  });
  return shop;
};
