import type { EditEvent, ReturnEvent } from '../order-event.ts';
import type { Recipe } from '../recipe.ts';
import { type Situation, daysAfter } from './situation.ts';
import { onePan, oneThrow, standardShipping, threeCarafes, twoMugs } from './shop-lines.ts';

const shop = { lines: [threeCarafes, twoMugs], shipping: [standardShipping], orderDiscount: 0n, discountCodes: [] };

const edited =
  (rest: Partial<EditEvent>) =>
  (ordinary: Recipe): Partial<Recipe> => ({
    ...shop,
    events: [
      {
        kind: 'edit',
        at: daysAfter(ordinary, 1),
        removed: [],
        discounted: [],
        added: [],
        removedShipping: [],
        ...rest,
      },
    ],
  });

const returned =
  (rest: Partial<ReturnEvent>) =>
  (ordinary: Recipe): Partial<Recipe> => ({
    ...shop,
    events: [
      {
        kind: 'return',
        at: daysAfter(ordinary, 8),
        lines: [{ line: 1, quantity: 1 }],
        exchangedFor: [],
        shippingFee: 0n,
        status: 'CLOSED',
        ...rest,
      },
    ],
  });

export const returnAndEditSituations: readonly Situation[] = [
  { name: 'return on its way', change: returned({ status: 'OPEN' }) },
  {
    name: 'return with a fee for the way back',
    change: (ordinary) => ({
      ...returned({ shippingFee: 500n })(ordinary),
      payment: { ...ordinary.payment, status: 'PARTIALLY_REFUNDED' },
    }),
  },
  {
    name: 'exchange for the same price',
    change: returned({
      lines: [{ line: 1, quantity: 2 }],
      exchangedFor: [{ ...twoMugs, title: 'Enamel mug, blue' }],
    }),
  },
  { name: 'exchange for something dearer', change: returned({ exchangedFor: [onePan] }) },
  { name: 'edited: quantity lowered', change: edited({ removed: [{ line: 0, quantity: 1 }] }) },
  { name: 'edited: line removed', change: edited({ removed: [{ line: 1, quantity: 2 }] }) },
  { name: 'edited: discount added', change: edited({ discounted: [{ line: 0, amount: 1500n }] }) },
  { name: 'edited: line added', change: edited({ added: [oneThrow] }) },
  {
    name: 'edited: shipping charge removed',
    change: edited({ removedShipping: [0] }),
  },
  {
    name: 'edited: removed, discounted and added at once',
    change: edited({
      removed: [{ line: 1, quantity: 1 }],
      discounted: [{ line: 0, amount: 999n }],
      added: [{ ...onePan, quantity: 2 }],
    }),
  },
];
