import { sumOf } from '../../objects/amounts.ts';
import { type Basket, basketOf, totalOf } from '../../objects/basket.ts';
import { billed, byInvoice } from '../../objects/billed.ts';
import type { Ground } from '../../objects/ground.ts';
import { invoiceOf } from '../../objects/invoice.ts';
import { invoicePaymentOf } from '../../objects/invoice-payment.ts';
import { paymentOf, type PaymentOptions } from '../../objects/payment.ts';
import type { Json, StripeObject } from '../../objects/stripe-object.ts';
import { coffeeClub, fiveSeats, flourClub, unused } from '../baskets.ts';
import type { Situation } from '../situation.ts';

/** An invoice that no charge paid. */
const unpaid = (
  name: string,
  invoice: (total: number, ground: Ground) => Json,
  basket: (ground: Ground) => Basket = (ground) => basketOf(ground, [fiveSeats]),
): Situation => ({
  name,
  objects: (ground) => {
    const sold = basket(ground);
    return [invoiceOf(ground, sold, { amount_paid: 0, ...invoice(totalOf(sold), ground) })];
  },
});

/**
 * A draft of five weeks, of which the last part was paid by a payment of the merchant's own. That one names no invoice: only
 * the list of invoice payments does.
 */
const inThree = (ground: Ground): readonly StripeObject[] => {
  const basket = basketOf(ground, [fiveSeats, flourClub]);
  const total = totalOf(basket);
  const parts = [10_000, 15_000, total - 25_000];
  const payment = (ordinal: number): PaymentOptions => {
    const charge = { created: ground.soldAt + 60 * ordinal };
    const own = { ordinal, charge, intent: { created: ground.soldAt - 3600 } };
    return ordinal === parts.length - 1 ? own : byInvoice(ground, { ordinal, charge });
  };
  return [
    invoiceOf(ground, basket, { created: ground.soldAt - 35 * 86_400 }),
    ...parts.flatMap((amount, ordinal) => [
      invoicePaymentOf(ground, { invoice: ground.id('in'), amount, paymentIntent: ground.id('pi', ordinal), ordinal }),
      ...paymentOf(ground, amount, payment(ordinal)),
    ]),
  ];
};

const twoByOne = (ground: Ground): readonly StripeObject[] => {
  const baskets = [basketOf(ground, [coffeeClub]), basketOf(ground, [fiveSeats])];
  const paid = baskets.map(totalOf);
  return [
    ...baskets.flatMap((basket, ordinal) => [
      invoiceOf(ground, basket, {}, ordinal),
      invoicePaymentOf(ground, {
        invoice: ground.id('in', ordinal),
        amount: paid[ordinal] ?? 0,
        paymentIntent: ground.id('pi'),
        ordinal,
      }),
    ]),
    ...paymentOf(
      ground,
      sumOf(paid, (amount) => amount),
      byInvoice(ground),
    ),
  ];
};

const fromBalance = (ground: Ground): readonly StripeObject[] => {
  const basket = basketOf(ground, [fiveSeats]);
  const charged = totalOf(basket) - 4000;
  return billed(ground, basket, { charged, invoice: { starting_balance: -4000, ending_balance: 0 } });
};

export const invoicePaymentSituations: readonly Situation[] = [
  { name: 'invoice paid in three parts', objects: inThree },
  { name: 'two invoices paid by one payment', objects: twoByOne },
  { name: "invoice paid in part from the customer's balance", objects: fromBalance },
  unpaid(
    'invoice of nothing, all of it discounted',
    () => ({ billing_reason: 'subscription_create' }),
    (ground) => basketOf(ground, [{ ...flourClub, discount: flourClub.ware.price }]),
  ),
  unpaid('invoice paid outside of Stripe', (total) => ({ amount_paid: total, amount_paid_off_stripe: total })),
  unpaid('invoice paid from the balance alone', (total) => ({ amount_due: 0, starting_balance: -total })),
  unpaid('invoice that is still a draft', () => ({ status: 'draft', status_transitions: { finalized_at: null } })),
  unpaid('invoice that is not paid yet', () => ({ status: 'open' })),
  unpaid('invoice that was voided', () => ({ status: 'void' })),
  unpaid('invoice marked uncollectible after a part was paid', () => ({ status: 'uncollectible', amount_paid: 5000 })),
  unpaid(
    'proration that only gives money back',
    () => ({ amount_due: 0 }),
    (ground) => basketOf(ground, [unused(fiveSeats, 12_345)]),
  ),
];
