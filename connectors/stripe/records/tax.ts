/** The codecs of taxes and reductions on Stripe's lines and totals, and which of the taxes are fees. */
import type * as t from 'io-ts';
import { isCalledFee } from '../../../src/mapping/fee-names.ts';
import { amount, flag, nullable, object, reference, text } from './codec.ts';

export const TaxRate = object('TaxRate', { display_name: text, inclusive: flag, tax_type: text, rate_type: text });

/**
 * One tax of a line, a shipping cost or a total. Invoices write it as `taxes` with `tax_behavior` since version
 * 2025-03-31, and as `tax_amounts` with `inclusive` before; Checkout puts the rate into it.
 */
export const StripeTax = object('Tax', {
  amount,
  tax_behavior: text,
  inclusive: flag,
  taxability_reason: text,
  /** Without tax, after discounts. */
  taxable_amount: amount,
  /** The rate's id on an invoice; `tax_rate` before version 2025-03-31. */
  tax_rate: reference,
  tax_rate_details: nullable(object('TaxRateDetails', { tax_rate: reference })),
  rate: nullable(TaxRate),
});
export type StripeTax = t.TypeOf<typeof StripeTax>;

/**
 * Stripe lists retail delivery fees among the taxes (`tax_type`), although they are fees with a separate return. A flat amount
 * with the name of a fee is a fee, too.
 */
export const isFee = ({ rate }: StripeTax): boolean =>
  rate?.tax_type === 'retail_delivery_fee' ||
  (rate?.rate_type === 'flat_amount' && isCalledFee(rate.display_name ?? ''));

/** Whether the price already contains a tax. */
export const isContained = ({ tax_behavior, inclusive, rate }: StripeTax): boolean =>
  tax_behavior === 'inclusive' || inclusive === true || rate?.inclusive === true;

/** Stripe Tax on a session or an invoice: whether it worked, and which account has to remit. */
export const AutomaticTax = object('AutomaticTax', {
  enabled: flag,
  status: text,
  liability: nullable(object('Liability', { type: text, account: reference })),
});

/** A reduction of a line or a total before tax: a discount, or billing credits by `type`. */
export const AmountOff = object('AmountOff', { amount, type: text });
