/** Checkout Sessions of the sample account: a basket with its taxes, shipping and payment, as Stripe writes it. */
import { sumOf, type Basket, netOf, type PricedLine, taxOf, totalOf } from './basket.ts';
import { deliveryFeeRate } from './stripe-tax.ts';
import { type Ground, addressIn, noPerson, type Json, type StripeObject } from './ground.ts';
import { paymentOf, type PaymentOptions } from './payment.ts';

/** Completed and paid, created five minutes before its charge. */
export const sessionOf = (ground: Ground, basket: Basket, over: Json = {}): StripeObject => ({
  id: ground.id(ground.isLive ? 'cs_live' : 'cs_test'),
  object: 'checkout.session',
  adaptive_pricing: { enabled: false },
  allow_promotion_codes: true,
  amount_subtotal: sumOf(basket.lines, ({ listed }) => listed),
  amount_total: totalOf(basket),
  automatic_tax: { enabled: true, liability: { type: 'self' }, provider: 'stripe', status: 'complete' },
  billing_address_collection: 'required',
  client_reference_id: null,
  collected_information: { business_name: null, individual_name: null, shipping_details: null },
  created: ground.soldAt - 300,
  currency: basket.currency,
  customer: ground.id('cus'),
  customer_details: { ...noPerson, address: addressIn(ground.town), tax_exempt: 'none', tax_ids: [] },
  customer_email: null,
  expires_at: ground.soldAt - 300 + 86_400,
  invoice: null,
  invoice_creation: { enabled: false },
  line_items: { object: 'list', data: basket.lines.map(lineOf(ground, basket)) },
  livemode: ground.isLive,
  metadata: {},
  mode: 'payment',
  payment_intent: ground.id('pi'),
  payment_status: 'paid',
  shipping_cost: shippingOf(basket),
  status: 'complete',
  subscription: null,
  success_url: 'https://sample-store.example/thanks',
  total_details: {
    amount_discount: sumOf(basket.lines, discountOf),
    amount_shipping: basket.shipping?.price ?? 0,
    amount_tax: taxOf(basket),
    breakdown: { discounts: [], taxes: taxesOf(basket, taxOf(basket), sumOf(basket.lines, netOf), basket.deliveryFee) },
  },
  url: null,
  ...over,
});

interface CheckedOutOptions {
  readonly session?: Json;
  readonly payment?: PaymentOptions;
}

/** A basket sold through Checkout: the session and its payment, which refers to the session. */
export const checkedOut = (
  ground: Ground,
  basket: Basket,
  { session = {}, payment = {} }: CheckedOutOptions = {},
): readonly StripeObject[] => {
  const made = sessionOf(ground, basket, session);
  return [
    made,
    ...paymentOf(ground, totalOf(basket), {
      ...payment,
      both: { currency: basket.currency, ...payment.both },
      intent: {
        amount_details: {
          shipping: { amount: basket.shipping?.price ?? 0 },
          tax: { total_tax_amount: taxOf(basket) },
          tip: {},
        },
        payment_details: { customer_reference: null, order_reference: made.id },
        ...payment.intent,
      },
    }),
  ];
};

const lineOf =
  (ground: Ground, basket: Basket) =>
  (line: PricedLine, position: number): Json => ({
    id: ground.id('li', position),
    object: 'item',
    amount_discount: discountOf(line),
    amount_subtotal: line.listed,
    amount_tax: line.tax,
    amount_total: netOf(line) + (basket.isInclusive ? 0 : line.tax),
    currency: basket.currency,
    description: line.name,
    discounts: [],
    price: { id: `price_${line.product}`, object: 'price', currency: basket.currency, product: line.product },
    quantity: line.quantity,
    taxes: taxesOf(basket, line.tax, netOf(line), position === 0 ? basket.deliveryFee : 0),
  });

const discountOf = ({ discount, share }: PricedLine): number => discount + share;

/** @param fee the retail delivery fee in the amount */
const taxesOf = (basket: Basket, amount: number, taxable: number, fee: number): readonly Json[] =>
  [
    ...(basket.rate === 0 ? [] : [{ amount: amount - fee, rate: rateOf(basket) }]),
    ...(fee === 0 ? [] : [{ amount: fee, rate: deliveryFeeRate }]),
  ].map((tax) => ({ ...tax, taxability_reason: 'standard_rated', taxable_amount: taxable }));

const rateOf = ({ rate, isInclusive }: Basket): Json => ({
  id: `txr_1Sbx${rate}${isInclusive ? 'i' : 'e'}`,
  object: 'tax_rate',
  active: false,
  display_name: 'Sales Tax',
  inclusive: isInclusive,
  percentage: rate / 1000,
});

const shippingOf = ({ shipping, isInclusive }: Basket): Json | null =>
  shipping && {
    amount_subtotal: shipping.price,
    amount_tax: shipping.tax,
    amount_total: shipping.price + (isInclusive ? 0 : shipping.tax),
    shipping_rate: 'shr_1SbxStandard',
  };
