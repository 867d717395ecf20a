import * as O from 'fp-ts/lib/Option.js';
import { findCurrency, parseMinorUnits } from '../../domain/money.ts';
import type { ShownFields } from '../../domain/sync-store.ts';
import type { LineAmounts } from '../../domain/run.ts';
import type { StoredTransaction } from '../../domain/tax-service.ts';
import { jurisdictionOf } from '../../domain/transaction.ts';
import { isCompared, textKey } from '../../mapping/comparison.ts';
import { presenceOf } from '../presence/read-presence.ts';

/** What the service holds of a transaction, as far as it shows it: little of each, because there are many. */
export interface Told {
  /** The service's, which may be ours. */
  readonly id: string;
  readonly name: string;
  readonly shown: ShownFields;
}

/** Keeps of a stored transaction what is compared. Pure. */
export const toTold = (stored: StoredTransaction): Told => ({
  id: stored.id,
  name: stored.name ?? '',
  shown: presenceOf(stored).shown ?? {},
});

/** Under what a transaction of the service is found: by our id where the service keeps it, else by its name. */
export const keyOfTold = (prefix: string, { id, name }: Pick<Told, 'id' | 'name'>): string =>
  id.startsWith(prefix) ? id : `name ${textKey(name)}`;

/** Whether anything that is shown can be compared. */
export const isShown = ({ shown }: Told): boolean => isCompared(shown);

/** Whether only the day is shown. */
export const isDay = (moment: string): boolean => moment.length === 'YYYY-MM-DD'.length;

/** The day that is shown, or the instant; none when the service does not say when it was. */
export const momentOf = ({ shown }: Told): O.Option<string> => O.fromNullable(shown['transactedAt']);

const amountOf = (currency: string, value: string | undefined): bigint | null => {
  const found = findCurrency(currency);
  if (O.isNone(found) || value === undefined) return null;
  return O.toNullable(O.fromEither(parseMinorUnits(found.value)(Number(value).toFixed(found.value.digits))));
};

const nationOf = (jurisdiction: string): string => /^(.+?)-/.exec(jurisdiction)?.[1] ?? 'US';

/** The key of totals by place, made as ours is. What is not shown, and what is shown in another form, is ours. */
const jurisdictionOfTold = ({ country, state }: ShownFields, ours: string): string => {
  const nation = country ?? nationOf(ours);
  const theirs = jurisdictionOf({
    country: nation,
    state: state === undefined || state === '' ? null : state.toUpperCase(),
  });
  const isOurs = nation === nationOf(ours) && (state === undefined || textKey(theirs) === textKey(ours));
  return isOurs ? ours : theirs;
};

/**
 * What the service has of a transaction, where it shows its money. Currency, place and month are ours where it does not show
 * them; what it shows of them and differs is a difference of its own. None when it shows no money: ours is not the service's.
 */
export const amountsOfTold = (
  { shown }: Told,
  ours: Pick<LineAmounts, 'currency' | 'jurisdiction' | 'month'>,
  monthOf: (instant: string) => string,
): O.Option<LineAmounts> => {
  const currency = shown['currency'] ?? ours.currency;
  const total = amountOf(currency, shown['total']);
  const taxCollected = amountOf(currency, shown['taxCollected']);
  if (total === null || taxCollected === null) return O.none;
  const at = shown['transactedAt'];
  const month = at === undefined ? ours.month : isDay(at) ? at.slice(0, 'YYYY-MM'.length) : monthOf(at);
  return O.some({ currency, jurisdiction: jurisdictionOfTold(shown, ours.jurisdiction), month, total, taxCollected });
};
