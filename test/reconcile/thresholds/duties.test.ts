import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { DailySales } from '../../../src/domain/review-store.ts';
import type { MeasuringPeriod } from '../../../src/mapping/nexus-rule.ts';
import { nexusThresholds } from '../../../src/mapping/nexus-thresholds.ts';
import type { SalesBasis } from '../../../src/reconcile/thresholds/counted-sales.ts';
import { exposureOf } from '../../../src/reconcile/thresholds/exposure.ts';
import { sold } from '../../support/sold.ts';
import { sized } from '../../support/size.ts';

const read = [{ from: '2010-01-01', to: '2030-12-31' }];

const stateOf = (sales: readonly DailySales[], on: string, basis: SalesBasis = 'gross') =>
  exposureOf(sales, {
    ...{ on, basis, facilitatorLaws: {}, nexusThresholds: {}, marketplaceSales: [], registrations: {}, read },
  }).states[0];

const dutiesOf = (sales: readonly DailySales[], on: string, basis: SalesBasis = 'gross') =>
  (stateOf(sales, on, basis)?.duties ?? []).map(({ crossedOn, collectFrom, until }) => [crossedOn, collectFrom, until]);

describe('the day from which to collect, and the last one', () => {
  // Each: the state, the day on which one sale crosses its threshold, from which day to collect, and until when.
  it.each([
    ['CA', '2025-08-01', '2025-08-01', '2026-12-31'],
    ['OH', '2025-10-15', '2025-10-16', '2026-12-31'],
    ['NJ', '2025-12-15', '2026-01-14', '2026-12-31'],
    ['LA', '2025-05-01', '2025-06-30', '2026-12-31'],
    ['ND', '2025-05-01', '2025-06-30', '2026-12-31'],
    ['ND', '2025-12-15', '2026-01-01', '2026-12-31'],
    ['OK', '2025-05-31', '2025-06-01', '2026-12-31'],
    ['SC', '2025-09-10', '2025-11-01', '2026-12-31'],
    ['MA', '2025-08-15', '2025-11-01', '2026-12-31'],
    ['IA', '2023-09-15', '2023-11-01', '2024-12-31'],
    ['IA', '2023-09-01', '2023-10-01', '2024-12-31'],
    ['KY', '2025-01-15', '2025-03-01', '2026-12-31'],
    ['KY', '2021-07-01', '2021-08-01', '2022-12-31'],
    ['KY', '2021-06-30', '2021-07-01', '2022-12-31'],
    ['KY', '2020-01-15', '2020-02-01', '2021-12-31'],
    ['NC', '2018-12-31', '2019-03-01', '2019-12-31'],
    ['NC', '2019-01-02', '2019-01-02', '2020-12-31'],
    ['CO', '2021-06-15', '2021-10-01', '2022-12-31'],
    ['FL', '2024-03-01', '2025-01-01', '2025-12-31'],
    ['PA', '2024-03-01', '2025-04-01', '2026-03-31'],
    ['CT', '2024-10-01', '2025-10-01', '2026-09-30'],
    ['CT', '2025-09-30', '2025-10-01', '2026-09-30'],
    ['IL', '2025-02-10', '2025-04-01', '2026-03-31'],
    ['MO', '2025-06-30', '2025-09-30', '2026-09-29'],
    ['TX', '2019-11-30', '2020-03-01', '2020-11-30'],
    ['TN', '2025-06-15', '2025-09-01', null],
    ['NY', '2025-09-10', '2026-01-20', null],
    ['VT', '2025-03-31', '2025-05-01', null],
    ['AK', '2025-03-31', null, null],
  ])('of %s, crossed on %s, are %s and %s', (state, crossedOn, collectFrom, until) => {
    const sales = [sold(state, crossedOn, 600_000, { count: 300 })];
    // Twelve months later nothing was sold any more.
    expect(dutiesOf(sales, `${Number(crossedOn.slice(0, 4)) + 3}-01-01`)).toStrictEqual([
      [crossedOn, collectFrom, until],
    ]);
  });

  it('are those of sales after refunds, where these are subtracted: at every sale, or at the end of the period', () => {
    const refund = (state: string, day: string, dollars: number) =>
      sold(state, day, 0, { count: 0, net: BigInt(dollars) * -100n });
    const inCalifornia = [sold('CA', '2025-03-01', 510_000), refund('CA', '2025-11-01', 20_000)];
    expect(dutiesOf(inCalifornia, '2026-02-01', 'net')).toStrictEqual([['2025-03-01', '2025-03-01', '2026-12-31']]);
    const inFlorida = [sold('FL', '2025-03-01', 110_000), refund('FL', '2025-11-01', 20_000)];
    expect(dutiesOf(inFlorida, '2026-02-01', 'gross')).toStrictEqual([['2025-03-01', '2026-01-01', '2026-12-31']]);
    expect(dutiesOf(inFlorida, '2026-02-01', 'net')).toStrictEqual([]);
    const soldAgain = [...inFlorida, sold('FL', '2025-12-05', 30_000)];
    expect(dutiesOf(soldAgain, '2026-02-01', 'net')).toStrictEqual([['2025-12-05', '2026-01-01', '2026-12-31']]);
    const early = [
      refund('CA', '2025-02-01', 20_000),
      sold('CA', '2025-03-01', 510_000),
      sold('CA', '2025-04-01', 20_000),
    ];
    expect(dutiesOf(early, '2026-02-01', 'net')).toStrictEqual([['2025-04-01', '2025-04-01', '2026-12-31']]);
  });

  it('is one duty as long as each year is enough, and another after a gap', () => {
    const sales = [2021, 2022, 2025].map((year) => sold('CA', `${year}-06-01`, 500_001));
    expect(dutiesOf(sales, '2026-01-31')).toStrictEqual([
      ['2021-06-01', '2021-06-01', '2023-12-31'],
      ['2025-06-01', '2025-06-01', '2026-12-31'],
    ]);
    const inFlorida = [2021, 2022, 2025].map((year) => sold('FL', `${year}-08-01`, 100_001));
    expect(dutiesOf(inFlorida, '2026-01-31')).toStrictEqual([
      ['2021-08-01', '2022-01-01', '2023-12-31'],
      ['2025-08-01', '2026-01-01', '2026-12-31'],
    ]);
  });

  it('begins also by what was added in a year to sales of the year before, which is money without a sale', () => {
    const added = sold('WA', '2026-02-10', 110_000, { count: 0 });
    expect(dutiesOf([added], '2026-03-31')).toStrictEqual([['2026-02-10', '2026-04-01', '2027-12-31']]);
  });

  it('has no day on which it begins where that was not found, also of a law that begins', () => {
    expect(dutiesOf([sold('AK', '2019-05-01', 110_000)], '2020-12-31')).toStrictEqual([['2020-04-01', null, null]]);
  });

  it('is over, or reached, on the day of the question', () => {
    const sales = [sold('CA', '2021-06-01', 500_001)];
    const statusOn = (on: string) => stateOf(sales, on)?.status;
    expect(['2021-05-31', '2021-06-01', '2022-12-31', '2023-01-01'].map(statusOn)).toStrictEqual([
      ...['below', 'reached', 'reached', 'over'],
    ]);
  });

  it('is tested in Illinois at the end of quarters, and after a year again', () => {
    // 99,000 and 2,000 within 12 months to the day, not within four quarters.
    const apart = [sold('IL', '2025-02-10', 99_000), sold('IL', '2026-02-05', 2_000)];
    expect(dutiesOf(apart, '2026-03-31')).toStrictEqual([]);
    const within = [sold('IL', '2025-04-01', 99_000), sold('IL', '2026-02-05', 2_000)];
    expect(dutiesOf(within, '2026-03-31')).toStrictEqual([['2026-02-05', '2026-04-01', '2027-03-31']]);
    const goesOn = [sold('IL', '2025-02-10', 100_000), sold('IL', '2025-05-01', 100_000)];
    expect(dutiesOf(goesOn, '2027-12-31')).toStrictEqual([['2025-02-10', '2025-04-01', '2027-03-31']]);
    const endsAfterOne = [sold('IL', '2025-02-10', 100_000), sold('IL', '2025-03-31', 100_000)];
    expect(dutiesOf(endsAfterOne, '2027-12-31')).toStrictEqual([['2025-02-10', '2025-04-01', '2026-03-31']]);
  });

  it('is tested in New York for its own quarters, and needs more than 100 sales', () => {
    const of = (count: number) => [sold('NY', '2026-05-31', 500_001, { count })];
    expect(dutiesOf(of(100), '2026-06-30')).toStrictEqual([]);
    expect(dutiesOf(of(101), '2026-06-30')).toStrictEqual([['2026-05-31', '2026-07-21', null]]);
    expect(dutiesOf([sold('NY', '2019-01-05', 400_000, { count: 200 })], '2019-03-31')).toStrictEqual([]);
  });

  it('counts in Kansas no sales before 2021, and in Maryland none before October 2018', () => {
    expect(dutiesOf([sold('KS', '2020-12-31', 900_000)], '2021-12-31')).toStrictEqual([]);
    expect(dutiesOf([sold('KS', '2021-01-01', 100_001)], '2021-12-31')).toStrictEqual([
      ['2021-07-01', '2021-07-01', '2022-12-31'],
    ]);
    expect(dutiesOf([sold('MD', '2018-09-30', 900_000)], '2018-12-31')).toStrictEqual([]);
  });

  it('needed 100 sales in Minnesota until September 2019, or ten that make up the amount', () => {
    const of = (count: number, dollars: number) => [sold('MN', '2019-03-01', dollars, { count })];
    expect(dutiesOf(of(99, 1), '2019-09-30')).toStrictEqual([]);
    expect(dutiesOf(of(100, 1), '2019-09-30')).toHaveLength(1);
    expect(dutiesOf(of(9, 900_000), '2019-09-30')).toStrictEqual([]);
    expect(dutiesOf(of(10, 100_001), '2019-09-30')).toHaveLength(1);
  });

  it('counted retail sales alone in Washington until 2019, and goods for resale from 2020 on', () => {
    const resale = (day: string) => [sold('WA', day, 200_000, { isExempt: true, isResale: true })];
    expect(dutiesOf(resale('2018-11-01'), '2019-12-31')).toStrictEqual([]);
    // The year before counts on the first day of the new rule.
    expect(dutiesOf(resale('2019-11-01'), '2020-01-01')).toStrictEqual([['2020-01-01', '2020-01-01', '2020-12-31']]);
  });

  it('is one sale more than 200 in the District of Columbia, and 100,000 itself in Iowa', () => {
    expect(dutiesOf([sold('DC', '2026-01-05', 1, { count: 200 })], '2026-01-31')).toStrictEqual([]);
    expect(dutiesOf([sold('DC', '2026-01-05', 1, { count: 201 })], '2026-01-31')).toHaveLength(1);
    expect(dutiesOf([sold('IA', '2026-01-05', 100_000)], '2026-01-31')).toHaveLength(1);
    expect(dutiesOf([sold('IA', '2019-06-30', 1, { count: 200 })], '2019-06-30')).toHaveLength(1);
    expect(dutiesOf([sold('IA', '2019-07-01', 1, { count: 200 })], '2019-07-31')).toStrictEqual([]);
  });
});

