/** Invoices, invoice payments and credit notes of the sample account, as Stripe writes them. */
import { type Basket, netOf, type PricedLine, sumOf, taxOf, totalOf } from './basket.ts';
import { deliveryFeeRate } from './stripe-tax.ts';
import { type Ground, type Json, addressIn, noPerson, type StripeObject } from './ground.ts';
import { paymentOf, type PaymentOptions } from './payment.ts';

const mostLines = 20;

/** A line of the sale's first invoice, or of a further one. `quantity` is truncated, `quantity_decimal` is not. */
export const invoiceLine =
  (ground: Ground, basket: Basket, ordinal: number) =>
  (line: PricedLine, position: number): Json => ({
    id: ground.id('il', mostLines * ordinal + position),
    object: 'line_item',
    amount: line.listed,
    currency: basket.currency,
    description: line.name,
    discount_amounts: [...off(line.discount, 'di_1SbxItem'), ...off(line.share, 'di_1SbxInvoice')],
    discountable: true,
    discounts: [],
    invoice: ground.id('in', ordinal),
    livemode: ground.isLive,
    metadata: {},
    parent: {
      invoice_item_details: null,
      subscription_item_details: {
        invoice_item: null,
        proration: line.listed < 0,
        proration_details: { credited_items: null },
        subscription: ground.id('sub'),
        subscription_item: ground.id('si', position),
      },
      type: 'subscription_item_details',
    },
    period: { start: ground.soldAt, end: ground.soldAt + 30 * 86_400 },
    pretax_credit_amounts: creditsOf(line),
    pricing: {
      price_details: { price: `price_${line.product}`, product: line.product },
      type: 'price_details',
      unit_amount_decimal: String(line.listed),
    },
    quantity: line.quantity,
    quantity_decimal: String(line.quantity),
    taxes: invoiceTaxes(basket, line.tax, netOf(line), position === 0 ? basket.deliveryFee : 0),
  });

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

interface InvoicePaid {
  readonly invoice: string;
  readonly amount: number;
  readonly paymentIntent: string;
  readonly currency?: string;
  readonly ordinal?: number;
}

/** The part of an invoice that one payment paid. It is created when the invoice is finalized. */
export const invoicePaymentOf = (
  ground: Ground,
  { invoice, amount, paymentIntent, currency = 'usd', ordinal = 0 }: InvoicePaid,
): StripeObject => ({
  id: ground.id('inpay', ordinal),
  object: 'invoice_payment',
  amount_paid: amount,
  amount_requested: amount,
  created: ground.soldAt - 3600,
  currency,
  invoice,
  is_default: ordinal === 0,
  livemode: ground.isLive,
  payment: { payment_intent: paymentIntent, type: 'payment_intent' },
  status: 'paid',
  status_transitions: { canceled_at: null, paid_at: ground.soldAt },
});

/** The total of a credit note over an invoice's first lines, tax included. */
export const creditTotal = (basket: Basket, lines = basket.lines.length): number =>
  basket.lines.slice(0, lines).reduce((sum, line) => sum + dueFor(basket, line), 0);

interface CreditOptions {
  /** How many of the invoice's lines are credited, from the first one on. Default: all of them, without shipping. */
  readonly lines?: number;
  readonly over?: Json;
}

/** A credit note over lines of the sale's invoice, three days after the sale. */
export const creditNoteOf = (
  ground: Ground,
  basket: Basket,
  { lines, over = {} }: CreditOptions = {},
): StripeObject => {
  const credited = basket.lines.slice(0, lines);
  const total = creditTotal(basket, lines);
  const tax = credited.reduce((sum, line) => sum + line.tax, 0);
  return {
    id: ground.id('cn'),
    object: 'credit_note',
    amount: total,
    amount_shipping: 0,
    created: ground.daysLater(3),
    currency: basket.currency,
    customer: ground.id('cus'),
    invoice: ground.id('in'),
    lines: { object: 'list', data: credited.map(lineOf(ground, basket)) },
    livemode: ground.isLive,
    memo: null,
    metadata: {},
    number: `SBX-${String(ground.index).padStart(5, '0')}-CN-01`,
    post_payment_amount: total,
    pre_payment_amount: 0,
    reason: 'order_change',
    refunds: [],
    shipping_cost: null,
    status: 'issued',
    subtotal: total - tax,
    total,
    total_taxes: invoiceTaxes(basket, tax, total - tax),
    type: 'post_payment',
    voided_at: null,
    ...over,
  };
};

