/** Reads the policy of a storefront, which decides how its sales are mapped, and fills in defaults. */
import * as O from 'fp-ts/lib/Option.js';
import { dayProblem } from '../../domain/date-range.ts';
import { findCurrency } from '../../domain/money.ts';
import { findUsState } from '../../mapping/country.ts';
import {
  adjustmentValues,
  type AmountKey,
  type AmountMeaning,
  amountMeanings,
  amountUnits,
  defaultPolicy,
  type MetadataMeaning,
  type Policy,
  policyValues,
  waitMinutes,
} from '../../mapping/policy.ts';
import { type ThresholdSettings, thresholdSettingProblems } from '../../mapping/nexus-settings.ts';
import type { FieldReader } from './field-reader.ts';

/** A record, so that the compiler asks for each meaning. */
const textMeanings = {
  orderId: true,
  exempt: true,
  resale: true,
  marketplace: true,
  entity: true,
} satisfies Record<Exclude<MetadataMeaning, AmountMeaning>, true>;

const keyRemedy = 'Write the metadata key that holds it';

/** A key, or `{ "key": "Total Tax", "unit": "major" }`. */
const readAmountKey = (reader: FieldReader, meaning: AmountMeaning): string | AmountKey | null => {
  const value = reader.raw(meaning) ?? null;
  if (value === null || typeof value === 'string') return reader.optionalText(meaning, keyRemedy);
  const fields = reader.object(meaning, true);
  const unit = fields.raw('unit');
  const known = amountUnits.find((one) => one === unit);
  if (known === undefined) {
    fields.complain('unit', 'it is not one of the allowed values', 'Write "major" (8.25) or "minor" (825)');
  }
  const key = fields.text('key', keyRemedy);
  fields.refuseOthers();
  return { key, unit: known ?? 'major' };
};

const readMetadata = (reader: FieldReader): Policy['metadata'] => {
  const texts = Object.keys(textMeanings).flatMap((meaning): readonly [string, string][] => {
    const key = reader.optionalText(meaning, keyRemedy);
    return key === null ? [] : [[meaning, key]];
  });
  const amounts = amountMeanings.flatMap((meaning): readonly [string, string | AmountKey][] => {
    const key = readAmountKey(reader, meaning);
    return key === null ? [] : [[meaning, key]];
  });
  const wait = reader.wholeNumber('waitMinutes', waitMinutes);
  reader.refuseOthers();
  const keys: Policy['metadata'] = { ...Object.fromEntries(texts), ...Object.fromEntries(amounts) };
  return wait === null ? keys : { ...keys, waitMinutes: wait };
};

/** Laws of single states: `{ "CA": { "collectsFrom": "2019-10-01", "countsTowardThreshold": true } }`. */
const readLaws = (reader: FieldReader): Policy['facilitatorLaws'] => {
  const remedy = 'Write a day as YYYY-MM-DD, such as 2019-10-01';
  const laws = Object.fromEntries(
    reader.keys().map((state) => {
      if (O.toUndefined(findUsState(state)) !== state) {
        reader.complain(state, 'it is not the code of a US state', 'Write two capital letters, such as CA');
      }
      const law = reader.object(state, true);
      const collectsFrom = law.text('collectsFrom', remedy);
      const problem = collectsFrom === '' ? undefined : dayProblem(collectsFrom);
      if (problem !== undefined) law.complain('collectsFrom', problem, remedy);
      const counts = law.raw('countsTowardThreshold') ?? null;
      if (counts !== null && typeof counts !== 'boolean') {
        law.complain(
          'countsTowardThreshold',
          'it is not true, false or null',
          'Write true, false or null, without quotes',
        );
      }
      law.refuseOthers();
      return [state, { collectsFrom, countsTowardThreshold: typeof counts === 'boolean' ? counts : null }];
    }),
  );
  reader.refuseOthers();
  return laws;
};

/** Thresholds of single states: `{ "WV": { "from": "2027-07-01", "sales": 250000, "transactions": null } }`. */
const readThresholds = (reader: FieldReader): ThresholdSettings => {
  const written = reader.raw('nexusThresholds') ?? {};
  const problems = thresholdSettingProblems(written);
  for (const { path, problem, remedy } of problems) {
    reader.complain(path === '' ? 'nexusThresholds' : `nexusThresholds.${path}`, problem, remedy);
  }
  return problems.length === 0 ? (written as ThresholdSettings) : {};
};

