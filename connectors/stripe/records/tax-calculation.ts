/** The codec of what Stripe Tax calculated for a payment that the host made itself. */
import * as t from 'io-ts';
import { StripeAddress } from './address.ts';
import { amount, listOf, nullable, object, reference, text, whole } from './codec.ts';

export const TaxCalculationLine = object('TaxCalculationLine', {
  id: t.string,
  reference: text,
  quantity: whole,
  amount,
  amount_tax: amount,
  tax_behavior: text,
  reversal: nullable(object('Reversal', { original_line_item: reference })),
});
export type TaxCalculationLine = t.TypeOf<typeof TaxCalculationLine>;

/**
 * A calculation (gone after 90 days), or the transaction that it became: both have these fields. Amounts of inclusive lines
 * contain their tax.
 */
export const TaxCalculation = object('TaxCalculation', {
  id: text,
  currency: text,
  line_items: listOf(TaxCalculationLine),
  shipping_cost: nullable(object('TaxCalculationShipping', { amount, amount_tax: amount, tax_behavior: text })),
  customer_details: nullable(
    object('TaxCalculationCustomer', {
      address: nullable(StripeAddress),
      address_source: text,
      taxability_override: text,
    }),
  ),
});
export type TaxCalculation = t.TypeOf<typeof TaxCalculation>;
