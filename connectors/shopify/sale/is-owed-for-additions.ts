import type { Currency } from '../../../src/core/currency.ts';
import { sum } from '../../../src/core/minor-units.ts';
import type { Order } from '../records/order.ts';
import { amountOfAgreement } from './amount-of-agreement.ts';
import type { AmountReader } from './amount-reader.ts';
import { laterAgreements } from './later-agreements.ts';
import { stillOwed } from './still-owed.ts';

/**
 * Whether something was paid, and no more is still owed than what edits and exchanges added: those wait for their own
 * payment, and what was sold before them is paid, also where it was lowered first.
 */
export const isOwedForAdditions = (reader: AmountReader, currency: Currency, order: Order): boolean => {
  const owed = stillOwed(reader, currency, order);
  if (owed === undefined || reader.read(order.totalReceivedSet, 'totalReceivedSet') <= 0n) return false;
  const added = laterAgreements(order)
    .filter(({ reason }) => reason !== 'REFUND')
    .map(amountOfAgreement(reader))
    .filter((amount) => amount > 0n);
  return added.length > 0 && owed <= sum(added);
};
