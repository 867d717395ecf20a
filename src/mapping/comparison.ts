/**
 * Decides whether the service holds a transaction as we would send it: equal money, jurisdiction, day and exemption, in any
 * form. The table "What counts as equal" in docs/service.md describes the same rules.
 */
import { digestOf, isRecord } from '../domain/fields.ts';
import * as O from 'fp-ts/lib/Option.js';
import { digitsOf } from '../domain/money.ts';
import { instantOfMilliseconds, parseInstant } from '../domain/instant.ts';
import { findCountry, findUsState, isUsTerritory, stateAbroad } from './country.ts';

const moneyFields = ['total', 'taxCollected', 'subtotal', 'shippingHandling', 'discount'] as const;
const plainFields = ['currency', 'state', 'zip', 'country', 'purpose', 'entity', 'marketplace'] as const;

type MoneyField = (typeof moneyFields)[number];
type Field = MoneyField | (typeof plainFields)[number] | 'transactedAt' | 'lines';

/**
 * The fields of a transaction that are compared, each in one canonical form. An absent field was not shown and is not
 * compared. No name, street or city: this is stored.
 *
 * Money in major units as decimal text. `transactedAt` is an instant to the second, in UTC or with the offset that it was
 * written with, or a day where only the day is shown. `state` and `purpose` are empty where the transaction has no state or
 * purpose. `lines` are `quantity x amount` in order of their text, or a digest of that if it is long.
 */
export type Comparable = Readonly<Partial<Record<Field, string>>>;

/** A field that differs. Both values where it is money; never anything else, which could be personal data. */
export interface FieldDifference {
  readonly field: string;
  readonly ours?: string;
  readonly theirs?: string;
}

/**
 * A text without case, accents, spacing and punctuation: the service may store names in another form than we sent.
 *
 * @example
 * textKey('Shopify #1001 · 5012345678') // "shopify-1001-5012345678"
 */
export const textKey = (text: string): string => (/^[a-z0-9]*$/.test(text) ? text : keyOfAny(text));

/** The most decimals of a currency in which goods are sold. */
const maxDigits = 3;

/**
 * The comparable fields of a transaction, as we send it or as the service shows it. Pure.
 *
 * @param inCurrency the currency of amounts where the transaction shows none; ISO 4217, default two decimals
 * @param face where it was read: `own`, a body of ours, has every field; `alone`, a single read, shows the exemption if it
 * shows address and lines; `list` may leave the exemption out. Default `alone`
 */
export const comparableOf = (
  transaction: Readonly<Record<string, unknown>>,
  inCurrency?: string,
  face: 'own' | 'alone' | 'list' = 'alone',
): Comparable => {
  const shown: Partial<Record<Field, string>> = {};
  const set = (field: Field, value: string | undefined): void => {
    if (value !== undefined) shown[field] = value;
  };
  const currency = textOf(transaction['currency'])?.toUpperCase();
  set('currency', currency);
  for (const field of moneyFields) set(field, decimalOf(transaction[field]));
  set('transactedAt', momentOf(transaction['transactedAt']));
  const address = transaction['shipToAddress'];
  if (isRecord(address)) {
    const named = countryOf(address);
    // A service may treat Puerto Rico as a country.
    const territory = named !== undefined && isUsTerritory(named) ? named : undefined;
    const country = territory === undefined ? named : 'US';
    const isUs = country === undefined || country === 'US';
    set('country', country);
    set('state', territory ?? stateOf(address, country));
    set('zip', zipOf(address['zip'], isUs));
  }
  const purpose = transaction['purpose'];
  // A service that shows everything else and no purpose has none stored.
  const isWhole = face !== 'list' && isRecord(address) && Array.isArray(transaction['lineItems']);
  if (purpose !== undefined || isWhole) set('purpose', textKey(textOf(purpose) ?? '') === 'resale' ? 'RESALE' : '');
  for (const field of ['entity', 'marketplace'] as const) {
    const text = textOf(transaction[field]);
    const none = face === 'own' ? '' : undefined;
    set(field, text === undefined ? none : withoutDefault(textKey(text)));
  }
  const shownIn = currency ?? inCurrency;
  set('lines', linesOf(transaction['lineItems'], shownIn === undefined ? maxDigits : digitsOf(shownIn)));
  return shown;
};

/**
 * The differences between two transactions in fields that both show; empty when equal. Symmetric. Money is equal within half
 * of the currency's smallest unit. Pure.
 *
 * @example
 * differencesOf(comparableOf(body), comparableOf(stored)) // [{ field: 'total', ours: '19.99', theirs: '20.00' }]
 */
