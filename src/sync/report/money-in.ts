import * as O from 'fp-ts/lib/Option.js';
import { findCurrency, formatMinorUnits, type MinorUnits } from '../../domain/money.ts';

/** Decimals of an amount of a currency by its code; amounts in the book have passed the mapping, so the code is known. */
export const moneyIn = (code: string): ((amount: MinorUnits) => string) => {
  const currency = findCurrency(code);
  return formatMinorUnits(O.isSome(currency) ? currency.value : { code, digits: 2 });
};
