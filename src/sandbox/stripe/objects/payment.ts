import { chargeOf } from './charge.ts';
import type { Ground } from './ground.ts';
import type { Json, StripeObject } from './stripe-object.ts';

export interface PaymentOptions {
  /** On the charge and the payment alike: currency, metadata, shipping, transfers. */
  readonly both?: Json;
  readonly charge?: Json;
  readonly intent?: Json;
  readonly ordinal?: number;
}

/** A payment with the one charge that it succeeded by. */
export const paymentOf = (ground: Ground, amount: number, options: PaymentOptions = {}): readonly StripeObject[] => {
  const { both = {}, charge = {}, intent = {}, ordinal = 0 } = options;
  return [
    paymentIntentOf(ground, amount, { ...both, ...intent }, ordinal),
    chargeOf(ground, amount, { ...both, ...charge }, ordinal),
  ];
};

/** A payment that succeeded, but for what is special about it. */
const paymentIntentOf = (ground: Ground, amount: number, over: Json = {}, ordinal = 0): StripeObject => ({
  id: ground.id('pi', ordinal),
  object: 'payment_intent',
  amount,
  amount_capturable: 0,
  amount_details: { tip: {} },
  amount_received: amount,
  application: null,
  application_fee_amount: null,
  automatic_payment_methods: null,
  canceled_at: null,
  cancellation_reason: null,
  capture_method: 'automatic_async',
  // A secret that acts for the buyer: found in a log, it shows a leak.
  client_secret: `${ground.id('pi', ordinal)}_secret_CANARY_SECRET`,
  confirmation_method: 'automatic',
  created: ground.soldAt - 20,
  currency: 'usd',
  customer: ground.id('cus'),
  description: null,
  last_payment_error: null,
  latest_charge: ground.id('ch', ordinal),
  livemode: ground.isLive,
  metadata: {},
  next_action: null,
  on_behalf_of: null,
  payment_method: ground.id('pm', ordinal),
  payment_method_options: { card: { installments: null, network: null, request_three_d_secure: 'automatic' } },
  payment_method_types: ['card'],
  processing: null,
  receipt_email: null,
  review: null,
  setup_future_usage: null,
  shipping: null,
  statement_descriptor: null,
  statement_descriptor_suffix: null,
  status: 'succeeded',
  transfer_data: null,
  transfer_group: null,
  ...over,
});
