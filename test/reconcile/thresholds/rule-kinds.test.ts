/** Hand-made crossings for each kind of rule: the day before, the day and the day after something changes. */
import { describe, expect, it } from '@jest/globals';
import type { DailySales } from '../../../src/domain/review-store.ts';
import {
  type CollectRule,
  collectRules,
  type DutyEnd,
  dutyEnds,
  type MeasuringPeriod,
  measuringPeriods,
  type NexusRule,
  ruleOn,
} from '../../../src/mapping/nexus-rule.ts';
import { nexusThresholds } from '../../../src/mapping/nexus-thresholds.ts';
import { exposureOf } from '../../../src/reconcile/thresholds/exposure.ts';
import { addDays } from '../../../src/reconcile/thresholds/tested-periods.ts';
import { sold } from '../../support/sold.ts';

const dutiesOf = (sales: readonly DailySales[], on: string) =>
  exposureOf(sales, {
    ...{ on, facilitatorLaws: {}, nexusThresholds: {}, marketplaceSales: [], registrations: {} },
    read: [{ from: '2010-01-01', to: '2030-12-31' }],
  }).states[0]?.duties ?? [];

const crossingBy = (sales: readonly DailySales[], on: string): string | null =>
  dutiesOf(sales, on)[0]?.crossedOn ?? null;

const ruleOf = (state: string, day: string): NexusRule => {
  const threshold = nexusThresholds[state];
  if (threshold === undefined) throw new Error(`${state} has no threshold`);
  return ruleOn(threshold, day);
};

/** More than any threshold, in money and in number. */
const enough = (state: string, day: string): DailySales => sold(state, day, 600_000, { count: 300 });

/** Three years after a crossing, in which nothing was sold any more. */
const yearsAfter = (day: string): string => `${Number(day.slice(0, 4)) + 3}-01-01`;

/** A period that a state measures: its first and its last day. */
const periods: Readonly<Record<MeasuringPeriod, readonly [state: string, first: string, last: string]>> = {
  'calendar year': ['CA', '2025-01-01', '2025-12-31'],
  'previous calendar year': ['AL', '2025-01-01', '2025-12-31'],
  '12 months': ['MN', '2025-03-16', '2026-03-15'],
  '12 calendar months': ['TX', '2025-04-01', '2026-03-31'],
  '12 months to a quarter’s end': ['IL', '2025-07-01', '2026-06-30'],
  'four quarters': ['NY', '2025-06-01', '2026-05-31'],
  'year to September': ['CT', '2025-10-01', '2026-09-30'],
};

describe('sales over a measuring period', () => {
  it('have a case for each kind of period', () => {
    expect(Object.keys(periods)).toStrictEqual(measuringPeriods);
    for (const [period, [state, , last]] of Object.entries(periods)) expect(ruleOf(state, last).period).toBe(period);
  });

  describe.each(Object.values(periods))('of %s, from %s to %s', (state, first, last) => {
    const half = Math.ceil((ruleOf(state, last).sales + 1) / 2);
    const twoHalves = (one: string, other: string) => [one, other].map((day) => sold(state, day, half, { count: 101 }));
    // Where 200 sales are enough as well, the money decides here.
    const halves = (one: string, other: string) =>
      ruleOf(state, last).needsBoth
        ? twoHalves(one, other)
        : twoHalves(one, other).map((sale) => ({ ...sale, count: 1 }));

    it('count from the first day on, and not from the day before', () => {
      expect(crossingBy(halves(first, last), last)).toBe(last);
      expect(crossingBy(halves(addDays(first, 1), last), last)).toBe(last);
      expect(crossingBy(halves(addDays(first, -1), last), last)).toBeNull();
    });

    it('count to the last day, and not to the day after', () => {
      expect(crossingBy(halves(first, addDays(last, -1)), last)).toBe(addDays(last, -1));
      expect(crossingBy(halves(first, addDays(last, 1)), addDays(last, 1))).toBeNull();
    });

    it('are enough from the day of the crossing on', () => {
      const day = addDays(last, -1);
      const sales = halves(first, day);
      expect([addDays(day, -1), day, last].map((on) => crossingBy(sales, on))).toStrictEqual([null, day, day]);
    });
  });
});

/** In dollars and number of sales: too little, and enough. */
const amounts: Readonly<
  Record<string, readonly [state: string, day: string, too: readonly Amount[], enough: readonly Amount[]]>
