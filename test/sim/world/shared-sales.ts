import { isInHistory } from './sold-at.ts';
import { isSale } from './shopify/draw-order.ts';
import { taxOf, totalOf } from './shopify/order.ts';
import type { Outside } from './world.ts';

/** Some old orders were paid through the Stripe account: two storefronts know one economic sale, and it is sent once. */
export const shareSales = ({ dice, shops, accounts, truth, setting }: Outside): void => {
  const [account] = accounts;
  if (account === undefined) return;
  for (const shop of shops) {
    for (let index = 0; index < setting.old; index += 1) {
      const order = shop.find(`${shop.id}${String(index).padStart(3, '0')}`);
      if (order === undefined || !isSale(order) || order.currency !== 'USD') continue;
      const isInBoth = isInHistory(order.soldAt, shop.zone) && isInHistory(order.soldAt, account.zone);
      if (!isInBoth || !dice.chance(0.4)) continue;
      const id = `ch_${shop.storefront}${order.id}`;
      shop.put({ ...order, paidWith: id });
      account.put({
        id,
        createdAt: order.soldAt,
        visibleAt: order.soldAt,
        status: 'succeeded',
        amount: totalOf(order),
        tax: taxOf(order),
        shipTo: order.shipTo,
        refund: null,
        order: { id: order.id, shopId: shop.id },
      });
      const fact = truth.facts().find(({ keys }) => keys[0] === order.id);
      if (fact === undefined) continue;
      truth.begin({ ...fact, keys: [order.id, id], inHistoryOf: [shop.storefront, account.storefront] });
    }
  }
};
