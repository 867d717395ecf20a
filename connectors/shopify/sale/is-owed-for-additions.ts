import type { Currency } from '../../../src/domain/money.ts';
import type { Order } from '../records/order.ts';
import { amendmentsOf, unpaidAmong } from './amendments.ts';
import type { AmountReader } from './amount-reader.ts';
import { stillOwed } from './still-owed.ts';

/**
 * Whether something was paid, and no more is still owed than what waits for its own payment: additions of edits and
 * exchanges, less what was taken off them again. What was sold before is paid then, also where it was lowered first.
 */
export const isOwedForAdditions = (reader: AmountReader, currency: Currency, order: Order): boolean => {
  const owed = stillOwed(reader, currency, order);
  if (owed === undefined || reader.read(order.totalReceivedSet, 'totalReceivedSet') <= 0n) return false;
  return owed <= unpaidAmong(amendmentsOf(reader, currency, order));
};
