/** The objects of Stripe Tax behind a payment: the calculation, the transaction and their association. */
import { type Basket, netOf, taxOf, totalOf } from './basket.ts';
import { type Ground, addressIn, type Json, type StripeObject } from './ground.ts';

/** The rate with which Stripe Tax charges a retail delivery fee: an amount rather than a percentage. */
export const deliveryFeeRate = {
  id: 'txr_1SbxRetailDeliveryFee',
  object: 'tax_rate',
  active: false,
  display_name: 'Retail Delivery Fee',
  inclusive: false,
  rate_type: 'flat_amount',
  tax_type: 'retail_delivery_fee',
} as const;

/** The calculation before the payment. */
export const taxCalculationOf = (ground: Ground, basket: Basket): StripeObject => ({
  id: ground.id('taxcalc'),
  object: 'tax.calculation',
  ...worked(ground, basket),
  amount_total: totalOf(basket),
  created: ground.soldAt - 60,
  expires_at: ground.soldAt - 60 + 90 * 86_400,
  line_items: linesOf(ground, basket, 'taxcalc_li'),
  tax_amount_exclusive: basket.isInclusive ? 0 : taxOf(basket),
  tax_amount_inclusive: basket.isInclusive ? taxOf(basket) : 0,
});

/** The transaction that the calculation became when it was paid. */
export const taxTransactionOf = (ground: Ground, basket: Basket): StripeObject => ({
  id: ground.id('tax'),
  object: 'tax.transaction',
  ...worked(ground, basket),
  created: ground.soldAt,
  line_items: linesOf(ground, basket, 'tax_li'),
  metadata: {},
  posted_at: ground.soldAt,
  reference: ground.id('pi'),
  reversal: null,
  type: 'transaction',
});

/** The link between the payment and the transaction. */
export const taxAssociationOf = (ground: Ground): StripeObject => ({
  id: ground.id('taxa'),
  object: 'tax.association',
  calculation: ground.id('taxcalc'),
  created: ground.soldAt,
  payment_intent: ground.id('pi'),
  tax_transaction_attempts: [
    { committed: { transaction: ground.id('tax') }, source: ground.id('pi'), status: 'committed' },
  ],
});

const worked = (ground: Ground, basket: Basket): Json => ({
  currency: basket.currency,
  customer: null,
  customer_details: {
    address: addressIn(ground.town),
    address_source: 'shipping',
    ip_address: null,
    tax_ids: [],
    taxability_override: 'none',
  },
  livemode: ground.isLive,
  shipping_cost: basket.shipping && {
    amount: basket.shipping.price,
    amount_tax: basket.shipping.tax,
    tax_behavior: basket.isInclusive ? 'inclusive' : 'exclusive',
    tax_code: 'txcd_92010001',
  },
  tax_date: ground.soldAt - 60,
});

const linesOf = (ground: Ground, basket: Basket, prefix: string): Json => ({
  object: 'list',
  data: basket.lines.map((line, position) => ({
    id: ground.id(prefix, position),
    object: prefix === 'tax_li' ? 'tax.transaction_line_item' : 'tax.calculation_line_item',
    amount: netOf(line),
    amount_tax: line.tax,
    livemode: ground.isLive,
    product: null,
    quantity: line.quantity,
    reference: line.product,
    tax_behavior: basket.isInclusive ? 'inclusive' : 'exclusive',
    tax_code: 'txcd_99999999',
  })),
});
