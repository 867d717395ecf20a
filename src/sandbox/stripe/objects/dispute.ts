import type { Ground } from './ground.ts';
import { noPerson } from './people.ts';
import type { StripeObject } from './stripe-object.ts';

/** A contested payment: the sale's first charge, nine days after the sale. */
export const disputeOf = (ground: Ground, amount: number, status: string): StripeObject => ({
  id: ground.id('du'),
  object: 'dispute',
  amount,
  balance_transactions: [],
  charge: ground.id('ch'),
  created: ground.daysLater(9),
  currency: 'usd',
  evidence: { customer_name: noPerson.name, customer_email_address: noPerson.email },
  evidence_details: { due_by: ground.daysLater(16), has_evidence: true, past_due: false, submission_count: 1 },
  is_charge_refundable: false,
  livemode: ground.isLive,
  metadata: {},
  payment_intent: ground.id('pi'),
  reason: 'product_not_received',
  status,
});
