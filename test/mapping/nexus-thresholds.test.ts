import { describe, expect, it } from '@jest/globals';
import {
  amountsOn,
  type NexusThreshold,
  nexusThresholds,
  thresholdsReviewedOn,
} from '../../src/mapping/nexus-thresholds.ts';

/** The states of which something is the same, as one text. */
const statesBy = (of: (threshold: NexusThreshold) => unknown): Readonly<Record<string, string>> => {
  const groups: Record<string, string> = {};
  for (const [state, threshold] of Object.entries(nexusThresholds)) {
    const key = String(of(threshold));
    groups[key] = groups[key] === undefined ? state : `${groups[key]} ${state}`;
  }
  return groups;
};

/** The same without the largest group, which is the rule. */
const exceptionsTo = (rule: string, of: (threshold: NexusThreshold) => unknown): Readonly<Record<string, string>> => {
  const { [rule]: usual = '', ...exceptions } = statesBy(of);
  expect(usual.split(' ').length + Object.values(exceptions).join(' ').split(' ').length).toBe(48);
  return exceptions;
};

const transactionsOf = ({ needsBoth, transactions }: Pick<NexusThreshold, 'needsBoth' | 'transactions'>): string =>
  transactions === null && !needsBoth ? 'none' : `${needsBoth ? 'both' : 'either'} ${transactions}`;

describe('the nexus thresholds of the states', () => {
  it('are those of 48 places with a general sales tax', () => {
    for (const state of ['DE', 'MT', 'NH', 'OR']) expect(nexusThresholds[state]).toBeUndefined();
    for (const state of Object.keys(nexusThresholds)) expect(state).toMatch(/^[A-Z]{2}$/);
  });

  it('are a hundred thousand dollars, but in five states', () => {
    expect(exceptionsTo('100000', ({ sales }) => sales)).toStrictEqual({ 250000: 'AL MS', 500000: 'CA NY TX' });
  });

  it('are two hundred transactions as well in some states', () => {
    expect(exceptionsTo('none', transactionsOf)).toStrictEqual({
      'either 200': 'DC GA HI MD MI MN NE NJ NV OH PR RI VA VT WV',
      'either 201': 'AR',
      'both 200': 'CT',
      'both 101': 'NY',
    });
  });

  it('are measured in calendar years, but in some states', () => {
    expect(exceptionsTo('calendar year', ({ period }) => period)).toStrictEqual({
      'previous calendar year': 'AL FL MI NM PA RI',
      'year to September': 'CT',
      '12 months': 'IL MN MO MS TN TX VT',
      'four quarters': 'NY',
    });
  });

  it('count sales to exempt buyers, but in six states, and sales for resale where gross sales count', () => {
    expect(exceptionsTo('true', ({ countsExemptSales }) => countsExemptSales)).toStrictEqual({
      false: 'AR FL MO ND NM OK',
    });
    expect(exceptionsTo('true', ({ countsResale }) => countsResale)).toStrictEqual({
      false: 'AL AR CO CT DC FL GA IL LA MN MO ND NE NM NV OH OK TN VA',
    });
  });

  it('are reached at the amount itself in some states', () => {
    expect(exceptionsTo('false', ({ isReachedAtAmount }) => isReachedAtAmount)).toStrictEqual({
      true: 'AK CT HI IL NM OK PA RI TX VT',
    });
  });

  it('name where they were read, and when', () => {
    expect(
      exceptionsTo(
        'state page or statute, by eregister_v2, 2026-10-02',
        ({ source: { name, on } }) => `${name}, ${on}`,
      ),
    ).toStrictEqual({
      'arsstc.org and Avalara, 2024-11-19': 'AK',
      [`docs.stripe.com and pscpa.com, ${thresholdsReviewedOn}`]: 'AL',
      'docs.stripe.com, “Collect tax in …”, 2026-09-29': 'CT IA MS ND NE NV UT WY',
      [`sovos.com and pwc.com, ${thresholdsReviewedOn}`]: 'PR',
    });
  });

  it('had a first day after the Wayfair decision, and ended amounts in order until before it is over', () => {
    for (const { since, earlier } of Object.values(nexusThresholds)) {
      const days = earlier.map(({ until }) => until);
      for (const day of [since, ...days]) expect(day).toMatch(/^20\d\d-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/);
      expect(since >= '2018-06-21').toBe(true);
      expect(days.toSorted()).toStrictEqual(days);
      for (const day of days) expect(day > since && day <= thresholdsReviewedOn).toBe(true);
    }
  });

  it('were higher, or counted transactions, in earlier years', () => {
    expect(
      exceptionsTo('', ({ earlier }) =>
        earlier.map((one) => `${one.sales} ${transactionsOf(one)} until ${one.until}`).join(', '),
      ),
    ).toStrictEqual({
      '200000 none until 2020-01-01, 150000 none until 2021-01-01': 'AZ',
      '250000 both 200 until 2019-07-01': 'CT',
      '250000 either 200 until 2020-01-01': 'GA',
      '300000 both 101 until 2019-06-24': 'NY',
      '500000 none until 2020-10-01': 'TN',
      '100000 either 200 until 2018-12-31': 'ND',
      '100000 either 200 until 2019-03-14': 'WA',
      '100000 either 200 until 2019-05-03': 'IA',
      '100000 either 200 until 2021-02-20': 'WI',
      '100000 either 200 until 2022-01-01': 'ME',
      '100000 either 200 until 2023-07-01': 'SD',
      '100000 either 200 until 2023-08-01': 'LA',
      '100000 either 200 until 2024-01-01': 'IN',
      '100000 either 200 until 2024-07-01': 'NC WY',
      '100000 either 200 until 2025-01-01': 'AK',
      '100000 either 200 until 2025-07-01': 'UT',
      '100000 either 200 until 2026-01-01': 'IL',
      '100000 either 200 until 2026-08-01': 'KY',
    });
  });

  it('are those of the day', () => {
    const arizona = nexusThresholds['AZ'];
    if (arizona === undefined) throw new Error('it has one');
    expect(
      ['2019-12-31', '2020-01-01', '2020-12-31', '2021-01-01'].map((day) => amountsOn(arizona, day).sales),
    ).toStrictEqual([200_000, 150_000, 150_000, 100_000]);
  });
});
