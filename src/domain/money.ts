/** Exact money: whole minor units of a currency, their decimal text, and how to split an amount without losing a cent. */
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import * as iso4217 from 'dinero.js/bigint/currencies';

/**
 * A whole number of the smallest unit of a currency: `1299n` is 12.99 USD, and 1299 JPY. Money is never a float.
 *
 * The sale or transaction names the currency once for all its amounts, because one sale has one currency.
 */
export type MinorUnits = bigint;

const decimalPattern = /^-?\d+(?:\.\d*)?$/;

/**
 * Parses a decimal number as the platforms write it: `"12.99"`, `"0.0"`, `"8600"`, `"-5.00"`.
 *
 * Left describes the problem without the value: not a decimal number (`"1e3"`, `"1,234.50"`, `""`), or more decimals
 * than the currency has. Trailing zeros do not count: `"12.9900"` is 12.99 USD.
 *
 * @example
 * parseMinorUnits(usd)('12.99') // right(1299n)
 */
export const parseMinorUnits =
  (currency: Currency) =>
  (text: string): E.Either<string, MinorUnits> => {
    const { digits } = currency;
    const number = text.trim();
    if (!decimalPattern.test(number)) return E.left('not a decimal number');
    const point = number.indexOf('.');
    const whole = point < 0 ? number : number.slice(0, point);
    const fraction = point < 0 ? '' : number.slice(point + 1);
    if (fraction.length > digits && /[1-9]/.test(fraction.slice(digits))) {
      return E.left(`more than the ${digits} decimals of ${currency.code}`);
    }
    return E.right(BigInt(whole + fraction.slice(0, digits).padEnd(digits, '0')));
  };

/**
 * The amount in major units, with all the decimals of the currency.
 *
 * @example
 * formatMinorUnits(usd)(1299n) // "12.99"
 */
export const formatMinorUnits =
  (currency: Currency) =>
  (amount: MinorUnits): string => {
    const digits = (amount < 0n ? -amount : amount).toString().padStart(currency.digits + 1, '0');
    const whole = digits.slice(0, digits.length - currency.digits);
    const fraction = digits.slice(digits.length - currency.digits);
    return `${amount < 0n ? '-' : ''}${whole}${fraction === '' ? '' : `.${fraction}`}`;
  };

/** The sum of amounts of one currency; `0n` for none. */
export const sum = (amounts: Iterable<MinorUnits>): MinorUnits => {
  let total = 0n;
  for (const amount of amounts) total += amount;
  return total;
};

/** The sync database adds amounts up in 64 bits: nine thousand of the largest have room there. */
const tooLarge = 10n ** 15n;

/** Whether sums of such amounts are exact. A sale with another amount is held. */
export const isSummable = (amount: MinorUnits): boolean => amount < tooLarge && amount > -tooLarge;

export const minAmount = (a: MinorUnits, b: MinorUnits): MinorUnits => (a < b ? a : b);

/** An ISO 4217 currency: its code, and how many decimals an amount of it has (USD 2, JPY 0, KWD 3). */
export interface Currency {
  readonly code: string;
  readonly digits: number;
}

/** Withdrawn from ISO 4217, yet the currency of past orders; all but the ruble have two decimals. Source: ISO 4217 list three. */
const withdrawn = 'ANG BGN CUC EEK HRK LTL LVL MRO SKK SLL STD TMM VEF ZMK ZWL';

/**
 * Never in ISO 4217, yet shops keep their books in them: the pound of Jersey and the dollar of Kiribati. Source: Shopify's
 * CurrencyCode, and github.com/Shopify/money, `currency_non_iso.yml`.
 */
const unlisted = 'JEP KID';

const digitsByCode: ReadonlyMap<string, number> = new Map([
  ...`${withdrawn} ${unlisted}`.split(' ').map((code): [string, number] => [code, 2]),
  ['BYR', 0],
  // The library counts ariary and ouguiya in fifths (base 5); ISO 4217 gives both two decimals.
  ...Object.values(iso4217).map(({ code, base, exponent }): [string, number] => [
    code,
    base === 10n ? Number(exponent) : 2,
  ]),
]);

/**
 * The currency of an ISO 4217 code, whatever its case; none when the code is unknown.
 *
 * Never `Intl`: it shows 29 currencies with other decimals than ISO 4217 counts them in (HUF, COP, IDR …).
 *
 * @example
 * findCurrency('usd') // some({ code: 'USD', digits: 2 })
 */
export const findCurrency = (code: string): O.Option<Currency> => {
  const upper = code.toUpperCase();
  const digits = digitsByCode.get(upper);
  return digits === undefined ? O.none : O.some({ code: upper, digits });
};

/** The decimals of a currency code as a service shows it; two when it is unknown. */
export const digitsOf = (code: unknown): number => {
  const found = typeof code === 'string' ? findCurrency(code) : O.none;
  return O.isSome(found) ? found.value.digits : 2;
};

interface Part {
  readonly index: number;
  readonly weight: bigint;
  /** What was cut off, in units of the sum of all weights. */
  readonly remainder: bigint;
}

/**
 * Splits an amount in proportion to weights by largest remainder: the shares add up to the amount, to the last unit. When
 * remainders are equal, the larger weight goes first. Weights are never negative.
 *
 * All weights zero gives everything to the first; no weights gives no shares.
 *
 * @example
 * allocate(100n, [1n, 1n, 1n]) // [34n, 33n, 33n]
 */
export const allocate = (amount: MinorUnits, weights: readonly MinorUnits[]): readonly MinorUnits[] => {
  if (amount < 0n) return allocate(-amount, weights).map((share) => -share);
  const all = sum(weights);
  if (all === 0n) return weights.map((_, index) => (index === 0 ? amount : 0n));
  const cut = weights.map((weight) => (amount * weight) / all);
  const parts = weights.map((weight, index): Part => ({ index, weight, remainder: (amount * weight) % all }));
  const left = Number(amount - sum(cut));
  const raised = new Set(
    parts
      .toSorted(byRemainder)
      .slice(0, left)
      .map(({ index }) => index),
  );
  return cut.map((share, index) => (raised.has(index) ? share + 1n : share));
};

/** Decimals of an amount, by the code of its currency. Stored amounts have passed the mapping, so their currency is known. */
export const moneyIn = (code: string): ((amount: MinorUnits) => string) => {
  const currency = findCurrency(code);
  return formatMinorUnits(O.isSome(currency) ? currency.value : { code, digits: 2 });
};

const byRemainder = (a: Part, b: Part): number =>
  descending(a.remainder, b.remainder) || descending(a.weight, b.weight) || a.index - b.index;

const descending = (a: bigint, b: bigint): number => (a === b ? 0 : a > b ? -1 : 1);