/** By months counted by hand, day by day: the first day on which the sales are enough. States whose rule is the same since 2022. */
const states: Readonly<Record<string, MeasuringPeriod>> = {
  ...{ CA: 'calendar year', GA: 'calendar year', FL: 'previous calendar year', TN: '12 months' },
  ...{ TX: '12 calendar months', VT: '12 months to a quarter’s end', NY: 'four quarters', CT: 'year to September' },
};

const dayNumber = (day: string): number => Date.parse(day) / 86_400_000;
const dayOf = (number: number): string => new Date(number * 86_400_000).toISOString().slice(0, 10);
const monthOf = (day: string): number => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1;

/** Whether an earlier day is in the period that is measured on a later one. */
const isMeasured: Readonly<Record<MeasuringPeriod, (sale: string, on: string) => boolean>> = {
  'calendar year': (sale, on) => sale.slice(0, 4) === on.slice(0, 4),
  'previous calendar year': (sale, on) => sale.slice(0, 4) === on.slice(0, 4),
  '12 months': (sale, on) => `${Number(sale.slice(0, 4)) + 1}${sale.slice(4)}` > on,
  '12 calendar months': (sale, on) => monthOf(sale) > monthOf(on) - 12,
  '12 months to a quarter’s end': (sale, on) => Math.floor(monthOf(sale) / 3) > Math.floor(monthOf(on) / 3) - 4,
  'four quarters': (sale, on) => Math.floor((monthOf(sale) + 1) / 3) > Math.floor((monthOf(on) + 1) / 3) - 4,
  'year to September': (sale, on) => Math.floor((monthOf(sale) + 3) / 12) === Math.floor((monthOf(on) + 3) / 12),
};

