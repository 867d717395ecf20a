/** The codec of an invoice, with its lines and payments, in every API version, read into the shape of today's. */
import * as t from 'io-ts';
import { StripeAddress } from './address.ts';
import { AmountOff, AutomaticTax, StripeTax } from './tax.ts';
import { ShippingCost } from './checkout-session.ts';
import {
  amount,
  arrayOf,
  flag,
  isAbsent,
  listOf,
  metadata,
  modern,
  nullable,
  object,
  orNothing,
  type Part,
  reference,
  text,
  unixSeconds,
  whole,
} from './codec.ts';
import { quickCodec, unread } from '../../../src/domain/quick-codec.ts';

/** `Stripe.Decimal` shows its digits only through `toJSON`. */
const writtenDecimal = (input: unknown): string => {
  if (typeof input === 'number' || typeof input === 'string') return String(input);
  return typeof input === 'object' ? JSON.stringify(input).replaceAll('"', '') : '';
};

/** A decimal: a text in events and old versions, a `Stripe.Decimal` object in answers to the typed client. */
const decimal: Part<string | null> = quickCodec('decimal', (input) => {
  if (isAbsent(input)) return null;
  const value = writtenDecimal(input);
  return /^-?\d+(\.\d+)?$/.test(value) ? value : unread;
});

const ProrationPart = nullable(object('ProrationPart', { proration: flag }));

/**
 * A line of an invoice. `amount` is for the whole quantity, before discounts, and negative for a proration that gives
 * money back. `quantity` is truncated; `quantity_decimal` is not. `tax_amounts`, `price` and `plan` are of versions before
 * 2025-03-31.
 */
export const InvoiceLine = object('InvoiceLine', {
  id: t.string,
  description: text,
  amount,
  quantity: whole,
  quantity_decimal: decimal,
  discount_amounts: nullable(t.readonlyArray(AmountOff)),
  pretax_credit_amounts: arrayOf(AmountOff),
  taxes: nullable(t.readonlyArray(StripeTax)),
  tax_amounts: nullable(t.readonlyArray(StripeTax)),
  pricing: nullable(object('Pricing', { price_details: nullable(object('PriceDetails', { product: reference })) })),
  price: nullable(object('Price', { product: reference })),
  plan: orNothing(nullable(object('Plan', { product: reference, nickname: text, name: text }))),
  /** Versions before 2025-03-31; since then in `parent`. */
  proration: flag,
  parent: orNothing(
    nullable(object('LineParent', { subscription_item_details: ProrationPart, invoice_item_details: ProrationPart })),
  ),
});

export type InvoiceLine = t.TypeOf<typeof InvoiceLine>;

/** Whether a line is a part of a period, after a change of the subscription. */
export const isProration = ({ proration, parent }: InvoiceLine): boolean =>
  [proration, parent?.subscription_item_details?.proration, parent?.invoice_item_details?.proration].includes(true);

/** A payment of an invoice: one of several, or a part of one payment that pays several invoices. */
export const InvoicePayment = object('InvoicePayment', {
  id: text,
  invoice: reference,
  status: text,
  created: unixSeconds,
  is_default: flag,
  amount_paid: amount,
  payment: nullable(object('Payment', { type: text, payment_intent: reference, charge: reference })),
  status_transitions: nullable(object('PaymentTransitions', { paid_at: unixSeconds })),
});

export type InvoicePayment = t.TypeOf<typeof InvoicePayment>;

/** When an invoice reached its states; null for a state that it never had. */
export const StatusTransitions = object('StatusTransitions', {
  finalized_at: unixSeconds,
  paid_at: unixSeconds,
  voided_at: unixSeconds,
  marked_uncollectible_at: unixSeconds,
});

const taxes: Part<readonly StripeTax[] | null> = nullable(t.readonlyArray(StripeTax));

const Shipping = nullable(object('Shipping', { address: nullable(StripeAddress) }));

const SubscriptionDetails = object('SubscriptionDetails', { subscription: reference, metadata });

/** Whether a list has any item. */
const holdsAny: Part<boolean> = quickCodec('list', (input) => Array.isArray(input) && input.length > 0);

/**
 * Of an invoice of before 2020, today's version may state neither the coupon's amount nor the tax: only that there was a coupon,
 * and the total without tax.
 */
const olderInvoice = {
  discount: nullable(object('Discount', { id: text })),
  discounts: holdsAny,
  tax: amount,
  total_excluding_tax: amount,
};

/**
 * An invoice. `tax`, `total_tax_amounts`, `discount`, `charge`, `payment_intent` and `subscription` are of versions
 * before 2025-03-31; newer ones have `total_taxes`, `payments` and `parent` instead.
 */
const ReadInvoice = object('Invoice', {
  id: t.string,
  object: text,
  number: text,
  status: text,
  created: unixSeconds,
  effective_at: unixSeconds,
  currency: text,
  livemode: flag,
  billing_reason: text,
  attempted: flag,
  status_transitions: nullable(StatusTransitions),
  total: amount,
  amount_paid: amount,
  amount_overpaid: amount,
  starting_balance: amount,
  ending_balance: amount,
  total_taxes: taxes,
  total_tax_amounts: taxes,
  total_discount_amounts: nullable(t.readonlyArray(AmountOff)),
  lines: listOf(InvoiceLine),
  shipping_cost: nullable(ShippingCost),
  pre_payment_credit_notes_amount: amount,
  post_payment_credit_notes_amount: amount,
  payments: listOf(InvoicePayment),
  charge: reference,
  payment_intent: reference,
  subscription: reference,
  parent: nullable(
    object('InvoiceParent', {
      subscription_details: nullable(SubscriptionDetails),
    }),
  ),
  customer_tax_exempt: text,
  customer_address: nullable(StripeAddress),
  customer_shipping: Shipping,
  shipping_details: Shipping,
  automatic_tax: nullable(AutomaticTax),
  application: reference,
  on_behalf_of: reference,
  transfer_data: nullable(object('TransferData', { destination: reference })),
  metadata,
  ...olderInvoice,
});

export type Invoice = t.TypeOf<typeof ReadInvoice>;

/** An invoice with its tax and coupon, however it states them. */
const withTaxAndCoupon = (invoice: Invoice): Invoice => ({
  ...invoice,
  tax: taxOf(invoice),
  discount: discountOf(invoice, taxOf(invoice)),
});

const taxOf = ({ tax, total, total_excluding_tax: net, total_taxes, lines }: Invoice): bigint | null => {
  const isStated = total_taxes !== null || lines?.data.some(({ taxes }) => taxes !== null && taxes.length > 0);
  return tax ?? (isStated === true || total === null || net === null ? null : total - net);
};

/** A coupon without an amount is the missing part of the total; only if the tax is known, so that it hides no tax. */
const discountOf = (invoice: Invoice, tax: bigint | null): Invoice['discount'] =>
  invoice.discount ?? (invoice.discounts && (invoice.total_taxes ?? tax) !== null ? { id: null } : null);

export const Invoice = modern(ReadInvoice, withTaxAndCoupon);

/** The subscription that an invoice bills; null without one. */
export const subscriptionOf = ({ parent, subscription }: Invoice): string | null =>
  parent?.subscription_details?.subscription ?? subscription;
