/** Decides what each sale of the sample account is, by its index, and makes all its Stripe objects. */
import { type AccountSize, type Ground, groundOf, type StripeObject, addressIn, sentTo } from '../objects/ground.ts';
import { situationAt } from './situation-at.ts';
import { basketOf, type Item, totalOf, plans, type Ware, wares } from '../objects/basket.ts';
import { billed } from '../objects/invoice.ts';
import { checkedOut } from '../objects/checkout-session.ts';
import { paymentOf } from '../objects/payment.ts';
import { settlementsOf } from '../objects/settlement.ts';

/** The same index always gives the same objects. */
export const saleObjects = (size: AccountSize, index: number): readonly StripeObject[] => {
  const special = situationAt(index)?.[1];
  const ground = groundOf(size, index, special !== undefined);
  const objects = (special ?? ordinarySale)(ground);
  return [...objects, ...objects.flatMap(settlementsOf)];
};

const drawItems = ({ draw }: Ground, choices: readonly [Ware, ...Ware[]]): readonly Item[] =>
  Array.from({ length: 1 + draw.whole(3) }, () => {
    const item = { ware: draw.pick(choices), quantity: draw.chance(0.7) ? 1 : 2 + draw.whole(3) };
    return draw.chance(0.15) ? { ...item, discount: 5 * draw.whole(100) } : item;
  });

/** A typical sale: through Checkout, by a subscription's invoice, or by the host's own payment. */
const ordinarySale = (ground: Ground): readonly StripeObject[] => {
  const { draw, town } = ground;
  const kind = draw.whole(20);
  if (kind < 9) return checkedOut(ground, basketOf(ground, drawItems(ground, wares), { shipping: 595 }));
  if (kind < 15) return billed(ground, basketOf(ground, drawItems(ground, plans)));
  const basket = basketOf(ground, drawItems(ground, wares), { rate: 0 });
  return paymentOf(ground, totalOf(basket), {
    both: { shipping: sentTo(addressIn(town)) },
    charge: { description: 'Phone order' },
  });
};
