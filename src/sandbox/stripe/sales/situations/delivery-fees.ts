import { townIn } from '../../../shopify/orders/town-in.ts';
import { basketOf } from '../../objects/basket.ts';
import { billed } from '../../objects/billed.ts';
import { checkedOut } from '../../objects/checked-out.ts';
import { type Ground, groundIn } from '../../objects/ground.ts';
import { addressIn, sentTo } from '../../objects/people.ts';
import type { StripeObject } from '../../objects/stripe-object.ts';
import { flourClub, twoKits } from '../baskets.ts';
import type { Situation } from '../situation.ts';

const toColorado = (anywhere: Ground): readonly StripeObject[] => {
  const ground = groundIn(townIn('CO'), anywhere);
  return billed(ground, basketOf(ground, [flourClub], { shipping: 650, deliveryFee: 28 }), {
    invoice: { shipping_details: sentTo(addressIn(ground.town)) },
  });
};

const toMinnesota = (anywhere: Ground): readonly StripeObject[] => {
  const ground = groundIn(townIn('MN'), anywhere);
  return checkedOut(ground, basketOf(ground, [{ ...twoKits, quantity: 3 }], { deliveryFee: 50 }), {
    session: { collected_information: { shipping_details: sentTo(addressIn(ground.town)) } },
  });
};

/** 28 cents for a delivery to Colorado; 50 cents for one to Minnesota of 100 dollars or more. */
export const deliveryFeeSituations: readonly Situation[] = [
  { name: 'invoice with the retail delivery fee of Colorado', objects: toColorado },
  { name: 'session with the retail delivery fee of Minnesota', objects: toMinnesota },
];
