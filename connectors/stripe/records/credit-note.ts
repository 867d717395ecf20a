/** The codec of a credit note in every API version: a correction of a final invoice, with its own tax. */
import * as t from 'io-ts';
import { AmountOff, StripeTax } from './tax.ts';
import { ShippingCost } from './checkout-session.ts';
import { amount, arrayOf, listOf, modern, nullable, object, reference, text, unixSeconds, whole } from './codec.ts';

export const CreditNoteLine = object('CreditNoteLine', {
  id: t.string,
  amount,
  discount_amount: amount,
  invoice_line_item: reference,
  quantity: whole,
  pretax_credit_amounts: arrayOf(AmountOff),
  taxes: nullable(t.readonlyArray(StripeTax)),
  tax_amounts: nullable(t.readonlyArray(StripeTax)),
});
export type CreditNoteLine = t.TypeOf<typeof CreditNoteLine>;

/** `refund` and `tax_amounts` are in versions before 2025-03-31, where an invoice says `total_tax_amounts`. */
const ReadCreditNote = object('CreditNote', {
  id: t.string,
  object: text,
  status: text,
  type: text,
  reason: text,
  created: unixSeconds,
  effective_at: unixSeconds,
  voided_at: unixSeconds,
  invoice: reference,
  total: amount,
  total_taxes: nullable(t.readonlyArray(StripeTax)),
  tax_amounts: nullable(t.readonlyArray(StripeTax)),
  total_tax_amounts: nullable(t.readonlyArray(StripeTax)),
  lines: listOf(CreditNoteLine),
  shipping_cost: nullable(ShippingCost),
  refunds: arrayOf(object('CreditNoteRefund', { refund: reference, amount_refunded: amount })),
  refund: reference,
});
export type CreditNote = t.TypeOf<typeof ReadCreditNote>;

export const CreditNote = modern(ReadCreditNote, (note: CreditNote) => ({
  ...note,
  total_tax_amounts: note.tax_amounts,
}));