const firstDayByHand = (state: string, sales: readonly DailySales[], until: string): string | undefined => {
  const rule = nexusThresholds[state]?.rules.at(-1);
  const period = states[state];
  if (rule === undefined || period === undefined) throw new Error('it has one');
  for (let number = dayNumber('2022-01-01'); dayOf(number) <= until; number += 1) {
    const on = dayOf(number);
    const counted = sales.filter(({ day }) => day <= on && isMeasured[period](day, on));
    const dollars = counted.reduce((sum, one) => sum + Number(one.sales) / 100, 0);
    const count = counted.reduce((sum, one) => sum + one.count, 0);
    const bySales = rule.isReachedAtAmount ? dollars >= rule.sales : dollars > rule.sales;
    const byCount = rule.transactions !== null && count >= rule.transactions;
    if (rule.needsBoth ? bySales && byCount : bySales || byCount) return on;
  }
  return undefined;
};

const someSales = (state: string): fc.Arbitrary<readonly DailySales[]> =>
  fc
    .array(
      fc.record({
        day: fc.integer({ min: dayNumber('2022-01-01'), max: dayNumber('2025-12-31') }).map(dayOf),
        dollars: fc.integer({ min: 1, max: 180_000 }),
        count: fc.integer({ min: 1, max: 60 }),
      }),
      { minLength: 1, maxLength: 12 },
    )
    .map((all) =>
      all
        .map(({ day, dollars, count }) => sold(state, day, dollars, { count }))
        .sort((a, b) => a.day.localeCompare(b.day)),
    );

