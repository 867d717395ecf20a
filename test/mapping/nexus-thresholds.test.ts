import { describe, expect, it } from '@jest/globals';
import { type NexusRule, type NexusThreshold, ruleOn } from '../../src/mapping/nexus-rule.ts';
import { thresholdsReviewedOn } from '../../src/mapping/nexus-sources.ts';
import { nexusThresholds } from '../../src/mapping/nexus-thresholds.ts';

const presentRule = (threshold: NexusThreshold): NexusRule => ruleOn(threshold, thresholdsReviewedOn);

/** The states of which something is the same, as one text. */
const statesBy = (of: (rule: NexusRule, threshold: NexusThreshold) => unknown): Readonly<Record<string, string>> => {
  const groups: Record<string, string> = {};
  for (const [state, threshold] of Object.entries(nexusThresholds)) {
    const key = String(of(presentRule(threshold), threshold));
    groups[key] = groups[key] === undefined ? state : `${groups[key]} ${state}`;
  }
  return groups;
};

/** The same without the largest group, which is the rule. */
const exceptionsTo = (
  rule: string,
  of: (rule: NexusRule, threshold: NexusThreshold) => unknown,
): Readonly<Record<string, string>> => {
  const { [rule]: usual = '', ...exceptions } = statesBy(of);
  expect(usual.split(' ').length + Object.values(exceptions).join(' ').split(' ').length).toBe(48);
  return exceptions;
};

