import type { RefundEvent } from '../order-event.ts';
import type { Recipe } from '../recipe.ts';
import { type Situation, daysAfter } from './situation.ts';
import { onePan, standardShipping, threeCarafes, twoMugs } from './shop-lines.ts';

const refund = (ordinary: Recipe, rest: Partial<RefundEvent>): RefundEvent => ({
  kind: 'refund',
  at: daysAfter(ordinary, 5),
  lines: [],
  restock: 'RETURN',
  shipping: false,
  adjustment: 0n,
  isPending: false,
  ...rest,
});

const shop = { lines: [threeCarafes, onePan], shipping: [standardShipping], orderDiscount: 0n, discountCodes: [] };

const refunded =
  (status: 'PARTIALLY_REFUNDED' | 'REFUNDED' | 'PAID', rest: Partial<RefundEvent>, recipe: Partial<Recipe> = {}) =>
  (ordinary: Recipe): Partial<Recipe> => ({
    ...shop,
    payment: { ...ordinary.payment, status },
    events: [refund(ordinary, rest)],
    ...recipe,
  });

const everything = [
  { line: 0, quantity: 3 },
  { line: 1, quantity: 1 },
];

export const refundSituations: readonly Situation[] = [
  { name: 'refund of everything', change: refunded('REFUNDED', { lines: everything, shipping: true }) },
  { name: 'refund of one unit', change: refunded('PARTIALLY_REFUNDED', { lines: [{ line: 0, quantity: 1 }] }) },
  {
    name: 'refund of goods under a discount',
    change: refunded(
      'PARTIALLY_REFUNDED',
      { lines: [{ line: 0, quantity: 2 }] },
      { orderDiscount: 1003n, discountCodes: ['TENOFF'] },
    ),
  },
  { name: 'refund of shipping only', change: refunded('PARTIALLY_REFUNDED', { shipping: true }) },
  { name: 'refund of money only', change: refunded('PARTIALLY_REFUNDED', { adjustment: -700n }) },
  {
    name: 'refund without restocking, whose lines have quantity 0',
    change: refunded('REFUNDED', { lines: everything, restock: 'NO_RESTOCK', shipping: true }),
  },
  {
    name: 'refund with a restocking fee kept',
    change: refunded('PARTIALLY_REFUNDED', { lines: [{ line: 1, quantity: 1 }], adjustment: 650n }),
  },
  { name: 'refund still pending', change: refunded('PAID', { lines: [{ line: 1, quantity: 1 }], isPending: true }) },
  {
    name: 'refund where prices include tax',
    change: refunded('PARTIALLY_REFUNDED', { lines: [{ line: 0, quantity: 1 }] }, { taxesIncluded: true }),
  },
  {
    name: 'two refunds',
    change: (ordinary) => ({
      lines: [twoMugs, onePan],
      orderDiscount: 0n,
      discountCodes: [],
      payment: { ...ordinary.payment, status: 'PARTIALLY_REFUNDED' },
      events: [
        refund(ordinary, { at: daysAfter(ordinary, 2), lines: [{ line: 0, quantity: 1 }] }),
        refund(ordinary, { at: daysAfter(ordinary, 9), lines: [{ line: 0, quantity: 1 }], shipping: true }),
      ],
    }),
  },
  {
    name: 'cancelled after payment',
    change: (ordinary) => ({
      ...shop,
      payment: { ...ordinary.payment, status: 'REFUNDED' },
      events: [
        { kind: 'cancel', at: daysAfter(ordinary, 1), reason: 'CUSTOMER' },
        refund(ordinary, { at: daysAfter(ordinary, 1), lines: everything, restock: 'CANCEL', shipping: true }),
      ],
    }),
  },
];