describe('whatever was sold', () => {
  const until = '2026-06-30';

  it.each(Object.keys(states))(
    'the first day on which the threshold of %s is reached is the one found by hand',
    (state) => {
      fc.assert(
        fc.property(someSales(state), (sales) => {
          expect(stateOf(sales, until)?.duties[0]?.crossedOn).toBe(firstDayByHand(state, sales, until));
        }),
        { numRuns: sized({ quick: 15, all: 60 }) },
      );
    },
  );

  it.each(Object.keys(states))('a sale less, or a smaller one, never makes a crossing of %s earlier', (state) => {
    const cases = someSales(state).chain((sales) =>
      fc.record({
        sales: fc.constant(sales),
        at: fc.integer({ min: 0, max: sales.length - 1 }),
        share: fc.integer({ min: 0, max: 99 }),
      }),
    );
    fc.assert(
      fc.property(cases, ({ sales, at, share }) => {
        const fewer = sales.map((one, index) =>
          index === at ? { ...one, count: 0, sales: (one.sales * BigInt(share)) / 100n } : one,
        );
        const first = (all: readonly DailySales[]): string => stateOf(all, until)?.duties[0]?.crossedOn ?? '9';
        expect(first(fewer) >= first(sales)).toBe(true);
      }),
      { numRuns: sized({ quick: 15, all: 60 }) },
    );
  });
});
