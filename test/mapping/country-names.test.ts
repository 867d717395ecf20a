import { describe, expect, it } from '@jest/globals';
import * as O from 'fp-ts/lib/Option.js';
import { findAssociatedCountry, findCountry, findUsState, isUsTerritory } from '../../src/mapping/country.ts';

/** The names that differ from those of ISO 3166-1, as platforms, forms and people write them. */
const written = `
AC Ascension Island|AG Antigua & Barbuda|BA Bosnia & Herzegovina|BA Bosnia|BL St. Barthelemy|BN Brunei|BO Bolivia
BQ Caribbean Netherlands|CD Congo - Kinshasa|CG Congo - Brazzaville|CI Côte d’Ivoire|CI Ivory Coast|CV Cape Verde
CZ Czechia|CZ Czech Republic|FK Falkland Islands|FM Micronesia|GB United Kingdom|GB U.K.|GB Great Britain
GS South Georgia & South Sandwich Islands|HK Hong Kong SAR|HK Hong Kong SAR China|HM Heard & McDonald Islands|IR Iran
KN St. Kitts & Nevis|KP North Korea|KR South Korea|KR Republic of Korea|LA Laos|LC St. Lucia|MD Moldova|MF St. Martin
MK North Macedonia|MM Myanmar|MM Myanmar (Burma)|MO Macao|MO Macau|MO Macao SAR|MO Macao SAR China|NL Netherlands
NL The Netherlands|PM St. Pierre & Miquelon|PN Pitcairn Islands|PS Palestine|PS Palestinian Territories|RU Russia
SH St. Helena|ST Sao Tome & Principe|SX Sint Maarten|SY Syria|TA Tristan da Cunha|TC Turks & Caicos Islands|TR Turkey
TR TURKIYE|TT Trinidad & Tobago|TW Taiwan|TZ Tanzania|UM U.S. Outlying Islands|US United States
US United States of America|VA Vatican City|VC St. Vincent & Grenadines|VC St. Vincent and the Grenadines|VE Venezuela
VG British Virgin Islands|VI U.S. Virgin Islands|VN Vietnam|WF Wallis & Futuna|XK Kosovo`
  .trim()
  .split(/[|\n]/)
  .map((line): [string, string] => [line.slice(3), line.slice(0, 2)]);

describe('the name of a country', () => {
  it.each(written)('%s is %s', (name, code) => {
    expect(O.toNullable(findCountry(name))).toBe(code);
    expect(O.toNullable(findCountry(` ${name.toLowerCase()} `))).toBe(code);
  });

  it.each(['', ' ', 'Atlantis', 'ZZ', 'ABC', 'North'])('%j is none', (text) => {
    expect(findCountry(text)).toStrictEqual(O.none);
  });
});

describe('a separate country to which US mail delivers', () => {
  it.each([
    ['FM', 'FM'],
    ['Micronesia', 'FM'],
    ['Federated States of Micronesia', 'FM'],
    ['Micronesia, Federated States of', 'FM'],
    ['MH', 'MH'],
    ['Marshall Islands', 'MH'],
    ['pw', 'PW'],
    ['US-PW', 'PW'],
    [' Palau ', 'PW'],
  ])('%s is %s', (text, code) => {
    expect(O.toNullable(findAssociatedCountry(text))).toBe(code);
  });

  it.each(['CA', 'US-CA', 'XPW', ''])('%j is none', (text) => {
    expect(findAssociatedCountry(text)).toStrictEqual(O.none);
  });
});

describe('a state of the US', () => {
  it.each([
    ...['DC', 'US-DC', 'Washington DC', 'Washington D.C.', 'Washington, DC', 'Washington, D.C.', 'd.c.'].map(
      (text) => [text, 'DC'] as const,
    ),
    ['AA', 'AA'],
    ['Armed Forces Americas', 'AA'],
    ['AE', 'AE'],
    ['Armed Forces Europe', 'AE'],
    ['AP', 'AP'],
    ['Armed Forces Pacific', 'AP'],
    ['new york', 'NY'],
  ] as const)('%s is %s', (text, code) => {
    expect(O.toNullable(findUsState(text))).toBe(code);
  });

  it.each(['PR', 'VI', 'GU', 'AS', 'MP', 'UM'])('%s is a territory that counts as one', (country) => {
    expect(isUsTerritory(country)).toBe(true);
  });
});
