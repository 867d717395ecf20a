import type { Currency, MinorUnits } from '../../../src/domain/money.ts';
import type { AmountReader } from './amount-reader.ts';
import { isForeign } from './is-foreign.ts';
import { isOwedForAdditions } from './is-owed-for-additions.ts';
import type { Order } from '../records/order.ts';

/**
 * Whether what the buyer paid covers the order as it was placed, whatever it came to later, or as it was lowered since. A total of nothing is covered.
 *
 * In a foreign currency only that: its payments stand there at the rate of their own day, and prove no total.
 */
export const isCovered = (
  reader: AmountReader,
  currency: Currency,
  order: Order,
  statedTotal: MinorUnits | null,
): boolean => {
  if (statedTotal === null || statedTotal === 0n) return statedTotal === 0n;
  if (isForeign(order, currency)) return false;
  const isPaidAsPlaced = reader.read(order.totalReceivedSet, 'totalReceivedSet') >= statedTotal;
  return isPaidAsPlaced || isOwedForAdditions(reader, currency, order);
};
