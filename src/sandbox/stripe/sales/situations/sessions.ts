import { basketOf, type BasketOptions, type Item } from '../../objects/basket.ts';
import { checkedOut } from '../../objects/checked-out.ts';
import { sessionOf } from '../../objects/checkout-session.ts';
import { addressIn, sentTo } from '../../objects/people.ts';
import { manyItems, oneScale, oneWorkshop, threeCloths, twoKits } from '../baskets.ts';
import type { Situation } from '../situation.ts';

const sold = (name: string, items: readonly Item[], options: BasketOptions = {}): Situation => ({
  name,
  objects: (ground) =>
    checkedOut(ground, basketOf(ground, items, options), {
      session: {
        collected_information: {
          business_name: null,
          individual_name: null,
          shipping_details: options.shipping === undefined ? null : sentTo(addressIn(ground.town)),
        },
      },
    }),
});

const discounted: readonly Item[] = [
  { ...twoKits, discount: 990 },
  { ...oneScale, share: 500 },
];

export const sessionSituations: readonly Situation[] = [
  sold('session with tax on top', [twoKits, oneScale]),
  sold('session with prices that include tax', [twoKits, threeCloths], { isInclusive: true }),
  sold('session with discounts', discounted),
  sold('session with discounts on prices that include tax', discounted, { isInclusive: true, shipping: 900 }),
  sold('session with taxed shipping', [threeCloths], { shipping: 795 }),
  sold('session with more than ten lines', manyItems(14), { shipping: 1450 }),
  {
    name: 'session that needed no payment',
    objects: (ground) => [
      sessionOf(ground, basketOf(ground, [{ ...oneScale, discount: oneScale.ware.price }]), {
        payment_intent: null,
        payment_status: 'no_payment_required',
      }),
    ],
  },
  {
    name: 'session that was not completed',
    objects: (ground) => [
      sessionOf(ground, basketOf(ground, [oneWorkshop]), {
        payment_intent: null,
        payment_status: 'unpaid',
        status: 'expired',
      }),
    ],
  },
  {
    name: 'session whose payment settled days later',
    objects: (ground) =>
      checkedOut(ground, basketOf(ground, [oneWorkshop]), { session: { created: ground.soldAt - 4 * 86_400 } }),
  },
  {
    name: 'session that Stripe Tax could not tax',
    objects: (ground) =>
      checkedOut(ground, basketOf(ground, [oneWorkshop], { rate: 0 }), {
        session: { automatic_tax: { enabled: true, liability: { type: 'self' }, status: 'requires_location_inputs' } },
      }),
  },
];
