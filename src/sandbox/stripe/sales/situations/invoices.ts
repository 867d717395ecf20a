import { basketOf, type Item, taxOf, totalOf } from '../../objects/basket.ts';
import { billed } from '../../objects/billed.ts';
import { sessionOf } from '../../objects/checkout-session.ts';
import type { Ground } from '../../objects/ground.ts';
import { invoiceLine } from '../../objects/invoice-line.ts';
import { addressIn, onlyZip, sentTo } from '../../objects/people.ts';
import type { StripeObject } from '../../objects/stripe-object.ts';
import { calendar } from '../../../shopify/orders/calendar.ts';
import { coffeeClub, fiveSeats, flourClub, manyItems, unused } from '../baskets.ts';
import type { Situation } from '../situation.ts';

const plain = (name: string, items: readonly Item[], isInclusive = false): Situation => ({
  name,
  objects: (ground) => billed(ground, basketOf(ground, items, { isInclusive })),
});

/** An invoice that was a draft when the sample's first day began. */
const late = (ground: Ground): readonly StripeObject[] => {
  const first = calendar.start / 1000;
  const at = first + 2 * 86_400;
  return billed({ ...ground, soldAt: at }, basketOf(ground, [coffeeClub]), {
    invoice: { created: first - 12 * 86_400, status_transitions: { finalized_at: at - 3600, paid_at: at } },
  });
};

const withSession =
  (mode: 'payment' | 'subscription') =>
  (ground: Ground): readonly StripeObject[] => {
    const basket = basketOf(ground, [flourClub, coffeeClub], { shipping: 595 });
    const isPayment = mode === 'payment';
    return [
      sessionOf(ground, basket, {
        mode,
        invoice: ground.id('in'),
        subscription: isPayment ? null : ground.id('sub'),
        payment_intent: isPayment ? ground.id('pi') : null,
        collected_information: { shipping_details: sentTo(addressIn(ground.town)) },
      }),
      ...billed(ground, basket, {
        invoice: {
          billing_reason: isPayment ? 'manual' : 'subscription_create',
          created: ground.soldAt - 10,
          status_transitions: { finalized_at: ground.soldAt - 5, paid_at: ground.soldAt },
        },
      }),
    ];
  };

/** A cent more tax than its lines have. */
const roundedOnce = (ground: Ground): readonly StripeObject[] => {
  const basket = basketOf(ground, [flourClub, coffeeClub, fiveSeats]);
  const total = totalOf(basket) + 1;
  const taxes = [{ amount: taxOf(basket) + 1, tax_behavior: 'exclusive', taxability_reason: 'standard_rated' }];
  return billed(ground, basket, { charged: total, invoice: { total, total_taxes: taxes } });
};

/** Two and a half months; the whole number that Stripe shows is cut off. */
const byTheHalf = (ground: Ground): readonly StripeObject[] => {
  const basket = basketOf(ground, [{ ...coffeeClub, quantity: 2 }]);
  const data = basket.lines.map((line, position) => ({
    ...invoiceLine(ground, basket, 0)(line, position),
    quantity_decimal: '2.5',
  }));
  return billed(ground, basket, { invoice: { lines: { object: 'list', data } } });
};

export const invoiceSituations: readonly Situation[] = [
  plain('invoice of a subscription', [flourClub, coffeeClub]),
  plain('invoice with more than ten lines', manyItems(12)),
  plain('invoice with prices that include tax', [flourClub, fiveSeats], true),
  plain('invoice with a proration that gives money back', [fiveSeats, unused(coffeeClub, 1927)]),
  plain('invoice with discounts of items and of the whole', [
    { ...fiveSeats, discount: 3950, share: 1500 },
    { ...flourClub, share: 110 },
  ]),
  plain('invoice with billing credits', [{ ...fiveSeats, credit: 10_000 }]),
  { name: 'invoice that a session made', objects: withSession('payment') },
  { name: 'invoice of a session that began a subscription', objects: withSession('subscription') },
  {
    name: 'invoice with shipping',
    objects: (ground) =>
      billed(ground, basketOf(ground, [flourClub], { shipping: 650 }), {
        invoice: { shipping_details: sentTo(addressIn(ground.town)) },
      }),
  },
  { name: 'invoice whose tax was rounded once', objects: roundedOnce },
  { name: 'invoice with a fractional quantity', objects: byTheHalf },
  {
    name: 'invoice with a ZIP and no state',
    objects: (ground) =>
      billed(ground, basketOf(ground, [coffeeClub]), {
        invoice: { customer_address: onlyZip(ground.town.place.zip) },
        payment: { charge: { billing_details: { address: null } } },
      }),
  },
  { name: 'invoice that was a draft before the first day', objects: late },
];

/** The merchant set the date of issue three days back. */
export const datedInvoiceSituations: readonly Situation[] = [
  {
    name: 'invoice with a date of issue of its own',
    objects: (ground) =>
      billed(ground, basketOf(ground, [fiveSeats]), { invoice: { effective_at: ground.soldAt - 3 * 86_400 } }),
  },
];
