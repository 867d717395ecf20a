import { basketOf } from '../../objects/basket.ts';
import { billed } from '../../objects/billed.ts';
import { checkedOut } from '../../objects/checked-out.ts';
import { paymentOf } from '../../objects/payment.ts';
import { oneScale, priced, threeCloths, twoKits } from '../baskets.ts';
import type { Situation } from '../situation.ts';

/** Prices are in Stripe's own unit of the currency. */
export const currencySituations: readonly Situation[] = [
  {
    name: 'sold in yen',
    objects: (ground) => checkedOut(ground, basketOf(ground, [priced(twoKits, 6800)], { currency: 'jpy' })),
  },
  {
    name: 'sold in Kuwaiti dinars',
    objects: (ground) => billed(ground, basketOf(ground, [priced(oneScale, 9950)], { currency: 'kwd', rate: 0 })),
  },
  {
    // Stripe counts the króna in hundredths that do not exist.
    name: 'sold in Icelandic krónur',
    objects: (ground) =>
      checkedOut(ground, basketOf(ground, [priced(threeCloths, 190_000)], { currency: 'isk', rate: 0 })),
  },
  {
    name: 'sold in krónur that are no whole ones',
    objects: (ground) => paymentOf(ground, 123_450, { both: { currency: 'isk' } }),
  },
  {
    name: 'sold in euros, shown in dollars',
    objects: (ground) =>
      checkedOut(ground, basketOf(ground, [twoKits], { currency: 'eur' }), {
        payment: { both: { presentment_details: { presentment_amount: 11_830, presentment_currency: 'usd' } } },
      }),
  },
];
