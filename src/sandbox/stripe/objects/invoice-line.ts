import { type Basket, netOf, type PricedLine } from './basket.ts';
import { deliveryFeeRate } from './stripe-tax.ts';
import type { Ground } from './ground.ts';
import type { Json } from './stripe-object.ts';

/** A tax of an invoice, a credit note or one of their lines. It names its rate by id only. */
const invoiceTax = (isInclusive: boolean, rate: string, amount: number, taxable: number): Json => ({
  amount,
  tax_behavior: isInclusive ? 'inclusive' : 'exclusive',
  tax_rate_details: { tax_rate: rate },
  taxability_reason: 'standard_rated',
  taxable_amount: taxable,
  type: 'tax_rate_details',
});

/** @param fee the retail delivery fee in the amount */
export const invoiceTaxes = (
  { rate, isInclusive }: Basket,
  amount: number,
  taxable: number,
  fee = 0,
): readonly Json[] => [
  ...(rate === 0 ? [] : [invoiceTax(isInclusive, `txr_1Sbx${rate}`, amount - fee, taxable)]),
  ...(fee === 0 ? [] : [invoiceTax(isInclusive, deliveryFeeRate.id, fee, taxable)]),
];

const off = (amount: number, discount: string): readonly Json[] => (amount === 0 ? [] : [{ amount, discount }]);

/** What a line is lowered by before tax: discounts, and billing credits, which are not among the discounts. */
const creditsOf = ({ discount, share, credit }: PricedLine): readonly Json[] => [
  ...[...off(discount, 'di_1SbxItem'), ...off(share, 'di_1SbxInvoice')].map((one) => ({ ...one, type: 'discount' })),
  ...(credit === 0
    ? []
    : [{ amount: credit, credit_balance_transaction: 'cbtxn_1Sbx', type: 'credit_balance_transaction' }]),
];

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
