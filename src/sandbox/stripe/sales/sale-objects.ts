import { type AccountSize, groundOf } from '../objects/ground.ts';
import type { StripeObject } from '../objects/stripe-object.ts';
import { ordinarySale } from './ordinary-sale.ts';
import { situationAt } from './situation-at.ts';

/** Everything that Stripe keeps of the sale of an index; the same for ever. */
export const saleObjects = (size: AccountSize, index: number): readonly StripeObject[] => {
  const situation = situationAt(index);
  const ground = groundOf(size, index, situation !== undefined);
  return situation === undefined ? ordinarySale(ground) : situation.objects(ground);
};
