import * as t from 'io-ts';
import { amount, object, reference, text, unixSeconds } from './codec.ts';

/** Money on its way back. Stripe says nothing about the tax in it. */
export const StripeRefund = object('Refund', {
  id: t.string,
  amount,
  status: text,
  reason: text,
  created: unixSeconds,
  charge: reference,
  payment_intent: reference,
});
export type StripeRefund = t.TypeOf<typeof StripeRefund>;
