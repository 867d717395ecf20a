import * as O from 'fp-ts/lib/Option.js';
import { findCurrency } from '../../core/currency.ts';
import { parseInstant } from '../../core/instant.ts';
import { parseMinorUnits } from '../../core/minor-units.ts';
import type { EntryAmounts } from '../../core/run.ts';
import type { StoredTransaction } from '../../core/stored-transaction.ts';
import { jurisdictionOf } from '../../core/transaction.ts';

/** What the service holds, as far as it says: little of each, because there are many. */
export interface Told {
  readonly id: string;
  readonly name: string;
  /** None when the service does not say when it was. */
  readonly transactedAt: O.Option<string>;
  /** None when the service leaves out a part of them. */
  readonly amounts: O.Option<EntryAmounts>;
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

const placeOf = (address: unknown): O.Option<string> => {
  if (!isRecord(address)) return O.none;
  const country = textOf(address['country']);
  if (country === null) return O.none;
  const state = textOf(address['state']);
  return O.some(jurisdictionOf({ country, state, line1: null, line2: null, city: null, zip: null }));
};

const amountOf = (currency: string, value: unknown): O.Option<bigint> => {
  const found = findCurrency(currency);
  return O.isSome(found) && (typeof value === 'number' || typeof value === 'string')
    ? O.fromEither(parseMinorUnits(found.value)(String(value)))
    : O.none;
};

const amountsOf = (
  stored: StoredTransaction,
  transactedAt: O.Option<string>,
  monthOf: (instant: string) => string,
): O.Option<EntryAmounts> => {
  const currency = textOf(stored['currency']);
  if (currency === null || O.isNone(transactedAt)) return O.none;
  const total = amountOf(currency, stored['total']);
  const taxCollected = amountOf(currency, stored['taxCollected']);
  const jurisdiction = placeOf(stored['shipToAddress']);
  if (O.isNone(total) || O.isNone(taxCollected) || O.isNone(jurisdiction)) return O.none;
  return O.some({
    currency,
    jurisdiction: jurisdiction.value,
    month: monthOf(transactedAt.value),
    total: total.value,
    taxCollected: taxCollected.value,
  });
};

/** Keeps of a stored transaction what is compared. Pure. */
export const toTold = (stored: StoredTransaction, monthOf: (instant: string) => string): Told => {
  const at = stored['transactedAt'];
  const transactedAt = typeof at === 'string' ? parseInstant(at) : O.none;
  return { id: stored.id, name: stored.name ?? '', transactedAt, amounts: amountsOf(stored, transactedAt, monthOf) };
};