> = {
  'an amount that has to be exceeded': [
    'CA',
    '2026-01-05',
    [
      [499_999, 999],
      [500_000, 999],
    ],
    [[500_001, 1]],
  ],
  'an amount that is enough itself': [
    'TX',
    '2026-01-05',
    [[499_999, 999]],
    [
      [500_000, 1],
      [500_001, 1],
    ],
  ],
  'a number of sales that is enough alone': [
    'GA',
    '2026-01-05',
    [[1, 199]],
    [
      [1, 200],
      [1, 201],
      [100_001, 1],
    ],
  ],
  'more than a number of sales': [
    'AR',
    '2026-01-05',
    [[1, 200]],
    [
      [1, 201],
      [1, 202],
    ],
  ],
  'an amount and a number of sales': [
    'CT',
    '2026-01-05',
    [
      [99_999, 200],
      [100_000, 199],
      [999_999, 1],
    ],
    [
      [100_000, 200],
      [100_001, 201],
    ],
  ],
  'an amount in at least ten sales': [
    'MN',
    '2019-03-01',
    [
      [100_001, 9],
      [100_000, 10],
    ],
    [
      [100_001, 10],
      [1, 100],
    ],
  ],
};

type Amount = readonly [dollars: number, count: number];

describe('a threshold', () => {
  it('has a case for each way in which amounts can be enough', () => {
    const ways = ({ isReachedAtAmount, transactions, needsBoth, minTransactions }: NexusRule): string =>
      [isReachedAtAmount, transactions !== null, needsBoth, minTransactions > 0].join(' ');
    const covered = new Set(Object.values(amounts).map(([state, day]) => ways(ruleOf(state, day))));
    // Each choice, not each combination of choices.
    const alone = new Set(Object.values(nexusThresholds).flatMap(({ rules }) => rules.map(ways)));
    const choices = (all: ReadonlySet<string>): readonly string[] =>
      [0, 1, 2, 3].flatMap((n) => [...new Set([...all].map((one) => `${n} ${one.split(' ')[n]}`))].sort());
    expect(choices(covered)).toStrictEqual(choices(alone));
  });

  it.each(Object.entries(amounts))('of %s is reached by it and not by less', (_, [state, day, too, enoughOf]) => {
    const isReached = ([dollars, count]: Amount): boolean =>
      crossingBy([sold(state, day, dollars, { count })], day) === day;
    expect(too.map(isReached)).toStrictEqual(too.map(() => false));
    expect(enoughOf.map(isReached)).toStrictEqual(enoughOf.map(() => true));
  });

  it('is reached to the cent', () => {
    const cents = (state: string, sales: bigint) =>
      crossingBy([{ ...sold(state, '2026-01-05', 0), sales }], '2026-01-31');
    expect([cents('CA', 50_000_000n), cents('CA', 50_000_001n)]).toStrictEqual([null, '2026-01-05']);
    expect([cents('TX', 49_999_999n), cents('TX', 50_000_000n)]).toStrictEqual([null, '2026-01-05']);
  });
});

/** What a sale is, in a state that counts it and in one that does not. */
const choices: Readonly<
  Record<string, readonly [counted: readonly string[], notCounted: readonly string[], is: Partial<DailySales>]>
> = {
  'your own taxable sale': [['CA', 'FL', 'OK', 'GA'], [], {}],
  'a sale whose tax a marketplace remits': [['CA', 'OH'], ['FL', 'GA', 'AL'], { isMarketplace: true }],
  'a sale to an exempt buyer': [['CA', 'GA', 'OH'], ['FL', 'AR', 'OK', 'MO'], { isExempt: true }],
  'a sale for resale': [['CA', 'WA'], ['GA', 'OH', 'FL'], { isExempt: true, isResale: true }],
  'a sale of what is not taxable': [['CA', 'GA'], ['FL', 'AR'], { notTaxableSales: 60_000_000n, notTaxableCount: 300 }],
};

