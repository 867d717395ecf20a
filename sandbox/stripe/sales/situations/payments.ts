/** Sample Stripe payments without a session or invoice, and their fates: partly captured, failed, disputed, refunded. */
import {
  sumOf,
  type Basket,
  basketOf,
  type BasketOptions,
  type Item,
  taxOf,
  totalOf,
  manyItems,
  oneScale,
  oneWorkshop,
  threeCloths,
  twoKits,
} from '../../objects/basket.ts';
import {
  type Ground,
  addressIn,
  sentTo,
  type Json,
  type StripeObject,
  type Situations,
  type Objects,
} from '../../objects/ground.ts';
import { paymentOf, type PaymentOptions, chargeOf, disputeOf, refundOf } from '../../objects/payment.ts';
import { taxAssociationOf, taxCalculationOf, taxTransactionOf } from '../../objects/stripe-tax.ts';
import { checkedOut } from '../../objects/checkout-session.ts';

const detailLines = (ground: Ground, { lines }: Basket): Json => ({
  object: 'list',
  data: lines.map((line, position) => ({
    id: ground.id('uli', position),
    object: 'payment_intent_amount_details_line_item',
    discount_amount: line.discount === 0 ? null : line.discount,
    product_code: line.product.slice(0, 12),
    product_name: line.name,
    quantity: line.quantity,
    tax: { total_tax_amount: line.tax },
    unit_cost: line.listed / line.quantity,
    unit_of_measure: null,
  })),
});

const shipped = (ground: Ground): Json => ({ shipping: sentTo(addressIn(ground.town)) });

const detailed =
  (items: readonly Item[], error: number | null = null): Objects =>
  (ground) => {
    const basket = basketOf(ground, items);
    const details = { line_items: detailLines(ground, basket), tip: {} };
    return paymentOf(ground, totalOf(basket) + (error ?? 0), {
      both: shipped(ground),
      intent: {
        amount_details: error === null ? details : { ...details, error: { code: 'amount_details_amount_mismatch' } },
      },
    });
  };

const taxed =
  (
    payment: (ground: Ground) => PaymentOptions,
    tax: (ground: Ground, basket: Basket) => readonly StripeObject[],
    options: BasketOptions = {},
  ): Objects =>
  (ground) => {
    const basket = basketOf(ground, [twoKits, threeCloths], { shipping: 795, ...options });
    return [...paymentOf(ground, totalOf(basket), payment(ground)), ...tax(ground, basket)];
  };

const hooked = (ground: Ground): PaymentOptions => ({
  intent: { hooks: { inputs: { tax: { calculation: ground.id('taxcalc') } } } },
});

/** Metadata keys that the sample's configuration gives a meaning. */
const withMetadata =
  (amount: number, metadata: Json): Objects =>
  (ground) =>
    paymentOf(ground, amount, { both: { metadata }, charge: { description: 'Wholesale order' } });

const amount = 8400;

const failed: Json = {
  amount_captured: 0,
  captured: false,
  failure_code: 'card_declined',
  failure_message: 'Your card was declined.',
  paid: false,
  status: 'failed',
};

const sofar =
  (charge: Json, intent: Json = {}): Objects =>
  (ground) =>
    paymentOf(ground, amount, { charge, intent });

const disputed =
  (status: string): Objects =>
  (ground) => [...paymentOf(ground, amount, { charge: { disputed: true } }), disputeOf(ground, amount, status)];

interface Back {
  readonly amount: number;
  readonly over?: Json;
}

const refunded =
  (backs: (total: number) => readonly Back[]): Objects =>
  (ground: Ground): readonly StripeObject[] => {
    const basket = basketOf(ground, [twoKits, oneScale]);
    const total = totalOf(basket);
    const all = backs(total);
    const settled = all.filter(({ over }) => over === undefined).reduce((sum, { amount }) => sum + amount, 0);
    return [
      ...checkedOut(ground, basket, {
        payment: { charge: { amount_refunded: settled, refunded: settled === total } },
      }),
      ...all.map(({ amount, over }, ordinal) => refundOf(ground, amount, over, ordinal)),
    ];
  };

