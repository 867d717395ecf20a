/** The codec of a payment intent, with the amounts and lines that the merchant gave with the payment. */
import * as t from 'io-ts';
import { StripeAddress } from './address.ts';
import { amount, flag, listOf, metadata, nullable, object, reference, text, unixSeconds, whole } from './codec.ts';

/** One line that the merchant gave with a bare payment, for interchange rates. */
export const AmountDetailsLine = object('AmountDetailsLine', {
  id: t.string,
  product_code: text,
  product_name: text,
  quantity: whole,
  unit_cost: amount,
  discount_amount: amount,
  tax: nullable(object('AmountDetailsLineTax', { total_tax_amount: amount })),
});
export type AmountDetailsLine = t.TypeOf<typeof AmountDetailsLine>;

export const AmountDetails = object('AmountDetails', {
  line_items: listOf(AmountDetailsLine),
  discount_amount: amount,
  shipping: nullable(object('AmountDetailsShipping', { amount, to_postal_code: text })),
  tax: nullable(object('AmountDetailsTax', { total_tax_amount: amount })),
  tip: nullable(object('AmountDetailsTip', { amount })),
});
export type AmountDetails = t.TypeOf<typeof AmountDetails>;

const Hooks = object('Hooks', {
  inputs: nullable(object('HookInputs', { tax: nullable(object('HookTax', { calculation: reference })) })),
});

/** The fields of a payment intent that a sale needs. `invoice` is in versions before 2025-03-31. */
export const PaymentIntent = object('PaymentIntent', {
  id: t.string,
  object: text,
  status: text,
  created: unixSeconds,
  currency: text,
  livemode: flag,
  amount,
  amount_received: amount,
  amount_details: nullable(AmountDetails),
  capture_method: text,
  latest_charge: reference,
  invoice: reference,
  description: text,
  shipping: nullable(object('Shipping', { address: nullable(StripeAddress) })),
  metadata,
  payment_details: nullable(object('PaymentDetails', { order_reference: text })),
  hooks: nullable(Hooks),
  managed_payments: nullable(object('ManagedPayments', { enabled: flag })),
});
export type PaymentIntent = t.TypeOf<typeof PaymentIntent>;
