/** Sample orders that are taxed, charged or sold in a way that their lines do not show. */
import type { EditEvent, Recipe } from '../recipe.ts';
import { oslo, sentTo, townIn } from '../us-places.ts';
import {
  type Situations,
  daysAfter,
  giftCard,
  noDiscount,
  onePan,
  oneThrow,
  standardShipping,
  tip,
  twoMugs,
} from './situation.ts';

const edit = (ordinary: Recipe, rest: Partial<EditEvent>): EditEvent => ({
  kind: 'edit',
  at: daysAfter(ordinary, 1),
  removed: [],
  discounted: [],
  added: [],
  removedShipping: [],
  ...rest,
});

/** An order without tax through a channel whose buyers resell the goods. */
const toRetailer =
  (handle: string, displayName: string) =>
  ({ channel }: Recipe): Partial<Recipe> => ({
    ...sentTo('TX'),
    ...noDiscount,
    lines: [{ ...twoMugs, quantity: 24 }],
    isTaxSkipped: true,
    channel: { ...channel, app: null, attribution: { handle, displayName } },
  });

export const asChargedSituations: Situations = {
  'retail delivery fee of Colorado, written as a tax line': () => ({
    ...sentTo('CO'),
    ...noDiscount,
    lines: [onePan],
    shipping: [{ ...standardShipping, fee: { title: 'Colorado Retail Delivery Fee', amount: 29n } }],
  }),
  'gift card with tax, sold among goods': () => ({
    ...sentTo('WA'),
    ...noDiscount,
    lines: [twoMugs, { ...giftCard(2500n), taxable: true }],
  }),
  'edited before it was paid: one of two items removed': (ordinary) => ({
    ...sentTo('WA'),
    ...noDiscount,
    lines: [onePan, oneThrow],
    shipping: [],
    events: [edit(ordinary, { removed: [{ line: 1, quantity: 1 }] })],
    payment: { ...ordinary.payment, paidAt: daysAfter(ordinary, 2) },
  }),
  'import duty into Washington, with its tax': () => ({
    ...sentTo('WA'),
    ...noDiscount,
    lines: [{ ...onePan, duty: 1500n }],
    shipping: [],
  }),
  'sold to a retailer through Faire': toRetailer('faire', 'Faire'),
  'sold to a retailer through Shopify Collective': toRetailer(
    'shopify-collective-supplier',
    'Shopify Collective Supplier',
  ),
  'edited: goods added to a gift card': (ordinary) => ({
    ...noDiscount,
    lines: [giftCard(5000n)],
    shipping: [],
    events: [edit(ordinary, { added: [oneThrow] })],
  }),
  // 64.95 and its tax of 6.72 are kept, although the pan came back.
  'refund of goods whose money was kept': (ordinary) => ({
    ...sentTo('WA'),
    ...noDiscount,
    lines: [onePan],
    events: [
      {
        kind: 'refund',
        at: daysAfter(ordinary, 5),
        lines: [{ line: 0, quantity: 1 }],
        restock: 'RETURN',
        shipping: false,
        adjustment: 7167n,
        isPending: false,
      },
    ],
  }),
  // Shopify does not show whether the 30.00 belong to the tip, which is not sent.
  'refund by amount of as much as a tip': (ordinary) => ({
    ...sentTo('WA'),
    ...noDiscount,
    lines: [onePan, tip(3000n)],
    shipping: [],
    events: [
      {
        kind: 'refund',
        at: daysAfter(ordinary, 3),
        lines: [],
        restock: 'NO_RESTOCK',
        shipping: false,
        adjustment: -3000n,
        isPending: false,
      },
    ],
  }),
  'goods that are not taxable': () => ({
    ...sentTo('WA'),
    ...noDiscount,
    lines: [{ ...twoMugs, taxable: false }],
    shipping: [],
  }),
  'line without a name, to a state without a code': () => ({
    ...sentTo('WA'),
    ...noDiscount,
    lines: [{ ...onePan, isUnnamed: true }],
    shipTo: { ...townIn('WA').place, provinceCode: null },
  }),
  'sent to a country that the policy leaves out': () => ({
    ...noDiscount,
    lines: [onePan],
    shipTo: oslo.place,
    billTo: oslo.place,
    taxedIn: oslo.jurisdiction,
  }),
};