export const paymentSituations: Situations = {
  'payment with details on its lines': detailed([{ ...twoKits, discount: 900 }, oneScale]),
  'payment with more than ten lines of details': detailed(manyItems(13)),
  'payment whose details do not add up': detailed([oneWorkshop, oneScale], 111),
  'payment with totals only': (ground) => {
    const basket = basketOf(ground, [{ ...twoKits, discount: 990 }], { shipping: 650 });
    return paymentOf(ground, totalOf(basket), {
      both: shipped(ground),
      intent: {
        amount_details: {
          discount_amount: sumOf(basket.lines, ({ discount }) => discount),
          shipping: { amount: 650, from_postal_code: '07102', to_postal_code: ground.town.place.zip },
          tax: { total_tax_amount: taxOf(basket) },
          tip: {},
        },
      },
    });
  },
  'payment with a tip': (ground) =>
    paymentOf(ground, 5400, {
      intent: { amount_details: { tip: { amount: 900 } } },
      charge: { description: 'Lunch' },
    }),
  'payment that Stripe Tax taxed': taxed(hooked, (ground, basket) => [
    taxCalculationOf(ground, basket),
    taxTransactionOf(ground, basket),
    taxAssociationOf(ground),
  ]),
  'payment with a tax calculation only': taxed(hooked, (ground, basket) => [taxCalculationOf(ground, basket)], {
    isInclusive: true,
  }),
  'payment that keeps its tax transaction in metadata': taxed(
    (ground) => ({ both: { metadata: { tax_transaction: ground.id('tax') } } }),
    (ground, basket) => [taxTransactionOf(ground, basket)],
  ),
  'charge with Level 3 data': (ground) => [
    chargeOf(ground, 2 * 4950 - 500 + 780 + 995, {
      payment_intent: null,
      level3: {
        merchant_reference: `order-${ground.index}`,
        shipping_address_zip: ground.town.place.zip,
        shipping_from_zip: '07102',
        shipping_amount: 995,
        line_items: [
          {
            product_code: 'KIT',
            product_description: 'Bread baking kit',
            quantity: 2,
            unit_cost: 4950,
            discount_amount: 500,
            tax_amount: 780,
          },
        ],
      },
    }),
  ],
  'old charge without metadata': (ground) => [
    chargeOf(ground, 4321, { payment_intent: null, description: 'Phone order' }),
  ],
  'old charge with shipping': (ground) => [
    chargeOf(ground, 6789, { payment_intent: null, shipping: sentTo(addressIn(ground.town)) }),
  ],
  'metadata with tax, shipping and discount': withMetadata(12_345, {
    order_ref: 'W-1001',
    sales_tax: '8.25',
    shipping_cost: '795',
    discount: '5.00',
  }),
  'metadata for resale': withMetadata(50_000, { order_ref: 'W-1002', resale: 'true' }),
  'metadata that names an exempt buyer': withMetadata(42_000, { order_ref: 'W-1003', exempt_entity: 'NON_PROFIT' }),
  'metadata that names a marketplace': withMetadata(31_000, { order_ref: 'W-1004', marketplace: 'ETSY' }),
  'metadata with a tax that is no amount': withMetadata(21_000, { order_ref: 'W-1005', sales_tax: 'eight' }),
  'only authorized': sofar(
    { amount_captured: 0, captured: false },
    { amount_capturable: amount, amount_received: 0, status: 'requires_capture' },
  ),
  'authorized and released': sofar(
    { amount_captured: 0, amount_refunded: amount, captured: false, refunded: true },
    { amount_received: 0, status: 'canceled' },
  ),
  'captured in part': sofar({ amount_captured: 6100 }, { amount_received: 6100 }),
  'captured for more than was authorized': sofar({ amount_captured: 9000 }, { amount_received: 9000 }),
  'payment on its way': sofar(
    { amount_captured: 0, captured: true, paid: false, status: 'pending' },
    { amount_received: 0, status: 'processing' },
  ),
  'payment that failed': sofar(failed, { amount_received: 0, status: 'requires_payment_method' }),
  'payment that failed once and then succeeded': (ground) => [
    ...paymentOf(ground, amount),
    chargeOf(ground, amount, { ...failed, created: ground.soldAt - 40, payment_intent: ground.id('pi') }, 1),
  ],
  'disputed, under review': disputed('under_review'),
  'disputed and won': disputed('won'),
  'disputed and lost': disputed('lost'),
  'refunded in full': refunded((total) => [{ amount: total }]),
  'refunded in part': refunded(() => [{ amount: 3333 }]),
  'refunded twice, all of it': refunded((total) => [{ amount: 5000 }, { amount: total - 5000 }]),
  'refund that is pending': refunded(() => [{ amount: 2500, over: { status: 'pending' } }]),
  'refund that failed': refunded(() => [
    { amount: 2500, over: { status: 'failed', failure_reason: 'lost_or_stolen_card' } },
  ]),
  'more than ten refunds': refunded(() => Array.from({ length: 12 }, () => ({ amount: 100 }))),
};
