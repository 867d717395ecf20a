import { type Basket, netOf, type PricedLine } from './basket.ts';
import type { Ground } from './ground.ts';
import { invoiceTaxes } from './invoice-line.ts';
import type { Json, StripeObject } from './stripe-object.ts';

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

const dueFor = ({ isInclusive }: Basket, line: PricedLine): number => netOf(line) + (isInclusive ? 0 : line.tax);

export interface CreditOptions {
  /** How many of the invoice's lines are credited, from the first one on. Default: all of them, and no shipping. */
  readonly lines?: number;
  readonly over?: Json;
}

/** What a credit note over an invoice's first lines comes to, tax included. */
export const creditTotal = (basket: Basket, lines = basket.lines.length): number =>
  basket.lines.slice(0, lines).reduce((sum, line) => sum + dueFor(basket, line), 0);

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
