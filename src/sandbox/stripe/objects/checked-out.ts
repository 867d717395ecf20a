import { type Basket, taxOf, totalOf } from './basket.ts';
import { sessionOf } from './checkout-session.ts';
import type { Ground } from './ground.ts';
import { paymentOf, type PaymentOptions } from './payment.ts';
import type { Json, StripeObject } from './stripe-object.ts';

export interface CheckedOutOptions {
  readonly session?: Json;
  readonly payment?: PaymentOptions;
}

/** A basket sold through Checkout: the session and its payment, which hints at it. */
export const checkedOut = (
  ground: Ground,
  basket: Basket,
  { session = {}, payment = {} }: CheckedOutOptions = {},
): readonly StripeObject[] => {
  const made = sessionOf(ground, basket, session);
  return [
    made,
    ...paymentOf(ground, totalOf(basket), {
      ...payment,
      both: { currency: basket.currency, ...payment.both },
      intent: {
        amount_details: {
          shipping: { amount: basket.shipping?.price ?? 0 },
          tax: { total_tax_amount: taxOf(basket) },
          tip: {},
        },
        payment_details: { customer_reference: null, order_reference: made.id },
        ...payment.intent,
      },
    }),
  ];
};