const transactionsOf = ({ needsBoth, transactions }: Pick<NexusRule, 'needsBoth' | 'transactions'>): string =>
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
      'either 200': 'GA HI MD MI MN NE NJ NV OH PR RI VA VT WV',
      'either 201': 'AR DC',
      'both 200': 'CT',
      'both 101': 'NY',
    });
  });

  it('are measured in calendar years, but in some states', () => {
    expect(exceptionsTo('calendar year', ({ period }) => period)).toStrictEqual({
      'previous calendar year': 'AL FL MI NM PA RI',
      'year to September': 'CT',
      '12 months': 'MN MS TN',
      '12 calendar months': 'TX',
      '12 months to a quarter’s end': 'IL MO VT',
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
      true: 'AK CT HI IA IL NM OK RI TX VT WV',
    });
  });

  it('name the statute or page of each state, and when it was read', () => {
    const names = Object.values(nexusThresholds).map(({ source }) => source.name);
    expect(new Set(names).size).toBe(48);
    expect(exceptionsTo(thresholdsReviewedOn, (_, { source }) => source.on)).toStrictEqual({ '2024-11-19': 'AK' });
  });

  it('link a page of the state or the text of its law, or say that no state page was found', () => {
    const official = /(\.gov|\.state\.mn\.us|^arsstc\.org|^mainelegislature\.org|\.ark\.org)$/;
    const texts =
      /^(casetext\.com|(law|regulations)\.justia\.com|law\.cornell\.edu|(law\.counselstack|library\.partnertax)\..+)$/;
    const isStates = (link: string): boolean => official.test(new URL(link).host) || texts.test(new URL(link).host);
    const sources = Object.entries(nexusThresholds).map(([state, { source }]) => ({
      ...{ state, name: source.name, link: source.link ?? '' },
    }));
    for (const { link } of sources) expect(link).toMatch(/^https:\/\/[^@\s]+$/);
    expect(new Set(sources.map(({ link }) => link)).size).toBe(48);
    const statesWith = (wanted: (source: (typeof sources)[number]) => boolean): string =>
      sources.flatMap((source) => (wanted(source) ? [source.state] : [])).join(' ');
    expect(statesWith(({ name }) => name.endsWith('page found'))).toBe('CT GA KS LA MS PR');
    expect(statesWith(({ link }) => !isStates(link))).toBe('CT GA KS LA MS PR');
  });

  it('say from which day to collect, but in two places, of which it was not found', () => {
    expect(exceptionsTo('next sale', ({ collects }) => collects)).toStrictEqual({
      null: 'AK PR',
      'next day': 'OH',
      '30 days': 'NJ',
      '60 days': 'LA',
      '60 days or January 1': 'ND',
      '1st month': 'HI MD OK',
      '2nd month': 'NE SC',
      '3rd month': 'MA TN',
      '4th month': 'TX',
      'month after 30 days': 'AZ IA ME NV WA',
      'month within 60 days': 'KY MN',
      'month after 90 days': 'CO',
      'next quarter': 'IL',
      '3 months after the quarter': 'MO',
      '50 days after the quarter': 'NY',
      'month after 30 days after the quarter': 'VT',
      'October 1': 'CT',
      'January 1': 'AL FL MI NM RI',
      'April 1': 'PA',
    });
  });

  it('say until when the duty lasts, but in seven places, of which it was not found', () => {
    expect(exceptionsTo('next calendar year', ({ ends }) => ends)).toStrictEqual({
      null: 'AK MN MS NY PR TN VT',
      'year after': 'AL CT FL MI NM PA RI',
      'one year': 'IL',
      '12 months, then while met': 'MO',
      'while met': 'TX',
    });
  });

  it('name what sources disagree about', () => {
    expect(exceptionsTo('', (_, { disagreements }) => disagreements.join(', '))).toStrictEqual({
      'marketplace sales': 'CT NY SC',
      'marketplace sales, whether the amount itself is enough': 'PA',
      'measuring period, whether the amount itself is enough': 'PR',
      'whether the amount itself is enough': 'TN WV',
      'measuring period': 'MN VT',
      'which sales count': 'KY LA',
      'collect-from day': 'NC NJ SD',
    });
  });

  it('count no sales before the first day that the state looks at', () => {
    expect(exceptionsTo('null', (_, { countsSalesFrom }) => countsSalesFrom)).toStrictEqual({
      '2021-01-01': 'KS',
      '2018-10-01': 'MD',
    });
  });

  it('had a first day after the Wayfair decision, and earlier rules in order', () => {
    for (const { rules } of Object.values(nexusThresholds)) {
      const days = rules.map(({ from }) => from);
      for (const day of days) expect(day).toMatch(/^20\d\d-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/);
      expect((days[0] ?? '') >= '2018-06-21').toBe(true);
      expect(days.toSorted()).toStrictEqual([...new Set(days)]);
      for (const day of days) expect(day <= thresholdsReviewedOn).toBe(true);
    }
  });

  it('were higher, or counted transactions or other sales, in earlier years', () => {
    const described = ({ sales, isReachedAtAmount, ...rule }: NexusRule, until: string | undefined): string =>
      `${isReachedAtAmount ? 'from' : 'above'} ${sales} ${transactionsOf(rule)} until ${until}`;
    expect(
      exceptionsTo('', (_, { rules }) =>
        rules
          .slice(0, -1)
          .map((one, index) => described(one, rules[index + 1]?.from))
          .join(', '),
      ),
    ).toStrictEqual({
      'above 200000 none until 2020-01-01, above 150000 none until 2021-01-01': 'AZ',
      'from 250000 both 200 until 2019-07-01': 'CT',
      'above 250000 either 200 until 2020-01-01': 'GA',
      'above 500000 none until 2020-10-01': 'TN',
      'above 250000 none until 2020-07-01': 'MS',
      'above 100000 either 100 until 2019-10-01': 'MN',
      'above 100000 either 200 until 2019-07-01': 'ND WV',
      'from 100000 either 200 until 2019-07-01': 'IA',
      'above 100000 either 200 until 2019-03-14, above 100000 none until 2020-01-01': 'WA',
      'above 100000 either 200 until 2021-02-20': 'WI',
      'above 100000 either 200 until 2022-01-01': 'ME',
      'above 100000 either 200 until 2023-07-01': 'SD',
      'above 100000 either 200 until 2023-08-01': 'LA',
      'above 100000 either 200 until 2024-01-01': 'IN',
      'above 100000 either 200 until 2024-07-01': 'WY',
      'above 100000 either 200 until 2019-01-01, above 100000 either 200 until 2024-07-01': 'NC',
      'from 100000 either 200 until 2025-01-01': 'AK',
      'above 100000 either 200 until 2025-07-01': 'UT',
      'from 100000 either 200 until 2026-01-01': 'IL',
      'above 100000 either 200 until 2021-07-01, above 100000 either 200 until 2026-08-01': 'KY',
    });
  });

  it('had another day from which to collect in earlier years in two states', () => {
    const earlier = Object.entries(nexusThresholds).flatMap(([state, { rules }]) =>
      rules.slice(0, -1).flatMap(({ collects, from }, index) => {
        const next = rules[index + 1];
        return collects === next?.collects ? [] : [[state, from, collects, next?.from, next?.collects]];
      }),
    );
    expect(earlier).toStrictEqual([
      ['KY', '2018-10-01', 'month within 30 days', '2021-07-01', 'month within 60 days'],
      ['NC', '2018-11-01', '60 days', '2019-01-01', 'next sale'],
    ]);
  });

  it('are those of the day', () => {
    const arizona = nexusThresholds['AZ'];
    if (arizona === undefined) throw new Error('it has one');
    expect(
      ['2018-01-01', '2019-12-31', '2020-01-01', '2020-12-31', '2021-01-01'].map((day) => ruleOn(arizona, day).sales),
    ).toStrictEqual([200_000, 200_000, 150_000, 150_000, 100_000]);
  });
});
