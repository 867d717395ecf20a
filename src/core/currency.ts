import * as O from 'fp-ts/lib/Option.js';
import * as iso4217 from 'dinero.js/bigint/currencies';

/** An ISO 4217 currency: its code, and how many decimals an amount of it has (USD 2, JPY 0, KWD 3). */
export interface Currency {
  readonly code: string;
  readonly digits: number;
}

/** Withdrawn from ISO 4217, yet the currency of past orders. Source: ISO 4217 list three. */
const withdrawn: Readonly<Record<string, number>> = {
  ANG: 2,
  BGN: 2,
  BYR: 0,
  CUC: 2,
  EEK: 2,
  HRK: 2,
  LTL: 2,
  LVL: 2,
  MRO: 2,
  SKK: 2,
  SLL: 2,
  STD: 2,
  TMM: 2,
  VEF: 2,
  ZMK: 2,
  ZWL: 2,
};

/**
 * Never in ISO 4217, yet shops keep their books in them: the pound of Jersey and the dollar of Kiribati. Source: Shopify's
 * CurrencyCode, and github.com/Shopify/money, `currency_non_iso.yml`.
 */
const unlisted: Readonly<Record<string, number>> = { JEP: 2, KID: 2 };

const digitsByCode: ReadonlyMap<string, number> = new Map([
  ...Object.entries({ ...withdrawn, ...unlisted }),
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
