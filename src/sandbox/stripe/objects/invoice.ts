import { sumOf } from './amounts.ts';
import { type Basket, netOf, taxOf, totalOf } from './basket.ts';
import type { Ground } from './ground.ts';
import { invoiceLine, invoiceTaxes } from './invoice-line.ts';
import { addressIn, noPerson } from './people.ts';
import type { Json, StripeObject } from './stripe-object.ts';

const shippingCost = (basket: Basket): Json | null =>
  basket.shipping && {
    amount_subtotal: basket.shipping.price,
    amount_tax: basket.shipping.tax,
    amount_total: basket.shipping.price + (basket.isInclusive ? 0 : basket.shipping.tax),
    shipping_rate: 'shr_1SbxStandard',
    taxes: invoiceTaxes(basket, basket.shipping.tax, basket.shipping.price),
  };

const discountsOf = ({ lines }: Basket): readonly Json[] =>
  [
    { amount: sumOf(lines, ({ discount }) => discount), discount: 'di_1SbxItem' },
    { amount: sumOf(lines, ({ share }) => share), discount: 'di_1SbxInvoice' },
  ].filter(({ amount }) => amount !== 0);

/**
 * A paid invoice of a subscription for a basket: a draft two hours before it is charged, final one hour before. `subtotal`
 * is after the discounts of items and before those of the invoice, as at Stripe.
 */
export const invoiceOf = (ground: Ground, basket: Basket, over: Json = {}, ordinal = 0): StripeObject => {
  const total = totalOf(basket);
  const net = sumOf(basket.lines, netOf) + (basket.shipping?.price ?? 0);
  return {
    id: ground.id('in', ordinal),
    object: 'invoice',
    account_name: 'Sample & Sons',
    amount_due: total,
    amount_overpaid: 0,
    amount_paid: total,
    amount_remaining: 0,
    amount_shipping: basket.shipping?.price ?? 0,
    application: null,
    attempt_count: 1,
    attempted: true,
    automatic_tax: { enabled: true, liability: { type: 'self' }, provider: 'stripe', status: 'complete' },
    billing_reason: 'subscription_cycle',
    collection_method: 'charge_automatically',
    created: ground.soldAt - 7200,
    currency: basket.currency,
    customer: ground.id('cus'),
    customer_address: addressIn(ground.town),
    customer_email: noPerson.email,
    customer_name: noPerson.name,
    customer_phone: noPerson.phone,
    customer_shipping: null,
    customer_tax_exempt: 'none',
    customer_tax_ids: [],
    description: null,
    discounts: [],
    ending_balance: 0,
    footer: null,
    hosted_invoice_url: 'https://invoice.stripe.com/i/sandbox',
    invoice_pdf: 'https://pay.stripe.com/invoice/sandbox/pdf',
    lines: { object: 'list', data: basket.lines.map(invoiceLine(ground, basket, ordinal)) },
    livemode: ground.isLive,
    metadata: {},
    number: `SBX-${String(ground.index).padStart(5, '0')}${ordinal === 0 ? '' : '-B'}`,
    on_behalf_of: null,
    parent: {
      quote_details: null,
      subscription_details: { metadata: {}, subscription: ground.id('sub') },
      type: 'subscription_details',
    },
    post_payment_credit_notes_amount: 0,
    pre_payment_credit_notes_amount: 0,
    receipt_number: null,
    shipping_cost: shippingCost(basket),
    shipping_details: null,
    starting_balance: 0,
    status: 'paid',
    status_transitions: {
      finalized_at: ground.soldAt - 3600,
      marked_uncollectible_at: null,
      paid_at: ground.soldAt,
      voided_at: null,
    },
    subtotal: sumOf(basket.lines, ({ listed, discount }) => listed - discount),
    subtotal_excluding_tax: net - (basket.isInclusive ? taxOf(basket) : 0),
    total,
    total_discount_amounts: discountsOf(basket),
    total_excluding_tax: total - taxOf(basket),
    total_taxes: invoiceTaxes(basket, taxOf(basket), net, basket.deliveryFee),
    ...over,
  };
};