describe('in a state that counts it', () => {
  it('has a case for each choice of each rule', () => {
    const rules = Object.values(choices)
      .flatMap(([counted, not]) => [...counted, ...not])
      .map((state) => ruleOf(state, '2026-01-05'));
    for (const choice of ['countsExemptSales', 'countsResale'] as const)
      expect(new Set(rules.map((rule) => rule[choice]))).toStrictEqual(new Set([true, false]));
  });

  it.each(Object.entries(choices))('%s reaches a threshold, and in others it does not', (_, [counted, not, is]) => {
    const crossing = (state: string) => crossingBy([{ ...enough(state, '2026-01-05'), ...is }], '2026-01-31');
    expect(counted.map(crossing)).toStrictEqual(counted.map(() => '2026-01-05'));
    expect(not.map(crossing)).toStrictEqual(not.map(() => null));
  });

  it('a sale counts from the first day that the state looks at', () => {
    const crossing = (state: string, day: string) => crossingBy([enough(state, day)], '2022-01-01');
    expect(crossing('KS', '2020-12-31')).toBeNull();
    expect(crossing('KS', '2021-01-01')).toBe('2021-07-01');
    expect([crossing('MD', '2018-09-30'), crossing('MD', '2018-10-01')]).toStrictEqual([null, '2018-10-01']);
  });
});

type Collected = readonly [state: string, crossedOn: string, collectFrom: string | null];

/** Around a day from which the answer is another one. */
const collecting: Readonly<Record<CollectRule, readonly Collected[]>> = {
  'next sale': [
    ['CA', '2025-07-31', '2025-07-31'],
    ['CA', '2025-08-01', '2025-08-01'],
    ['WI', '2025-12-31', '2025-12-31'],
  ],
  'next day': [
    ['OH', '2025-10-15', '2025-10-16'],
    ['OH', '2025-10-31', '2025-11-01'],
    ['OH', '2025-12-31', '2026-01-01'],
  ],
  '30 days': [
    ['NJ', '2025-12-01', '2025-12-31'],
    ['NJ', '2025-12-02', '2026-01-01'],
    ['NJ', '2025-12-15', '2026-01-14'],
  ],
  '60 days': [
    ['LA', '2025-05-01', '2025-06-30'],
    ['LA', '2025-05-02', '2025-07-01'],
    ['NC', '2018-12-31', '2019-03-01'],
  ],
  '60 days or January 1': [
    ['ND', '2025-05-01', '2025-06-30'],
    ['ND', '2025-11-01', '2025-12-31'],
    ['ND', '2025-11-02', '2026-01-01'],
    ['ND', '2025-11-03', '2026-01-01'],
    ['ND', '2025-12-31', '2026-01-01'],
  ],
  '1st month': [
    ['OK', '2025-04-30', '2025-05-01'],
    ['OK', '2025-05-01', '2025-06-01'],
    ['OK', '2025-05-31', '2025-06-01'],
  ],
  '2nd month': [
    ['SC', '2025-08-31', '2025-10-01'],
    ['SC', '2025-09-01', '2025-11-01'],
    ['SC', '2025-09-10', '2025-11-01'],
  ],
  '3rd month': [
    ['MA', '2025-07-31', '2025-10-01'],
    ['MA', '2025-08-01', '2025-11-01'],
    ['TN', '2025-06-15', '2025-09-01'],
  ],
  '4th month': [
    ['TX', '2025-11-30', '2026-03-01'],
    ['TX', '2025-12-01', '2026-04-01'],
    ['TX', '2019-11-30', '2020-03-01'],
  ],
  'month after 30 days': [
    ['IA', '2025-03-01', '2025-04-01'],
    ['IA', '2025-03-02', '2025-04-01'],
    ['IA', '2025-03-03', '2025-05-01'],
    ['IA', '2023-09-15', '2023-11-01'],
  ],
  'month within 30 days': [
    ['KY', '2020-01-01', '2020-01-01'],
    ['KY', '2020-01-02', '2020-02-01'],
    ['KY', '2020-01-31', '2020-03-01'],
    ['KY', '2021-06-30', '2021-07-01'],
  ],
  'month within 60 days': [
    ['KY', '2021-07-01', '2021-08-01'],
    ['KY', '2025-03-02', '2025-05-01'],
    ['KY', '2025-03-03', '2025-05-01'],
    ['MN', '2025-04-01', '2025-05-01'],
    ['MN', '2025-04-02', '2025-06-01'],
  ],
  'month after 90 days': [
    ['CO', '2021-06-15', '2021-10-01'],
    ['CO', '2025-04-01', '2025-07-01'],
    ['CO', '2025-04-02', '2025-08-01'],
    ['CO', '2025-04-03', '2025-08-01'],
  ],
  'next quarter': [
    ['IL', '2025-03-30', '2025-04-01'],
    ['IL', '2025-03-31', '2025-04-01'],
    ['IL', '2025-04-01', '2025-07-01'],
  ],
  '3 months after the quarter': [
    ['MO', '2025-06-29', '2025-09-30'],
    ['MO', '2025-06-30', '2025-09-30'],
    ['MO', '2025-07-01', '2025-12-31'],
  ],
  '50 days after the quarter': [
    ['NY', '2025-08-31', '2025-10-21'],
    ['NY', '2025-09-01', '2026-01-20'],
    ['NY', '2025-11-30', '2026-01-20'],
  ],
  'month after 30 days after the quarter': [
    ['VT', '2025-03-30', '2025-05-01'],
    ['VT', '2025-03-31', '2025-05-01'],
    ['VT', '2025-04-01', '2025-08-01'],
  ],
  'October 1': [
    ['CT', '2025-09-29', '2025-10-01'],
    ['CT', '2025-09-30', '2025-10-01'],
    ['CT', '2025-10-01', '2026-10-01'],
  ],
  'January 1': [
    ['FL', '2024-12-30', '2025-01-01'],
    ['FL', '2024-12-31', '2025-01-01'],
    ['FL', '2025-01-01', '2026-01-01'],
  ],
  'April 1': [
    ['PA', '2024-12-30', '2025-04-01'],
    ['PA', '2024-12-31', '2025-04-01'],
    ['PA', '2025-01-01', '2026-04-01'],
  ],
};

