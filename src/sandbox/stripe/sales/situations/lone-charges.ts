import { chargeOf } from '../../objects/charge.ts';
import { paymentOf } from '../../objects/payment.ts';
import { addressIn, sentTo } from '../../objects/people.ts';
import type { Json } from '../../objects/stripe-object.ts';
import type { Situation } from '../situation.ts';

/** Metadata keys that the sample's configuration gives a meaning. */
const withMetadata = (name: string, amount: number, metadata: Json): Situation => ({
  name,
  objects: (ground) => paymentOf(ground, amount, { both: { metadata }, charge: { description: 'Wholesale order' } }),
});

export const loneChargeSituations: readonly Situation[] = [
  {
    name: 'charge with Level 3 data',
    objects: (ground) => [
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
  },
  {
    name: 'old charge without metadata',
    objects: (ground) => [chargeOf(ground, 4321, { payment_intent: null, description: 'Phone order' })],
  },
  {
    name: 'old charge with shipping',
    objects: (ground) => [chargeOf(ground, 6789, { payment_intent: null, shipping: sentTo(addressIn(ground.town)) })],
  },
  withMetadata('metadata with tax, shipping and discount', 12_345, {
    order_ref: 'W-1001',
    sales_tax: '8.25',
    shipping_cost: '795',
    discount: '5.00',
  }),
  withMetadata('metadata for resale', 50_000, { order_ref: 'W-1002', resale: 'true' }),
  withMetadata('metadata that names an exempt buyer', 42_000, { order_ref: 'W-1003', exempt_entity: 'NON_PROFIT' }),
  withMetadata('metadata that names a marketplace', 31_000, { order_ref: 'W-1004', marketplace: 'ETSY' }),
  withMetadata('metadata with a tax that is no amount', 21_000, { order_ref: 'W-1005', sales_tax: 'eight' }),
];
