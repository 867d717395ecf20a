import { sumOf } from '../../objects/amounts.ts';
import { type Basket, basketOf, type BasketOptions, type Item, taxOf, totalOf } from '../../objects/basket.ts';
import type { Ground } from '../../objects/ground.ts';
import { paymentOf, type PaymentOptions } from '../../objects/payment.ts';
import { addressIn, sentTo } from '../../objects/people.ts';
import { taxAssociationOf, taxCalculationOf, taxTransactionOf } from '../../objects/stripe-tax.ts';
import type { Json, StripeObject } from '../../objects/stripe-object.ts';
import { manyItems, oneScale, oneWorkshop, threeCloths, twoKits } from '../baskets.ts';
import type { Situation } from '../situation.ts';

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

const detailed = (name: string, items: readonly Item[], more: Json = {}, error: number | null = null): Situation => ({
  name,
  objects: (ground) => {
    const basket = basketOf(ground, items);
    const details = { line_items: detailLines(ground, basket), tip: {}, ...more };
    return paymentOf(ground, totalOf(basket) + (error ?? 0), {
      both: shipped(ground),
      intent: {
        amount_details: error === null ? details : { ...details, error: { code: 'amount_details_amount_mismatch' } },
      },
    });
  },
});

const taxed = (
  name: string,
  payment: (ground: Ground) => PaymentOptions,
  tax: (ground: Ground, basket: Basket) => readonly StripeObject[],
  options: BasketOptions = {},
): Situation => ({
  name,
  objects: (ground) => {
    const basket = basketOf(ground, [twoKits, threeCloths], { shipping: 795, ...options });
    return [...paymentOf(ground, totalOf(basket), payment(ground)), ...tax(ground, basket)];
  },
});

const hooked = (ground: Ground): PaymentOptions => ({
  intent: { hooks: { inputs: { tax: { calculation: ground.id('taxcalc') } } } },
});

const withTotals = (ground: Ground): readonly StripeObject[] => {
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
};

export const barePaymentSituations: readonly Situation[] = [
  detailed('payment with details on its lines', [{ ...twoKits, discount: 900 }, oneScale]),
  detailed('payment with more than ten lines of details', manyItems(13)),
  detailed('payment whose details do not add up', [oneWorkshop, oneScale], {}, 111),
  { name: 'payment with totals only', objects: withTotals },
  {
    name: 'payment with a tip',
    objects: (ground) =>
      paymentOf(ground, 5400, {
        intent: { amount_details: { tip: { amount: 900 } } },
        charge: { description: 'Lunch' },
      }),
  },
  taxed('payment that Stripe Tax taxed', hooked, (ground, basket) => [
    taxCalculationOf(ground, basket),
    taxTransactionOf(ground, basket),
    taxAssociationOf(ground),
  ]),
  taxed('payment with a tax calculation only', hooked, (ground, basket) => [taxCalculationOf(ground, basket)], {
    isInclusive: true,
  }),
  taxed(
    'payment that keeps its tax transaction in metadata',
    (ground) => ({ both: { metadata: { tax_transaction: ground.id('tax') } } }),
    (ground, basket) => [taxTransactionOf(ground, basket)],
  ),
];