export const differencesOf = (ours: Comparable, theirs: Comparable): readonly FieldDifference[] => {
  const digits = Math.max(digitsOf(ours.currency ?? theirs.currency), digitsOf(theirs.currency ?? ours.currency));
  const found: FieldDifference[] = [];
  const isEqualOrMissing = (field: Field, isSame: (a: string, b: string) => boolean): boolean => {
    const [a, b] = [ours[field], theirs[field]];
    return a === undefined || b === undefined || a === b || isSame(a, b);
  };
  for (const field of moneyFields) {
    const [a, b] = [ours[field], theirs[field]];
    if (a === undefined || b === undefined || a === b || isSameMoney(a, b, digits)) continue;
    found.push({ field, ours: money(a, digits), theirs: money(b, digits) });
  }
  if (!isEqualOrMissing('transactedAt', isSameMoment)) found.push({ field: 'transactedAt' });
  for (const field of plainFields) if (!isEqualOrMissing(field, () => false)) found.push({ field: pathOf(field) });
  if (!isEqualOrMissing('lines', () => false)) found.push({ field: 'lineItems' });
  return found;
};

/**
 * The fields that the service must show before a transaction counts as compared, and does not show. Without them, a wrong tax
 * filing would not be noticed. An address abroad may have no state. Pure.
 */
export const hiddenFields = (ours: Comparable, theirs: Comparable): readonly string[] => {
  const hasNoState = (ours.state ?? '') === '' && ours.country !== 'US' && theirs.country !== undefined;
  const needed = (['total', 'taxCollected', 'transactedAt', 'state'] as const).filter(
    (field) => !(field === 'state' && hasNoState),
  );
  return needed.filter((field) => theirs[field] === undefined).map(pathOf);
};

/** Marks that our transaction has and the service does not show for it. Pure. */
export const hiddenMarks = (ours: Comparable, theirs: Comparable): readonly Mark[] =>
  marks.filter((field) => (ours[field] ?? '') !== '' && theirs[field] === undefined);

export const marks = ['purpose', 'entity', 'marketplace'] as const;
export type Mark = (typeof marks)[number];

/** Whether anything that matters is shown: money, place, day or an exemption. */
export const hasComparableFields = (theirs: Comparable): boolean =>
  theirs.total !== undefined ||
  theirs.taxCollected !== undefined ||
  theirs.state !== undefined ||
  theirs.transactedAt !== undefined ||
  theirs.lines !== undefined;

/**
 * Why a sale differs from what was sent, as a part of a sentence; undefined when the differences do not show it.
 *
 * Shopify recalculates the taxes of an unfulfilled order whose shipping address is changed by an app on API version 2026-10
 * or later (shopify.dev changelog, 2026-07-30).
 */
export const causeOf = (differences: readonly FieldDifference[]): string | undefined =>
  isTaxedForNewAddress(differences)
    ? 'the shipping address was changed after the order was sent, and the taxes were recalculated for it'
    : undefined;

/** Differences as they are shown: `total 19.99 in the sale, 20.00 in the service; shipToAddress.state`. */
export const describeDifferences = (differences: readonly FieldDifference[]): string =>
  differences
    .map(({ field, ours, theirs }) =>
      ours === undefined || theirs === undefined ? field : `${field} ${ours} in the sale, ${theirs} in the service`,
    )
    .join('; ');

const keyOfAny = (text: string): string =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '');

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;

const decimalOf = (value: unknown): string | undefined => {
  const number = numberOf(value);
  return number === undefined ? undefined : String(number);
};

/** Six decimals, which removes the noise of binary fractions (19.990000000000002). */
const numberOf = (value: unknown): number | undefined => {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? rounded(number, 6) : undefined;
};

/** Rounded to decimals, never to a negative zero. */
const rounded = (number: number, digits: number): number => {
  // Nearly every amount has at most two decimals; then the rounding changes nothing.
  const isShort = digits >= 2 && Math.abs(number) < 1e12 && Math.round(number * 100) / 100 === number;
  return (isShort ? number : Number(number.toFixed(digits))) + 0;
};

const day = /^(\d{4}-\d\d-\d\d)(?:[T ]00:00(?::00(?:\.0+)?)?(?:Z|[+-]00:?00)?)?$/;

const localTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?[+-]\d\d:\d\d$/;

