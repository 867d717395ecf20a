import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import { type Currency, findCurrency, type MinorUnits } from '../../../src/domain/money.ts';

/*
 * Stripe counts some currencies in another unit than ISO 4217 does. Source: docs.stripe.com/currencies (zero-decimal,
 * three-decimal and special cases). HUF and TWD have two decimals here: their "zero-decimal" is for payouts only.
 */
const withoutDecimals: ReadonlySet<string> = new Set(
  'BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF'.split(' '),
);
const withThreeDecimals: ReadonlySet<string> = new Set('BHD JOD KWD OMR TND'.split(' '));

/** How many decimals Stripe counts a currency in: ISK and UGX have 2 (5 ISK is 500), MGA has 0, as ISO 4217 has not. */
export const stripeDigits = (code: string): number => {
  const upper = code.toUpperCase();
  if (withoutDecimals.has(upper)) return 0;
  return withThreeDecimals.has(upper) ? 3 : 2;
};

/** A currency, and the way from Stripe's smallest unit of it to the one of ISO 4217. */
export interface StripeMoney {
  readonly currency: Currency;
  /** Whether Stripe counts it as ISO 4217 does, as it does nearly all of them. */
  readonly isSame: boolean;
  /** How many of Stripe's units make the smallest one of ISO 4217: 100 for ISK, 1 where Stripe's is no finer. */
  readonly step: bigint;
  /** None when the amount is finer than ISO 4217 counts the currency. */
  readonly toMinorUnits: (amount: bigint) => O.Option<MinorUnits>;
}

/** What stands in the place of a code is shown only when it can be nothing else than one. */
const unknownCurrency = (code: string): string =>
  `${/^[a-z]{3,5}$/i.test(code) ? `"${code}"` : 'what stands for its currency'} is no currency of ISO 4217`;

/**
 * The money of a Stripe currency code (`usd`). Left names the code when ISO 4217 does not know it.
 *
 * @example
 * stripeMoney('isk') // right: toMinorUnits(500n) is some(5n)
 */
export const stripeMoney = (code: string): E.Either<string, StripeMoney> => {
  const currency = findCurrency(code);
  if (O.isNone(currency)) return E.left(unknownCurrency(code));
  const shift = currency.value.digits - stripeDigits(code);
  const factor = 10n ** BigInt(Math.abs(shift));
  const toMinorUnits = (amount: bigint): O.Option<MinorUnits> => {
    if (shift >= 0) return O.some(amount * factor);
    return amount % factor === 0n ? O.some(amount / factor) : O.none;
  };
  return E.right({ currency: currency.value, isSame: shift === 0, step: shift < 0 ? factor : 1n, toMinorUnits });
};
