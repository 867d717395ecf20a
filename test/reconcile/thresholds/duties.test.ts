import { describe, expect, it } from '@jest/globals';
import type { DailySales } from '../../../src/domain/review-store.ts';
import type { SalesBasis } from '../../../src/reconcile/thresholds/counted-sales.ts';
import { exposureOf } from '../../../src/reconcile/thresholds/exposure.ts';
import { sold } from '../../support/sold.ts';

const read = [{ from: '2010-01-01', to: '2030-12-31' }];

const stateOf = (sales: readonly DailySales[], on: string, basis: SalesBasis = 'gross') =>
  exposureOf(sales, {
    ...{ on, basis, facilitatorLaws: {}, nexusThresholds: {}, marketplaceSales: [], registrations: {}, read },
  }).states[0];

const dutiesOf = (sales: readonly DailySales[], on: string, basis: SalesBasis = 'gross') =>
  (stateOf(sales, on, basis)?.duties ?? []).map(({ crossedOn, collectFrom, until }) => [crossedOn, collectFrom, until]);

describe('the day from which to collect, and the last one', () => {
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
