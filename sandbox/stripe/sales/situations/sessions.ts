/** Sample Checkout Sessions, sales in other currencies, and retail delivery fees. */
import {
  basketOf,
  type BasketOptions,
  type Item,
  manyItems,
  oneScale,
  oneWorkshop,
  threeCloths,
  twoKits,
  priced,
  flourClub,
} from '../../objects/basket.ts';
import { checkedOut, sessionOf } from '../../objects/checkout-session.ts';
import { addressIn, sentTo, type Situations, type Objects, groundIn } from '../../objects/ground.ts';
import { billed } from '../../objects/invoice.ts';
import { paymentOf } from '../../objects/payment.ts';
import { townIn } from '../../../shopify/orders/us-places.ts';

const sold =
  (items: readonly Item[], options: BasketOptions = {}): Objects =>
  (ground) =>
    checkedOut(ground, basketOf(ground, items, options), {
      session: {
        collected_information: {
          business_name: null,
          individual_name: null,
          shipping_details: options.shipping === undefined ? null : sentTo(addressIn(ground.town)),
        },
      },
    });

const discounted: readonly Item[] = [
  { ...twoKits, discount: 990 },
  { ...oneScale, share: 500 },
];

export const sessionSituations: Situations = {
  'session with tax on top': sold([twoKits, oneScale]),
  'session with prices that include tax': sold([twoKits, threeCloths], { isInclusive: true }),
  'session with discounts': sold(discounted),
  'session with discounts on prices that include tax': sold(discounted, { isInclusive: true, shipping: 900 }),
  'session with taxed shipping': sold([threeCloths], { shipping: 795 }),
  'session with more than ten lines': sold(manyItems(14), { shipping: 1450 }),
  'session that needed no payment': (ground) => [
    sessionOf(ground, basketOf(ground, [{ ...oneScale, discount: oneScale.ware.price }]), {
      payment_intent: null,
      payment_status: 'no_payment_required',
    }),
  ],
  'session that was not completed': (ground) => [
    sessionOf(ground, basketOf(ground, [oneWorkshop]), {
      payment_intent: null,
      payment_status: 'unpaid',
      status: 'expired',
    }),
  ],
  'session whose payment settled days later': (ground) =>
    checkedOut(ground, basketOf(ground, [oneWorkshop]), { session: { created: ground.soldAt - 4 * 86_400 } }),
  'session that Stripe Tax could not tax': (ground) =>
    checkedOut(ground, basketOf(ground, [oneWorkshop], { rate: 0 }), {
      session: { automatic_tax: { enabled: true, liability: { type: 'self' }, status: 'requires_location_inputs' } },
    }),
};

/** Prices are in Stripe's own unit of the currency. */
export const currencySituations: Situations = {
  'sold in yen': (ground) => checkedOut(ground, basketOf(ground, [priced(twoKits, 6800)], { currency: 'jpy' })),
  'sold in Kuwaiti dinars': (ground) =>
    billed(ground, basketOf(ground, [priced(oneScale, 9950)], { currency: 'kwd', rate: 0 })),
  // Stripe counts the króna in hundredths that do not exist.
  'sold in Icelandic krónur': (ground) =>
    checkedOut(ground, basketOf(ground, [priced(threeCloths, 190_000)], { currency: 'isk', rate: 0 })),
  'sold in krónur that are no whole ones': (ground) => paymentOf(ground, 123_450, { both: { currency: 'isk' } }),
  'sold in euros, shown in dollars': (ground) =>
    checkedOut(ground, basketOf(ground, [twoKits], { currency: 'eur' }), {
      payment: { both: { presentment_details: { presentment_amount: 11_830, presentment_currency: 'usd' } } },
    }),
};

/** The fee is 28 cents for a delivery to Colorado, and 50 cents for one to Minnesota of 100 dollars or more. */
export const deliveryFeeSituations: Situations = {
  'invoice with the retail delivery fee of Colorado': (anywhere) => {
    const ground = groundIn(townIn('CO'), anywhere);
    return billed(ground, basketOf(ground, [flourClub], { shipping: 650, deliveryFee: 28 }), {
      invoice: { shipping_details: sentTo(addressIn(ground.town)) },
    });
  },
  'session with the retail delivery fee of Minnesota': (anywhere) => {
    const ground = groundIn(townIn('MN'), anywhere);
    return checkedOut(ground, basketOf(ground, [{ ...twoKits, quantity: 3 }], { deliveryFee: 50 }), {
      session: { collected_information: { shipping_details: sentTo(addressIn(ground.town)) } },
    });
  },
};