const readAdjustments = (reader: FieldReader): Policy['adjustments'] => {
  const choice = (key: keyof Policy['adjustments']): 'report' | 'send' =>
    reader.choice(key, adjustmentValues, defaultPolicy.adjustments[key]);
  const adjustments: Policy['adjustments'] = {
    refunds: choice('refunds'),
    additions: choice('additions'),
    cancellations: choice('cancellations'),
    disputes: choice('disputes'),
    undoneAdjustments: choice('undoneAdjustments'),
    undoneSales: choice('undoneSales'),
  };
  reader.refuseOthers();
  return adjustments;
};

const readCurrency = (reader: FieldReader): string | null => {
  const remedy = 'Write a code of ISO 4217, such as USD';
  const code = reader.optionalText('reportingCurrency', remedy);
  if (code !== null && O.isNone(findCurrency(code))) {
    reader.complain('reportingCurrency', 'it is not a currency of ISO 4217', remedy);
  }
  return code;
};

const isExchangeRate = (value: unknown): value is NonNullable<Policy['exchangeRate']> => typeof value === 'function';

const readExchangeRate = (reader: FieldReader): Policy['exchangeRate'] => {
  const value = reader.raw('exchangeRate') ?? null;
  if (value === null || isExchangeRate(value)) return value;
  reader.complain('exchangeRate', 'it is not a function', "Write a function that returns a decimal, such as '0.7345'");
  return null;
};

const readCountries = (reader: FieldReader): Policy['shipToCountries'] => {
  const value = reader.raw('shipToCountries') ?? defaultPolicy.shipToCountries;
  if (typeof value === 'string') return reader.choice<'all'>('shipToCountries', ['all'], 'all');
  const countries = reader.texts('shipToCountries');
  const remedy = 'Write "all", or two capital letters each, such as ["US", "CA"]';
  if (countries.length === 0) reader.complain('shipToCountries', 'it names no country', remedy);
  for (const code of countries) {
    if (!/^[A-Z]{2}$/.test(code)) reader.complain('shipToCountries', `"${code}" is not a code of a country`, remedy);
  }
  return countries;
};

const readTaxCodes = (reader: FieldReader): Policy['taxCodes'] => {
  const value = reader.raw('taxCodes') ?? defaultPolicy.taxCodes;
  return typeof value === 'string'
    ? reader.choice<'ignore' | 'read'>('taxCodes', ['ignore', 'read'], 'ignore')
    : reader.table('taxCodes');
};

/** The written settings, and the defaults for the rest. */
export const readPolicy = (reader: FieldReader): Policy => {
  const choice = <Key extends keyof typeof policyValues>(key: Key): Policy[Key] =>
    reader.choice(key, policyValues[key], defaultPolicy[key]);
  const policy: Policy = {
    adjustments: readAdjustments(reader.object('adjustments', false)),
    unpaid: choice('unpaid'),
    partiallyPaid: choice('partiallyPaid'),
    zeroTotals: choice('zeroTotals'),
    estimatedTax: choice('estimatedTax'),
    tips: choice('tips'),
    fees: choice('fees'),
    duties: choice('duties'),
    shipToCountries: readCountries(reader),
    taxCodes: readTaxCodes(reader),
    resaleTags: reader.texts('resaleTags'),
    exemptTags: reader.table('exemptTags'),
    exemptEntity: reader.optionalText('exemptEntity', 'Write a code such as NON_PROFIT'),
    marketplaces: reader.table('marketplaces'),
    retailerChannels: reader.texts('retailerChannels'),
    facilitatorLaws: readLaws(reader.object('facilitatorLaws', false)),
    nexusThresholds: readThresholds(reader),
    marketplaceSales: choice('marketplaceSales'),
    mixedLiability: choice('mixedLiability'),
    unknownMarketplace:
      reader.optionalText('unknownMarketplace', 'Write a code such as OTHER') ?? defaultPolicy.unknownMarketplace,
    reportingCurrency: readCurrency(reader),
    exchangeRate: readExchangeRate(reader),
    metadata: readMetadata(reader.object('metadata', false)),
    taxProducts: (reader.raw('taxProducts') ?? null) === null ? null : reader.texts('taxProducts'),
    platformSells: choice('platformSells'),
  };
  reader.refuseOthers();
  return policy;
};
