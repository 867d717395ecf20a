/** Payments, charges, refunds and disputes of the sample account, as Stripe writes them. */
import { type Ground, type Json, type StripeObject, addressIn, billedTo, noPerson } from './ground.ts';

export interface PaymentOptions {
  /** Fields of both the charge and the payment: currency, metadata, shipping, transfers. */
  readonly both?: Json;
  readonly charge?: Json;
  readonly intent?: Json;
  readonly ordinal?: number;
}

/** A payment with its one successful charge. */
export const paymentOf = (ground: Ground, amount: number, options: PaymentOptions = {}): readonly StripeObject[] => {
  const { both = {}, charge = {}, intent = {}, ordinal = 0 } = options;
  return [
    paymentIntentOf(ground, amount, { ...both, ...intent }, ordinal),
    chargeOf(ground, amount, { ...both, ...charge }, ordinal),
  ];
};

const approved: Json = {
  advice_code: null,
  network_advice_code: null,
  network_decline_code: null,
  network_status: 'approved_by_network',
  reason: null,
  risk_level: 'normal',
  risk_score: 12,
  seller_message: 'Payment complete.',
  type: 'authorized',
};

const card: Json = {
  authorization_code: null,
  brand: 'visa',
  checks: { address_line1_check: 'pass', address_postal_code_check: 'pass', cvc_check: 'pass' },
  country: 'US',
  exp_month: 8,
  exp_year: 2029,
  extended_authorization: { status: 'disabled' },
  fingerprint: 'Sbx0000000000000',
  funding: 'credit',
  incremental_authorization: { status: 'unavailable' },
  installments: null,
  last4: '4242',
  mandate: null,
  multicapture: { status: 'unavailable' },
  network: 'visa',
  network_token: { used: false },
  network_transaction_id: '100000000000000',
  regulated_status: 'unregulated',
  three_d_secure: null,
  wallet: null,
};

/** A successful, captured charge with the given changes. Its refunds are separate objects. */
export const chargeOf = (ground: Ground, amount: number, over: Json = {}, ordinal = 0): StripeObject => ({
  id: ground.id('ch', ordinal),
  object: 'charge',
  amount,
  amount_captured: amount,
  amount_refunded: 0,
  application: null,
  application_fee: null,
  application_fee_amount: null,
  balance_transaction: ground.id('txn', ordinal),
  billing_details: billedTo(addressIn(ground.town)),
  calculated_statement_descriptor: 'SAMPLE AND SONS',
  captured: true,
  created: ground.soldAt,
  currency: 'usd',
  customer: ground.id('cus'),
  description: null,
  disputed: false,
  failure_balance_transaction: null,
  failure_code: null,
  failure_message: null,
  fraud_details: {},
  livemode: ground.isLive,
  metadata: {},
  on_behalf_of: null,
  outcome: approved,
  paid: true,
  payment_intent: ground.id('pi', ordinal),
  payment_method: ground.id('pm', ordinal),
  payment_method_details: {
    card: {
      amount_authorized: amount,
      ...card,
      overcapture: { maximum_amount_capturable: amount, status: 'unavailable' },
    },
    type: 'card',
  },
  radar_options: {},
  receipt_email: null,
  receipt_number: null,
  receipt_url: 'https://pay.stripe.com/receipts/payment/sandbox',
  refunded: false,
  review: null,
  shipping: null,
  source_transfer: null,
  statement_descriptor: null,
  statement_descriptor_suffix: null,
  status: 'succeeded',
  transfer_data: null,
  transfer_group: null,
  ...over,
});

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

/** A successful payment with the given changes. */
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
  // A secret that acts for the buyer. If it is found in a log, it shows a leak.
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
