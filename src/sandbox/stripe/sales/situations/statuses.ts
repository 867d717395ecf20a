import { chargeOf } from '../../objects/charge.ts';
import { disputeOf } from '../../objects/dispute.ts';
import { paymentOf } from '../../objects/payment.ts';
import type { Json } from '../../objects/stripe-object.ts';
import type { Situation } from '../situation.ts';

const amount = 8400;

const failed: Json = {
  amount_captured: 0,
  captured: false,
  failure_code: 'card_declined',
  failure_message: 'Your card was declined.',
  paid: false,
  status: 'failed',
};

const sofar = (name: string, charge: Json, intent: Json = {}): Situation => ({
  name,
  objects: (ground) => paymentOf(ground, amount, { charge, intent }),
});

const disputed = (name: string, status: string): Situation => ({
  name,
  objects: (ground) => [
    ...paymentOf(ground, amount, { charge: { disputed: true } }),
    disputeOf(ground, amount, status),
  ],
});

export const statusSituations: readonly Situation[] = [
  sofar(
    'only authorised',
    { amount_captured: 0, captured: false },
    { amount_capturable: amount, amount_received: 0, status: 'requires_capture' },
  ),
  sofar(
    'authorized and released',
    { amount_captured: 0, amount_refunded: amount, captured: false, refunded: true },
    { amount_received: 0, status: 'canceled' },
  ),
  sofar('captured in part', { amount_captured: 6100 }, { amount_received: 6100 }),
  sofar('captured for more than was authorized', { amount_captured: 9000 }, { amount_received: 9000 }),
  sofar(
    'payment on its way',
    { amount_captured: 0, captured: true, paid: false, status: 'pending' },
    { amount_received: 0, status: 'processing' },
  ),
  sofar('payment that failed', failed, { amount_received: 0, status: 'requires_payment_method' }),
  {
    name: 'payment that failed once and then succeeded',
    objects: (ground) => [
      ...paymentOf(ground, amount),
      chargeOf(ground, amount, { ...failed, created: ground.soldAt - 40, payment_intent: ground.id('pi') }, 1),
    ],
  },
  disputed('disputed, under review', 'under_review'),
  disputed('disputed and won', 'won'),
  disputed('disputed and lost', 'lost'),
];