/** Midnight means a day: services that store days write it so. A time without an offset is in UTC. */
const momentOf = (value: unknown): string | undefined => {
  if (typeof value === 'number') {
    const milliseconds = Math.abs(value) < 1e11 ? value * 1_000 : value;
    const at = O.toUndefined(O.tryCatch(() => instantOfMilliseconds(Math.floor(milliseconds / 1_000) * 1_000)));
    return at?.endsWith('T00:00:00Z') === true ? at.slice(0, 'YYYY-MM-DD'.length) : at;
  }
  const text = textOf(value);
  if (text === undefined) return undefined;
  const shownDay = day.exec(text)?.[1];
  if (shownDay !== undefined) return shownDay;
  const written = /(?:Z|[+-]\d\d(?::?\d\d)?)$/i.test(text) ? text : `${text}Z`;
  const instant = O.toUndefined(parseInstant(written));
  // With its offset, because that shows the local day.
  return instant !== undefined && localTime.test(written)
    ? written.replace(/\.\d+/, '')
    : instant?.replace(/\.\d+Z$/, 'Z');
};

/** A null country of an address is the US: services read it so. */
const countryOf = (address: Readonly<Record<string, unknown>>): string | undefined => {
  const text = textOf(address['country']);
  if (text === undefined) return 'country' in address ? 'US' : undefined;
  return O.getOrElse(() => text.toUpperCase())(findCountry(text));
};

/** Empty where the address states that it has no state. */
const stateOf = (address: Readonly<Record<string, unknown>>, country = 'US'): string | undefined => {
  const text = textOf(address['state']);
  if (text === undefined) return 'state' in address ? '' : undefined;
  const usState = country === 'US' ? O.toUndefined(findUsState(text)) : undefined;
  return usState ?? textKey(stateAbroad(country, text).replace(/^[A-Za-z]{2}-/, ''));
};

/** In the US the first five digits; a service that stores numbers loses leading zeros. */
const zipOf = (value: unknown, isUs: boolean): string | undefined => {
  const text = typeof value === 'number' ? String(value).padStart(5, '0') : textOf(value);
  return isUs
    ? text?.replace(/^(\d{5})[\s-]?\d{0,4}$/, '$1')
    : text === undefined
      ? undefined
      : textKey(text).replaceAll('-', '');
};

/** What services show of a sale that has no exempt buyer and no marketplace. */
const defaults =
  /^(none|no|n-a|na|null|false|0|default|standard|regular|normal|general|taxable|retail|individual|consumer|customer|person|business|company|other|unknown|direct|online|web|website|store|own|shopify|stripe)$/;

const withoutDefault = (code: string): string => (defaults.test(code) ? '' : code);

const maxLinesText = 120;

const linesOf = (value: unknown, digits: number): string | undefined => {
  if (!Array.isArray(value)) return undefined;
  const lines: string[] = [];
  for (const line of value as readonly unknown[]) {
    if (!isRecord(line)) return undefined;
    const [quantity, amount] = [numberOf(line['quantity']), numberOf(line['amount'])];
    if (quantity === undefined || amount === undefined) return undefined;
    lines.push(`${quantity}x${rounded(amount, digits)}`);
  }
  const text = lines.sort().join(' ');
  return text.length > maxLinesText ? digestOf(text).slice(0, 32) : text;
};

const isSameMoney = (a: string, b: string, digits: number): boolean =>
  Math.abs(Number(a) - Number(b)) * 10 ** digits <= 0.5 + 1e-6;

/** 19.99 as it is written in a currency; never in more digits than it was shown with. */
const money = (amount: string, digits: number): string => {
  const fixed = Number(amount).toFixed(digits);
  return Number(fixed) === Number(amount) ? fixed : amount;
};

const isSameMoment = (a: string, b: string): boolean => {
  const isDay = Math.min(a.length, b.length) === 'YYYY-MM-DD'.length;
  const isSameDay = a.slice(0, 'YYYY-MM-DD'.length) === b.slice(0, 'YYYY-MM-DD'.length);
  return (isDay && isSameDay) || momentAt(a) === momentAt(b);
};

/** A day is also the moment at which it begins: a sale of that moment looks like a day, unless it is shown with an offset. */
const momentAt = (text: string): string | undefined =>
  O.toUndefined(parseInstant(text.length === 'YYYY-MM-DD'.length ? `${text}T00:00:00Z` : text));

const pathOf = (field: Field): string =>
  field === 'state' || field === 'zip' || field === 'country' ? `shipToAddress.${field}` : field;

const isTaxedForNewAddress = (differences: readonly FieldDifference[]): boolean =>
  differences.some(({ field }) => field.startsWith('shipToAddress.')) &&
  differences.some(({ field }) => field === 'taxCollected');
