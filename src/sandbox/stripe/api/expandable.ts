/**
 * How a part of an object is sent.
 *
 * - `reference`: an id, in whose place the object stands when it is asked for
 * - `included`: only when it is asked for
 * - `list`: the first ten, only when they are asked for; `always` without being asked
 * - `gathered`: the same, from other objects of the sale that name this one
 */
export type Expansion =
  | { readonly kind: 'reference' | 'included' }
  | { readonly kind: 'list'; readonly always?: true }
  | { readonly kind: 'gathered'; readonly of: string; readonly by: string };

const reference: Expansion = { kind: 'reference' };
const included: Expansion = { kind: 'included' };
const list: Expansion = { kind: 'list' };
const alwaysListed: Expansion = { kind: 'list', always: true };

const ofPayment = { charge: reference, payment_intent: reference };

/** What can be expanded, by the `object` that it is a part of; nothing else can. */
export const expandable: Readonly<Record<string, Readonly<Record<string, Expansion>>>> = {
  charge: { payment_intent: reference, refunds: { kind: 'gathered', of: 'refund', by: 'charge' } },
  payment_intent: { latest_charge: reference, 'amount_details.line_items': list },
  'checkout.session': {
    invoice: reference,
    line_items: list,
    payment_intent: reference,
    'total_details.breakdown': included,
  },
  item: { discounts: included, taxes: included },
  invoice: { lines: alwaysListed, payments: { kind: 'gathered', of: 'invoice_payment', by: 'invoice' } },
  invoice_payment: { invoice: reference, 'payment.payment_intent': reference },
  credit_note: { invoice: reference, lines: alwaysListed },
  dispute: ofPayment,
  refund: ofPayment,
  'tax.calculation': { line_items: list },
  'tax.transaction': { line_items: list },
};
