import { withAmounts } from './amounts.ts';
import type { Distortion, Normalization } from './dialect.ts';
import { isJson, type Json, linesOf, textOf, valueAt, withTexts, withValueAt } from './json.ts';

type Change = (fields: Json) => Json;

const inAddress =
  (part: string, change: (value: unknown, address: Json) => unknown): Change =>
  (fields) => {
    const address = fields['shipToAddress'];
    return isJson(address)
      ? { ...fields, shipToAddress: { ...address, [part]: change(address[part], address) } }
      : fields;
  };

const isInUs = ({ country }: Json): boolean => country === null || /^usa?$/i.test(textOf(country));

const plusFour = (zip: unknown, address: Json): unknown =>
  isInUs(address) && typeof zip === 'string' && /^\d{5}$/.test(zip) ? `${zip}-0001` : zip;

const asInteger = (zip: unknown, address: Json): unknown =>
  isInUs(address) && typeof zip === 'string' && /^\d{5}/.test(zip) ? Number(zip.slice(0, 5)) : zip;

const otherUsCode =
  (code: string | null) =>
  (country: unknown): unknown =>
    country === 'US' ? code : country;

/** Fields that are no texts of people: their form is documented. */
const machineTexts: ReadonlySet<string> = new Set(['id', 'transactedAt', 'parentId']);

const inTexts =
  (change: (text: string) => string): Change =>
  (fields) => {
    const changed = withTexts(fields, change, machineTexts);
    return isJson(changed) ? changed : fields;
  };

const withoutAccents = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '');

const inMoment =
  (change: (at: string) => string): Change =>
  (fields) => ({ ...fields, transactedAt: change(new Date(String(fields['transactedAt'])).toISOString()) });

const inNewYork = (at: string): string => {
  const local = new Date(Date.parse(at) - 5 * 3_600_000).toISOString();
  return local.replace(/\.\d+Z$/, '-05:00');
};

/** The neighbor of a number that adding up binary fractions gives: 19.99 becomes 19.990000000000002. */
const noisy = (amount: unknown): unknown => Number(amount) * (1 + 2 ** -52);

const asText =
  (decimals: number) =>
  (amount: unknown): unknown =>
    Number.isInteger(Number(amount) * 100) || decimals > 2 ? Number(amount).toFixed(decimals) : String(amount);

const nullsAs =
  (other: '' | undefined): Change =>
  (fields) => {
    let changed = fields;
    for (const part of ['line1', 'line2', 'city', 'state', 'zip']) {
      const path = `shipToAddress.${part}`;
      if (valueAt(changed, path) === null) changed = withValueAt(changed, path, other);
    }
    return changed;
  };

const withLines = (fields: Json, change: (lines: readonly Json[]) => readonly Json[]): Json =>
  Array.isArray(fields['lineItems']) ? { ...fields, lineItems: change(linesOf(fields)) } : fields;

const changes: Readonly<Record<Normalization, Change>> = {
  'ZIP+4': inAddress('zip', plusFour),
  'ZIP as an integer': inAddress('zip', asInteger),
  'country as USA': inAddress('country', otherUsCode('USA')),
  'country as null': inAddress('country', otherUsCode(null)),
  'upper case texts': inTexts((text) => text.toUpperCase()),
  'lower case texts': inTexts((text) => text.toLowerCase()),
  'upper case ids': (fields) => ({ ...fields, id: String(fields['id']).toUpperCase() }),
  'no accents': inTexts(withoutAccents),
  'single spaces': inTexts((text) => text.trim().replace(/\s+/g, ' ')),
  'default entity': (fields) => ({ ...fields, entity: fields['entity'] ?? 'NONE' }),
  'day alone': inMoment((at) => at.slice(0, 10)),
  midnight: inMoment((at) => `${at.slice(0, 10)}T00:00:00.000Z`),
  milliseconds: inMoment((at) => at),
  'no milliseconds': inMoment((at) => at.replace(/\.\d+Z$/, 'Z')),
  'local offset': inMoment(inNewYork),
  'float noise': (fields) => withAmounts(fields, noisy),
  'numeric texts': (fields) => withAmounts(fields, asText(2)),
  'three decimals': (fields) => withAmounts(fields, asText(3)),
  'more fields': (fields) => ({
    ...fields,
    object: 'transaction',
    status: 'ACCEPTED',
    createdAt: '2026-04-01T12:00:00.000Z',
    taxes: [{ jurisdiction: 'STATE', amount: 7.25 }],
    metadata: {},
    shipToAddress: isJson(fields['shipToAddress'])
      ? { ...fields['shipToAddress'], county: 'ALAMEDA', latitude: 37.8 }
      : fields['shipToAddress'],
  }),
  'reordered lines': (fields) => withLines(fields, (lines) => [...lines].reverse()),
  'new line ids': (fields) =>
    withLines(fields, (lines) => lines.map((line, index) => ({ ...line, id: `li_${index + 1}` }))),
  'no nulls': nullsAs(undefined),
  'blanks for nulls': nullsAs(''),
};

const nextDay = (at: string): string => new Date(Date.parse(at) + 24 * 3_600_000).toISOString();

const distortions: Readonly<Record<Distortion, Change>> = {
  'whole amounts': (fields) => withAmounts(fields, (amount) => Math.trunc(Number(amount))),
  'amounts as cents': (fields) => withAmounts(fields, (amount) => Number(amount) / 100),
  'state of the seller': inAddress('state', () => 'WY'),
  'the next day': inMoment(nextDay),
  'no purpose': (fields) => withValueAt(fields, 'purpose', undefined),
};

/** The order in which forms are applied: texts of amounts come last, for they are no numbers any more. */
const order = Object.keys(changes) as readonly Normalization[];

/**
 * What a service stores of what it was sent, in the plain dialect's own fields. Pure.
 *
 * @example
 * stored(fields, ['country as USA'], [])
 */
export const stored = (fields: Json, stores: readonly Normalization[], distorts: readonly Distortion[]): Json => {
  let changed = fields;
  for (const distortion of distorts) changed = distortions[distortion](changed);
  for (const form of order) if (stores.includes(form)) changed = changes[form](changed);
  return changed;
};
