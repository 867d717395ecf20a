import type { Ground } from './ground.ts';
import type { Json, StripeObject } from './stripe-object.ts';

/** A refund of the sale's first charge, two days after the sale. Stripe does not state the tax in it. */
export const refundOf = (ground: Ground, amount: number, over: Json = {}, ordinal = 0): StripeObject => ({
  id: ground.id('re', ordinal),
  object: 'refund',
  amount,
  balance_transaction: ground.id('txn', 50 + ordinal),
  charge: ground.id('ch'),
  created: ground.daysLater(2 + ordinal),
  currency: 'usd',
  destination_details: { card: { reference_status: 'pending', type: 'refund' }, type: 'card' },
  metadata: {},
  payment_intent: ground.id('pi'),
  reason: 'requested_by_customer',
  receipt_number: null,
  source_transfer_reversal: null,
  status: 'succeeded',
  transfer_reversal: null,
  ...over,
});