/** The special fields of an invoice's charge: it refers to its invoice without naming it. */
export const byInvoice = (
  ground: Ground,
  { charge = {}, intent = {}, ...rest }: PaymentOptions = {},
): PaymentOptions => ({
  ...rest,
  charge: {
    description: 'Subscription update',
    receipt_url: 'https://pay.stripe.com/receipts/invoices/sandbox',
    ...charge,
  },
  intent: {
    description: 'Subscription update',
    payment_details: { customer_reference: null, order_reference: ground.id('in') },
    ...intent,
  },
});

interface BilledOptions {
  readonly invoice?: Json;
  readonly payment?: PaymentOptions;
  /** The amount charged, if it is not the whole invoice. */
  readonly charged?: number;
}

/** A basket on an invoice that one charge paid. */
export const billed = (ground: Ground, basket: Basket, options: BilledOptions = {}): readonly StripeObject[] => {
  const { payment = {}, charged = totalOf(basket) } = options;
  const both = { currency: basket.currency, ...payment.both };
  return [
    invoiceOf(ground, basket, { amount_due: charged, amount_paid: charged, ...options.invoice }),
    invoicePaymentOf(ground, {
      invoice: ground.id('in'),
      amount: charged,
      paymentIntent: ground.id('pi'),
      currency: basket.currency,
    }),
    ...paymentOf(ground, charged, byInvoice(ground, { ...payment, both })),
  ];
};

const off = (amount: number, discount: string): readonly Json[] => (amount === 0 ? [] : [{ amount, discount }]);

/** Reductions of a line before tax: discounts, and billing credits, which are not among the discounts. */
const creditsOf = ({ discount, share, credit }: PricedLine): readonly Json[] => [
  ...[...off(discount, 'di_1SbxItem'), ...off(share, 'di_1SbxInvoice')].map((one) => ({ ...one, type: 'discount' })),
  ...(credit === 0
    ? []
    : [{ amount: credit, credit_balance_transaction: 'cbtxn_1Sbx', type: 'credit_balance_transaction' }]),
];

/** @param fee the retail delivery fee in the amount */
const invoiceTaxes = ({ rate, isInclusive }: Basket, amount: number, taxable: number, fee = 0): readonly Json[] => [
  ...(rate === 0 ? [] : [invoiceTax(isInclusive, `txr_1Sbx${rate}`, amount - fee, taxable)]),
  ...(fee === 0 ? [] : [invoiceTax(isInclusive, deliveryFeeRate.id, fee, taxable)]),
];

/** A tax of an invoice, a credit note or one of their lines. It names its rate by id only. */
const invoiceTax = (isInclusive: boolean, rate: string, amount: number, taxable: number): Json => ({
  amount,
  tax_behavior: isInclusive ? 'inclusive' : 'exclusive',
  tax_rate_details: { tax_rate: rate },
  taxability_reason: 'standard_rated',
  taxable_amount: taxable,
  type: 'tax_rate_details',
});

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

const dueFor = ({ isInclusive }: Basket, line: PricedLine): number => netOf(line) + (isInclusive ? 0 : line.tax);

const lineOf =
  (ground: Ground, basket: Basket) =>
  (line: PricedLine, position: number): Json => ({
    id: ground.id('cnli', position),
    object: 'credit_note_line_item',
    amount: line.listed,
    description: line.name,
    discount_amount: line.discount + line.share,
    discount_amounts: [],
    invoice_line_item: ground.id('il', position),
    livemode: ground.isLive,
    pretax_credit_amounts: [],
    quantity: line.quantity,
    tax_rates: [],
    taxes: invoiceTaxes(basket, line.tax, netOf(line)),
    type: 'invoice_line_item',
    unit_amount: null,
    unit_amount_decimal: null,
  });
