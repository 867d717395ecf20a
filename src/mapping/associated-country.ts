import * as O from 'fp-ts/lib/Option.js';
import { present } from './present.ts';
import type { PlatformAddress } from './sale.ts';
import { findUsState, stateOfZip } from './us-state.ts';

/** By code and by the names that people write. */
const codeByName: ReadonlyMap<string, string> = new Map([
  ['FM', 'FM'],
  ['MICRONESIA', 'FM'],
  ['FEDERATED STATES OF MICRONESIA', 'FM'],
  ['MICRONESIA, FEDERATED STATES OF', 'FM'],
  ['MH', 'MH'],
  ['MARSHALL ISLANDS', 'MH'],
  ['PW', 'PW'],
  ['PALAU', 'PW'],
]);

/**
 * The ISO 3166-1 code of Micronesia, the Marshall Islands or Palau, from its code or name; none for any other place. US mail
 * delivers there and platforms list them among the states of the US, but they are countries of their own, and no US sales
 * tax reaches them.
 *
 * @example
 * findAssociatedCountry('Palau') // some('PW')
 */
export const findAssociatedCountry = (text: string): O.Option<string> => {
  const key = text.trim().toUpperCase();
  return O.fromNullable(codeByName.get(key.startsWith('US-') ? key.slice(3) : key));
};

const byZip = (zip: string | null): O.Option<string> => {
  const state = zip === null ? O.none : stateOfZip(zip);
  return O.isSome(state) ? findAssociatedCountry(state.value) : O.none;
};

/**
 * The country that an address means which names the US, or no country at all. `MH` alone may be India's, so without a
 * country the ZIP has to agree.
 *
 * @param country what the address names, if that is known
 */
export const associatedCountryOf = (parts: PlatformAddress, country: O.Option<string>): O.Option<string> => {
  const [state, ofZip] = [present(parts.state), byZip(present(parts.zip))];
  const ofState = state === null ? O.none : findAssociatedCountry(state);
  if (O.isSome(country) && country.value === 'US') {
    if (O.isSome(ofState)) return ofState;
    return state !== null && O.isSome(findUsState(state)) ? O.none : ofZip;
  }
  const agree = state === null || (O.isSome(ofState) && O.isSome(ofZip) && ofState.value === ofZip.value);
  return present(parts.country) === null && agree ? ofZip : O.none;
};
