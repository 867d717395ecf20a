import Stripe from 'stripe';
import { type Delivery, secrets } from './delivery.ts';

const address = {
  city: 'Oakland',
  country: 'US',
  line1: '1 Main Street',
  line2: null,
  postal_code: '94601',
  state: 'CA',
};

const chargeOf = (id: string): object => ({
  id,
  object: 'charge',
  amount: 8_700,
  amount_captured: 8_700,
  amount_refunded: 0,
  billing_details: { address, email: null, name: null, phone: null },
  calculated_statement_descriptor: 'BENCH',
  captured: true,
  created: 1_772_366_400,
  currency: 'usd',
  customer: null,
  description: 'x'.repeat(1_500),
  disputed: false,
  invoice: null,
  livemode: true,
  metadata: {},
  outcome: { network_status: 'approved_by_network', risk_level: 'normal', type: 'authorized' },
  paid: true,
  payment_intent: `pi_${id}`,
  payment_method_details: { card: { brand: 'visa', country: 'US', last4: '4242' }, type: 'card' },
  refunded: false,
  shipping: { address, carrier: null, name: null, phone: null, tracking_number: null },
  status: 'succeeded',
});

/** Webhooks of Stripe's, each of a charge of its own, signed by Stripe's library. */
export const stripeDeliveries = (first: number, count: number): readonly Delivery[] =>
  Array.from({ length: count }, (_, index) => {
    const number = first + index;
    const event = {
      id: `evt_${number}`,
      object: 'event',
      api_version: '2026-10-28.endive',
      created: 1_772_366_400,
      livemode: true,
      pending_webhooks: 1,
      request: { id: null, idempotency_key: null },
      type: 'charge.succeeded',
      data: { object: chargeOf(`ch_${number}`) },
    };
    // Pretty-printed, as Stripe sends them.
    const payload = JSON.stringify(event, null, 2);
    const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret: secrets.stripe });
    return {
      body: Buffer.from(payload),
      headers: { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': signature },
    };
  });
