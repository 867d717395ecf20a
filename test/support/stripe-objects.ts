/** Stripe's objects as JSON: an ordinary one, but for what the test is about. 2026-03-02T12:00:00Z is the usual time. */
export type Json = Readonly<Record<string, unknown>>;

export const noon = Date.UTC(2026, 2, 2, 12) / 1000;

export const denver = {
  line1: '1 Main St',
  line2: null,
  city: 'Denver',
  state: 'CO',
  postal_code: '80202',
  country: 'US',
} as const;

export const austin = {
  line1: '2 Oak Ave',
  line2: null,
  city: 'Austin',
  state: 'TX',
  postal_code: '78701',
  country: 'US',
} as const;

export const listed = (data: readonly unknown[], hasMore = false): Json => ({
  object: 'list',
  data,
  has_more: hasMore,
});

export const anIntent = (over: Json = {}): Json => ({
  id: 'pi_1',
  object: 'payment_intent',
  status: 'succeeded',
  created: noon,
  currency: 'usd',
  livemode: true,
  amount: 2000,
  amount_received: 2000,
  amount_details: { tip: {} },
  latest_charge: 'ch_1',
  shipping: null,
  metadata: {},
  payment_details: null,
  ...over,
});

export const aCharge = (over: Json = {}): Json => ({
  id: 'ch_1',
  object: 'charge',
  status: 'succeeded',
  captured: true,
  paid: true,
  refunded: false,
  disputed: false,
  created: noon,
  currency: 'usd',
  livemode: true,
  amount: 2000,
  amount_captured: 2000,
  amount_refunded: 0,
  payment_intent: anIntent(),
  refunds: listed([]),
  receipt_url: 'https://pay.stripe.com/receipts/payment/CAcaF',
  description: 'Widget',
  metadata: {},
  shipping: null,
  billing_details: { address: denver, email: 'jenny@example.com', name: 'Jenny Rosen' },
  ...over,
});

export const aSessionLine = (over: Json = {}): Json => ({
  id: 'li_1',
  object: 'item',
  description: 'Shirt',
  quantity: 2,
  currency: 'usd',
  amount_subtotal: 2000,
  amount_discount: 0,
  amount_tax: 0,
  amount_total: 2000,
  price: { id: 'price_1', product: 'prod_1' },
  ...over,
});

export const aSession = (over: Json = {}): Json => ({
  id: 'cs_live_1',
  object: 'checkout.session',
  mode: 'payment',
  status: 'complete',
  payment_status: 'paid',
  created: noon - 300,
  currency: 'usd',
  livemode: true,
  payment_intent: 'pi_1',
  invoice: null,
  subscription: null,
  amount_subtotal: 2000,
  amount_total: 2000,
  line_items: listed([aSessionLine()]),
  total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
  shipping_cost: null,
  collected_information: { shipping_details: { name: 'Jenny Rosen', address: austin } },
  customer_details: { address: denver, tax_exempt: 'none', email: 'jenny@example.com' },
  automatic_tax: { enabled: false, status: null, liability: null },
  metadata: {},
  ...over,
});

export const anInvoiceLine = (over: Json = {}): Json => ({
  id: 'il_1',
  object: 'line_item',
  description: 'Plan',
  amount: 2000,
  quantity: 1,
  quantity_decimal: '1',
  discount_amounts: [],
  pretax_credit_amounts: [],
  taxes: [],
  pricing: { price_details: { price: 'price_1', product: 'prod_1' } },
  ...over,
});

export const aPayment = (over: Json = {}): Json => ({
  id: 'inpay_1',
  object: 'invoice_payment',
  status: 'paid',
  amount_paid: 2000,
  invoice: 'in_1',
  created: noon - 3600,
  payment: { type: 'payment_intent', payment_intent: 'pi_1' },
  ...over,
});

export const anInvoice = (over: Json = {}): Json => ({
  id: 'in_1',
  object: 'invoice',
  number: 'ABC-0001',
  status: 'paid',
  created: noon - 7200,
  currency: 'usd',
  livemode: true,
  billing_reason: 'subscription_cycle',
  status_transitions: { finalized_at: noon - 3600, paid_at: noon },
  subtotal: 2000,
  total: 2000,
  amount_paid: 2000,
  total_taxes: [],
  total_discount_amounts: [],
  lines: listed([anInvoiceLine()]),
  shipping_cost: null,
  pre_payment_credit_notes_amount: 0,
  post_payment_credit_notes_amount: 0,
  payments: listed([aPayment()]),
  customer_tax_exempt: 'none',
  customer_address: denver,
  customer_shipping: null,
  shipping_details: null,
  automatic_tax: { enabled: false, status: null, liability: null },
  metadata: {},
  ...over,
});

export const aTax = (amount: number, behavior: 'exclusive' | 'inclusive' = 'exclusive'): Json => ({
  amount,
  tax_behavior: behavior,
  taxability_reason: 'standard_rated',
  taxable_amount: 2000,
  type: 'tax_rate_details',
});

export const aStripeRefund = (over: Json = {}): Json => ({
  id: 're_1',
  object: 'refund',
  amount: 500,
  status: 'succeeded',
  reason: 'requested_by_customer',
  created: noon + 86_400,
  charge: 'ch_1',
  payment_intent: 'pi_1',
  ...over,
});

export const aCreditNote = (over: Json = {}): Json => ({
  id: 'cn_1',
  object: 'credit_note',
  status: 'issued',
  type: 'post_payment',
  created: noon + 86_400,
  invoice: 'in_1',
  total: 1082,
  lines: listed([
    {
      id: 'cnli_1',
      amount: 1000,
      discount_amount: 0,
      invoice_line_item: 'il_1',
      quantity: 1,
      taxes: [aTax(82)],
    },
  ]),
  shipping_cost: null,
  refunds: [],
  ...over,
});
