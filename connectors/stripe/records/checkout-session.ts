/** The codec of a Checkout Session in every API version, with its lines, shipping and addresses. */
import * as t from 'io-ts';
import { StripeAddress } from './address.ts';
import { AutomaticTax, StripeTax } from './tax.ts';
import {
  amount,
  arrayOf,
  flag,
  listOf,
  metadata,
  modern,
  nullable,
  object,
  reference,
  text,
  unixSeconds,
  whole,
} from './codec.ts';

export const SessionLine = object('SessionLine', {
  id: t.string,
  description: text,
  quantity: whole,
  currency: text,
  amount_subtotal: amount,
  amount_discount: amount,
  amount_tax: amount,
  amount_total: amount,
  price: nullable(object('Price', { product: reference })),
  taxes: arrayOf(StripeTax),
});
export type SessionLine = t.TypeOf<typeof SessionLine>;

/** Shipping of a session or an invoice. */
export const ShippingCost = object('ShippingCost', {
  amount_subtotal: amount,
  amount_tax: amount,
  amount_total: amount,
  taxes: arrayOf(StripeTax),
});
export type ShippingCost = t.TypeOf<typeof ShippingCost>;

/** Whether the money of a session was taken, or no money was needed. */
export const isSettled = ({ payment_status }: { readonly payment_status: string | null }): boolean =>
  payment_status === 'no_payment_required' || payment_status === 'paid';

const ShippingDetails = object('ShippingDetails', { address: nullable(StripeAddress) });

/** Sessions had no `status` before November 2021; a settled session was completed. */
const modernSession = <A extends { readonly status: string | null; readonly payment_status: string | null }>(
  session: A,
): A => ({ ...session, status: session.status ?? (isSettled(session) ? 'complete' : null) });

/** `shipping_details` moved into `collected_information` with version 2025-03-31. */
export const CheckoutSession = modern(
  object('CheckoutSession', {
    id: t.string,
    object: text,
    mode: text,
    status: text,
    payment_status: text,
    created: unixSeconds,
    currency: text,
    livemode: flag,
    payment_intent: reference,
    invoice: reference,
    subscription: reference,
    invoice_creation: nullable(object('InvoiceCreation', { enabled: flag })),
    amount_total: amount,
    line_items: listOf(SessionLine),
    total_details: nullable(
      object('TotalDetails', { amount_discount: amount, amount_shipping: amount, amount_tax: amount }),
    ),
    shipping_cost: nullable(ShippingCost),
    collected_information: nullable(object('CollectedInformation', { shipping_details: nullable(ShippingDetails) })),
    shipping_details: nullable(ShippingDetails),
    customer_details: nullable(object('CustomerDetails', { address: nullable(StripeAddress), tax_exempt: text })),
    automatic_tax: nullable(AutomaticTax),
    managed_payments: nullable(object('ManagedPayments', { enabled: flag })),
    metadata,
  }),
  modernSession,
);
export type CheckoutSession = t.TypeOf<typeof CheckoutSession>;

/** The ship-to address, from the field of the object's version. */
export const shippingAddressOf = (session: CheckoutSession): StripeAddress | null =>
  session.collected_information?.shipping_details?.address ?? session.shipping_details?.address ?? null;
