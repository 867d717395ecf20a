import { describe, expect, it } from '@jest/globals';
import { notCollectedOf } from '../../../src/reconcile/thresholds/not-collected.ts';
import { sold } from '../../support/sold.ts';

const duty = {
  crossedOn: '2026-02-14',
  threshold: { sales: 100_000, transactions: null, needsBoth: false },
  collectFrom: '2026-03-01',
  until: '2027-12-31',
};

const untaxed = (day: string, dollars: number) => sold('WA', day, dollars, { untaxedSales: BigInt(dollars) * 100n });

describe('the tax that was not collected since the day to collect from', () => {
  it('is estimated from taxable sales without tax, at the rate of what was taxed in the state', () => {
    const sales = [
      untaxed('2026-02-28', 5_000),
      sold('WA', '2026-02-20', 1_000, { taxed: 100_000n, tax: 8_800n }),
      untaxed('2026-03-01', 1_000),
      sold('WA', '2026-03-02', 250),
      untaxed('2026-03-31', 24),
      untaxed('2026-04-01', 9_000),
    ];
    expect(notCollectedOf(sales, duty, '2026-03-31')).toStrictEqual({
      ...{ from: '2026-03-01', to: '2026-03-31', sales: '1274.00', untaxed: '1024.00', rate: '8.800', tax: '90.11' },
    });
  });

  it('leaves out what a marketplace sold, also from the rate', () => {
    const ofMarketplace = { isMarketplace: true, taxed: 100_000n, tax: 1n, untaxedSales: 5n };
    const sales = [
      sold('WA', '2026-03-05', 1_000, ofMarketplace),
      sold('WA', '2026-03-05', 1_000, { taxed: 100_000n, tax: 10_000n }),
    ];
    expect(notCollectedOf(sales, duty, '2026-03-31')).toMatchObject({ sales: '1000.00', rate: '10.000', tax: '0.00' });
  });

  it('is not estimated without a taxed sale', () => {
    expect(notCollectedOf([untaxed('2026-03-05', 10)], duty, '2026-03-31')).toMatchObject({
      ...{ untaxed: '10.00', rate: null, tax: null },
    });
  });

  it('ends with the duty', () => {
    const sales = [untaxed('2027-12-31', 10), untaxed('2028-01-01', 20)];
    expect(notCollectedOf(sales, duty, '2028-06-30')).toMatchObject({ to: '2027-12-31', untaxed: '10.00' });
  });

  it('is none before the day to collect from, and where that day is not known', () => {
    const sales = [untaxed('2026-02-20', 10)];
    expect(notCollectedOf(sales, duty, '2026-02-28')).toBeNull();
    expect(notCollectedOf(sales, { ...duty, collectFrom: null }, '2026-03-31')).toBeNull();
    expect(notCollectedOf(sales, undefined, '2026-03-31')).toBeNull();
  });
});
