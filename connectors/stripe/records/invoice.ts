import * as t from 'io-ts';
import { StripeAddress } from './address.ts';
import { AmountOff } from './amount-off.ts';
import { AutomaticTax } from './automatic-tax.ts';
import { ShippingCost } from './checkout-session.ts';
import {
  amount,
  arrayOf,
  flag,
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
import { decimal } from './decimal.ts';
import { modernInvoice, olderInvoice, SubscriptionDetails } from './older-invoice.ts';
import { StripeTax } from './tax.ts';

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
});
export type InvoiceLine = t.TypeOf<typeof InvoiceLine>;

/** A payment of an invoice: one of several, or a part of one payment that pays several invoices. */
export const InvoicePayment = object('InvoicePayment', {
  id: text,
  invoice: reference,
  status: text,
  created: unixSeconds,
  is_default: flag,
  amount_paid: amount,
  payment: nullable(object('Payment', { type: text, payment_intent: reference, charge: reference })),
});
export type InvoicePayment = t.TypeOf<typeof InvoicePayment>;

const Shipping = nullable(object('Shipping', { address: nullable(StripeAddress) }));
const taxes: Part<readonly StripeTax[] | null> = nullable(t.readonlyArray(StripeTax));

/**
 * An invoice. `tax`, `total_tax_amounts`, `discount`, `charge`, `payment_intent` and `subscription` are of versions before
 * 2025-03-31; in newer ones `total_taxes`, `payments` and `parent` say the same.
 */
export const Invoice = modern(
  object('Invoice', {
    id: t.string,
    object: text,
    number: text,
    status: text,
    created: unixSeconds,
    currency: text,
    livemode: flag,
    billing_reason: text,
    status_transitions: nullable(object('StatusTransitions', { finalized_at: unixSeconds })),
    total: amount,
    amount_paid: amount,
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
  }),
  modernInvoice,
);
export type Invoice = t.TypeOf<typeof Invoice>;

/** The subscription that it bills; null where it bills none. */
export const subscriptionOf = ({ parent, subscription }: Invoice): string | null =>
  parent?.subscription_details?.subscription ?? subscription;
