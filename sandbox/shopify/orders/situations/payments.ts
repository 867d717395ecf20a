/** Sample orders with special payments and events after the sale: unpaid, refunded, returned, exchanged, edited, canceled. */
import type { FinancialStatus, Recipe, RefundEvent, EditEvent, ReturnEvent } from '../recipe.ts';
import {
  type Situations,
  daysAfter,
  noDiscount,
  onePan,
  standardShipping,
  threeCarafes,
  twoMugs,
  oneThrow,
} from './situation.ts';

const withStatus =
  (status: FinancialStatus | null) =>
  (ordinary: Recipe): Partial<Recipe> => ({ payment: { ...ordinary.payment, status } });

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

const shop = { ...noDiscount, lines: [threeCarafes, onePan], shipping: [standardShipping] };
const sold = { ...shop, lines: [threeCarafes, twoMugs] };

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

const edited =
  (rest: Partial<EditEvent>) =>
  (ordinary: Recipe): Partial<Recipe> => ({
    ...sold,
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
    ...sold,
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

export const paymentSituations: Situations = {
  'test order': (ordinary) => ({ isTest: true, payment: { ...ordinary.payment, gateway: 'bogus' } }),
  unpaid: withStatus('PENDING'),
  'only authorized': withStatus('AUTHORIZED'),
  'partially paid': withStatus('PARTIALLY_PAID'),
  voided: withStatus('VOIDED'),
  'payment expired': withStatus('EXPIRED'),
  'no financial status, nothing paid': withStatus(null),
  'canceled before payment': (ordinary) => ({
    payment: { ...ordinary.payment, status: 'VOIDED' },
    events: [{ kind: 'cancel', at: daysAfter(ordinary, 1), reason: 'CUSTOMER' }],
  }),
  archived: () => ({ isArchived: true }),
  'tax still estimated': () => ({ isTaxEstimated: true }),
  'disputed by the cardholder': () => ({ isDisputed: true }),
  'paid through Stripe': (ordinary) => ({
    payment: { ...ordinary.payment, gateway: 'stripe', paymentId: `pi_sandbox${ordinary.number}` },
  }),
  'made from a draft': (ordinary) => ({
    payment: { ...ordinary.payment, gateway: 'manual' },
    channel: {
      ...ordinary.channel,
      sourceName: 'shopify_draft_order',
      app: { id: '1354745', name: 'Draft Orders' },
      attribution: null,
    },
  }),
  'refund of everything': refunded('REFUNDED', { lines: everything, shipping: true }),
  'refund of one unit': refunded('PARTIALLY_REFUNDED', { lines: [{ line: 0, quantity: 1 }] }),
  'refund of goods under a discount': refunded(
    'PARTIALLY_REFUNDED',
    { lines: [{ line: 0, quantity: 2 }] },
    { orderDiscount: 1003n, discountCodes: ['TENOFF'] },
  ),
  'refund of shipping only': refunded('PARTIALLY_REFUNDED', { shipping: true }),
  'refund of money only': refunded('PARTIALLY_REFUNDED', { adjustment: -700n }),
  'refund without restocking, whose lines have quantity 0': refunded('REFUNDED', {
    lines: everything,
    restock: 'NO_RESTOCK',
    shipping: true,
  }),
  'refund with a restocking fee kept': refunded('PARTIALLY_REFUNDED', {
    lines: [{ line: 1, quantity: 1 }],
    adjustment: 650n,
  }),
  'refund still pending': refunded('PAID', { lines: [{ line: 1, quantity: 1 }], isPending: true }),
  'refund where prices include tax': refunded(
    'PARTIALLY_REFUNDED',
    { lines: [{ line: 0, quantity: 1 }] },
    { taxesIncluded: true },
  ),
  'two refunds': (ordinary) => ({
    ...noDiscount,
    lines: [twoMugs, onePan],
    payment: { ...ordinary.payment, status: 'PARTIALLY_REFUNDED' },
    events: [
      refund(ordinary, { at: daysAfter(ordinary, 2), lines: [{ line: 0, quantity: 1 }] }),
      refund(ordinary, { at: daysAfter(ordinary, 9), lines: [{ line: 0, quantity: 1 }], shipping: true }),
    ],
  }),
  'cancelled after payment': (ordinary) => ({
    ...shop,
    payment: { ...ordinary.payment, status: 'REFUNDED' },
    events: [
      { kind: 'cancel', at: daysAfter(ordinary, 1), reason: 'CUSTOMER' },
      refund(ordinary, { at: daysAfter(ordinary, 1), lines: everything, restock: 'CANCEL', shipping: true }),
    ],
  }),
  'return on its way': returned({ status: 'OPEN' }),
  'return with a fee for the way back': (ordinary) => ({
    ...returned({ shippingFee: 500n })(ordinary),
    payment: { ...ordinary.payment, status: 'PARTIALLY_REFUNDED' },
  }),
  'exchange for the same price': returned({
    lines: [{ line: 1, quantity: 2 }],
    exchangedFor: [{ ...twoMugs, title: 'Enamel mug, blue' }],
  }),
  'exchange for something dearer': returned({ exchangedFor: [onePan] }),
  'edited: quantity lowered': edited({ removed: [{ line: 0, quantity: 1 }] }),
  'edited: line removed': edited({ removed: [{ line: 1, quantity: 2 }] }),
  'edited: discount added': edited({ discounted: [{ line: 0, amount: 1500n }] }),
  'edited: line added': edited({ added: [oneThrow] }),
  'edited: shipping charge removed': edited({ removedShipping: [0] }),
  'edited: removed, discounted and added at once': edited({
    removed: [{ line: 1, quantity: 1 }],
    discounted: [{ line: 0, amount: 999n }],
    added: [{ ...onePan, quantity: 2 }],
  }),
};
