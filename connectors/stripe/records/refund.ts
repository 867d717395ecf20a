/** The codec of a refund. */
import * as t from 'io-ts';
import { amount, metadata, object, reference, text, unixSeconds } from './codec.ts';

/** Stripe does not state the tax in a refund. */
export const StripeRefund = object('Refund', {
  id: t.string,
  amount,
  status: text,
  reason: text,
  created: unixSeconds,
  /** The balance transaction that undid the refund: it failed, or was canceled. */
  failure_balance_transaction: reference,
  charge: reference,
  payment_intent: reference,
  metadata,
});
export type StripeRefund = t.TypeOf<typeof StripeRefund>;
