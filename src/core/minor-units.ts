import * as E from 'fp-ts/lib/Either.js';
import type { Currency } from './currency.ts';

/**
 * A whole number of the smallest unit of a currency: `1299n` is 12.99 USD, and 1299 JPY. Money is never a float.
 *
 * The currency stands once beside the amounts (on the sale, on the transaction), because one sale has one currency.
 */
export type MinorUnits = bigint;

const decimal = /^-?\d+(?:\.\d*)?$/;

/**
 * Reads a decimal number as the platforms write it: `"12.99"`, `"0.0"`, `"8600"`, `"-5.00"`.
 *
 * Left says why not, without the value: no decimal number (`"1e3"`, `"1,234.50"`, `""`), or digits finer than the
 * currency has. Trailing zeros are no finer digits: `"12.9900"` is 12.99 USD.
 *
 * @example
 * parseMinorUnits(usd)('12.99') // right(1299n)
 */
export const parseMinorUnits =
  (currency: Currency) =>
  (text: string): E.Either<string, MinorUnits> => {
    const { digits } = currency;
    const number = text.trim();
    if (!decimal.test(number)) return E.left('not a decimal number');
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

/** The smaller of two amounts. */
export const atMost = (a: MinorUnits, b: MinorUnits): MinorUnits => (a < b ? a : b);
