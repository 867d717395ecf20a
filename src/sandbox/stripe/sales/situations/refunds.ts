import { basketOf, totalOf } from '../../objects/basket.ts';
import { checkedOut } from '../../objects/checked-out.ts';
import type { Ground } from '../../objects/ground.ts';
import { refundOf } from '../../objects/refund.ts';
import type { Json, StripeObject } from '../../objects/stripe-object.ts';
import { oneScale, twoKits } from '../baskets.ts';
import type { Situation } from '../situation.ts';

interface Back {
  readonly amount: number;
  readonly over?: Json;
}

const refunded = (name: string, backs: (total: number) => readonly Back[]): Situation => ({
  name,
  objects: (ground: Ground): readonly StripeObject[] => {
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
  },
});

export const refundSituations: readonly Situation[] = [
  refunded('refunded in full', (total) => [{ amount: total }]),
  refunded('refunded in part', () => [{ amount: 3333 }]),
  refunded('refunded twice, all of it', (total) => [{ amount: 5000 }, { amount: total - 5000 }]),
  refunded('refund that is pending', () => [{ amount: 2500, over: { status: 'pending' } }]),
  refunded('refund that failed', () => [
    { amount: 2500, over: { status: 'failed', failure_reason: 'lost_or_stolen_card' } },
  ]),
  refunded('more than ten refunds', () => Array.from({ length: 12 }, () => ({ amount: 100 }))),
];
