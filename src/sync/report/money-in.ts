import * as O from 'fp-ts/lib/Option.js';
import { findCurrency } from '../../core/currency.ts';
import { formatMinorUnits, type MinorUnits } from '../../core/minor-units.ts';

/** Decimals of an amount of a currency by its code; amounts in the book have passed the mapping, so the code is known. */
export const moneyIn = (code: string): ((amount: MinorUnits) => string) => {
  const currency = findCurrency(code);
  return formatMinorUnits(O.isSome(currency) ? currency.value : { code, digits: 2 });
};