describe('the day from which to collect', () => {
  it('has a case for each kind of rule', () => {
    expect(Object.keys(collecting)).toStrictEqual(collectRules);
    for (const [rule, cases] of Object.entries(collecting))
      for (const [state, day] of cases)
        expect([state, day, ruleOf(state, day).collects]).toStrictEqual([state, day, rule]);
  });

  it.each(Object.entries(collecting))('by the rule "%s" depends on the day of the crossing', (_, cases) => {
    const found = cases.map(([state, day]) => [
      state,
      day,
      dutiesOf([enough(state, day)], yearsAfter(day))[0]?.collectFrom,
    ]);
    expect(found).toStrictEqual(cases);
  });

  it('is not known where no source states it', () => {
    expect(dutiesOf([enough('AK', '2025-03-31')], '2028-01-01')).toMatchObject([{ collectFrom: null, until: null }]);
  });
});

type Lasting = readonly [state: string, crossedOn: string, until: string | null];

const lasting: Readonly<Record<DutyEnd, readonly Lasting[]>> = {
  'next calendar year': [
    ['CA', '2025-12-30', '2026-12-31'],
    ['CA', '2025-12-31', '2026-12-31'],
    ['CA', '2026-01-01', '2027-12-31'],
  ],
  'year after': [
    ['FL', '2025-12-31', '2026-12-31'],
    ['FL', '2026-01-01', '2027-12-31'],
    ['PA', '2025-12-31', '2027-03-31'],
    ['CT', '2025-09-30', '2026-09-30'],
    ['CT', '2025-10-01', '2027-09-30'],
  ],
  'one year': [
    ['IL', '2025-03-30', '2026-03-31'],
    ['IL', '2025-03-31', '2026-03-31'],
    ['IL', '2025-04-01', '2026-06-30'],
  ],
  '12 months, then while met': [
    ['MO', '2025-06-29', '2026-09-29'],
    ['MO', '2025-06-30', '2026-09-29'],
    ['MO', '2025-07-01', '2026-12-30'],
  ],
  'while met': [
    ['TX', '2024-11-29', '2025-11-30'],
    ['TX', '2024-11-30', '2025-11-30'],
    ['TX', '2024-12-01', '2025-12-31'],
  ],
};

describe('the last day of a duty', () => {
  it('has a case for each kind of end', () => {
    expect(Object.keys(lasting)).toStrictEqual(dutyEnds);
    for (const [end, cases] of Object.entries(lasting))
      for (const [state, day] of cases) expect([state, day, ruleOf(state, day).ends]).toStrictEqual([state, day, end]);
  });

  it.each(Object.entries(lasting))('is that of the rule "%s"', (_, cases) => {
    const found = cases.map(([state, day]) => {
      const duties = dutiesOf([enough(state, day)], yearsAfter(day));
      expect(duties).toHaveLength(1);
      return [state, day, duties[0]?.until];
    });
    expect(found).toStrictEqual(cases);
  });

  it('is not known where no source states it', () => {
    expect(dutiesOf([enough('NY', '2025-03-31')], '2028-01-01')).toMatchObject([{ until: null }]);
  });
});
