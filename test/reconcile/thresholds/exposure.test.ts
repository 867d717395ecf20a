import { describe, expect, it } from '@jest/globals';
import type { DateRange } from '../../../src/domain/date-range.ts';
import type { DailySales } from '../../../src/domain/review-store.ts';
import { turnBudget } from '../../../src/domain/turns.ts';
import { facilitatorLaws } from '../../../src/mapping/facilitator-laws.ts';
import { thresholdsReviewedOn } from '../../../src/mapping/nexus-sources.ts';
import type { ThresholdSettings } from '../../../src/mapping/nexus-settings.ts';
import { nexusThresholds } from '../../../src/mapping/nexus-thresholds.ts';
import { sold } from '../../support/sold.ts';
import type { Registrations } from '../../../src/domain/registration.ts';
import {
  countStates,
  type Exposure,
  exposureFrom,
  exposureOf,
  isRegisteredLate,
  needsRegistration,
} from '../../../src/reconcile/thresholds/exposure.ts';

const read = [{ from: '2010-01-01', to: '2030-12-31' }];

const askedOn = (on: string, laws = {}, settings: ThresholdSettings = {}) => ({
  ...{ on, facilitatorLaws: laws, nexusThresholds: settings, marketplaceSales: [], registrations: {}, read },
});

/** With the last duty in place of all. */
const stateOf = (sales: readonly DailySales[], on: string) => {
  const state = exposureOf(sales, askedOn(on)).states[0];
  return state === undefined ? undefined : { ...state, crossedOn: state.duties.at(-1)?.crossedOn ?? null };
};

describe('how near the threshold of a state sales are', () => {
  it('is counted in the calendar year, also of the year before, where the state says so', () => {
    const sales = [sold('CA', '2025-12-31', 400_000), sold('CA', '2026-01-01', 100_001)];
    expect(exposureOf(sales, askedOn('2026-03-31')).states).toEqual([
      {
        state: 'CA',
        status: 'below',
        sales: '100001.00',
        netSales: '100001.00',
        transactions: 1,
        openingBalances: null,
        period: { rule: 'calendar year', from: '2026-01-01', to: '2026-03-31' },
        threshold: { sales: 500_000, transactions: null, needsBoth: false },
        percent: 20,
        duties: [],
        notCollected: null,
        registration: null,
        notRead: [],
        includesMarketplaceSales: true,
        lacksMarketplaceSales: false,
        disagreements: [],
        source: {
          name: '18 CCR 1684; CDTFA Publication 77 (2021-10)',
          link: 'https://cdtfa.ca.gov/formspubs/pub77/',
          on: thresholdsReviewedOn,
        },
        isOutdated: false,
      },
    ]);
    const more = [...sales, sold('CA', '2026-03-14', 400_000)];
    expect(stateOf(more, '2026-03-31')).toMatchObject({ percent: 100, crossedOn: '2026-03-14' });
    expect(stateOf(more, '2026-03-13')).toMatchObject({ percent: 20, crossedOn: null });
    expect(stateOf(more, '2027-03-31')).toMatchObject({ percent: 0, crossedOn: '2026-03-14' });
  });

  it('is counted over 12 whole months in Texas, where the amount itself is enough', () => {
    const sales = [sold('TX', '2025-04-01', 250_000), sold('TX', '2026-03-14', 250_000)];
    expect(stateOf(sales, '2026-03-14')).toMatchObject({ percent: 100, crossedOn: '2026-03-14' });
    const dayBefore = [sold('TX', '2025-03-31', 250_000), sold('TX', '2026-03-14', 250_000)];
    expect(stateOf(dayBefore, '2026-03-14')).toMatchObject({ percent: 50, crossedOn: null });
  });

  it('is counted over four quarters that begin in March, June, September and December in New York', () => {
    const many = { count: 101 };
    const within = [sold('NY', '2025-06-01', 300_000, many), sold('NY', '2026-05-31', 200_001)];
    expect(stateOf(within, '2026-05-31')).toMatchObject({
      period: { rule: 'four quarters', from: '2025-06-01', to: '2026-05-31' },
      crossedOn: '2026-05-31',
    });
    const quarterLater = [sold('NY', '2025-05-31', 300_000, many), sold('NY', '2026-05-31', 200_001)];
    expect(stateOf(quarterLater, '2026-05-31')?.crossedOn).toBeNull();
    expect(stateOf(quarterLater, '2026-02-28')?.period.from).toBe('2025-03-01');
    expect(stateOf(quarterLater, '2025-12-01')?.period.from).toBe('2025-03-01');
    expect(stateOf(quarterLater, '2025-11-30')?.period.from).toBe('2024-12-01');
  });

  it('is counted to the end of September in Connecticut, and needs sales and transactions', () => {
    const sales = [sold('CT', '2025-09-30', 90_000, { count: 300 }), sold('CT', '2025-10-01', 100_000, { count: 199 })];
    expect(stateOf(sales, '2025-10-01')).toMatchObject({ percent: 99, crossedOn: null });
    expect(stateOf([...sales, sold('CT', '2026-09-30', 0)], '2026-09-30')).toMatchObject({
      percent: 100,
      period: { from: '2025-10-01' },
      crossedOn: '2026-09-30',
    });
  });

  it('is reached by 200 transactions alone, where either is enough', () => {
    expect(stateOf([sold('VT', '2026-01-05', 1, { count: 200 })], '2026-01-05')).toMatchObject({
      percent: 100,
      crossedOn: '2026-01-05',
    });
    // Arkansas says more than 200.
    expect(stateOf([sold('AR', '2026-01-05', 1, { count: 200 })], '2026-01-05')?.crossedOn).toBeNull();
  });

  it('leaves out marketplace and exempt sales where the state does', () => {
    const sales = (state: string) => [
      sold(state, '2026-01-05', 10_000),
      sold(state, '2026-01-05', 20_000, { isMarketplace: true }),
      sold(state, '2026-01-05', 40_000, { isExempt: true }),
    ];
    const percent = (state: string) => stateOf(sales(state), '2026-01-05')?.percent;
    // Goods and services, with both; without marketplaces; taxable sales of one's own alone.
    expect([percent('WA'), percent('IN'), percent('AR')]).toEqual([70, 50, 10]);
    expect(stateOf(sales('IN'), '2026-01-05')?.includesMarketplaceSales).toBe(false);
  });

  it('counts sales for resale in states that count gross sales, and those to exempt buyers in most others too', () => {
    const percent = (state: string) =>
      stateOf(
        [
          sold(state, '2026-01-05', 10_000),
          sold(state, '2026-01-05', 20_000, { isExempt: true }),
          sold(state, '2026-01-05', 40_000, { isExempt: true, isResale: true }),
        ],
        '2026-01-05',
      )?.percent;
    expect([percent('WA'), percent('GA'), percent('FL')]).toEqual([70, 30, 10]);
    const without = Object.entries(nexusThresholds).filter(([, { rules }]) => rules.at(-1)?.countsResale === false);
    expect(without.map(([state]) => state).join(' ')).toBe('AL AR CO CT DC FL GA IL LA MN MO ND NE NM NV OH OK TN VA');
  });

  it('crosses no threshold before the law, and counts what was sold before it', () => {
    const sales = [sold('TX', '2019-09-30', 600_000), sold('TX', '2019-10-01', 1)];
    expect(stateOf(sales, '2019-09-30')?.crossedOn).toBeNull();
    expect(stateOf(sales, '2019-10-01')?.crossedOn).toBe('2019-10-01');
  });

  it('was crossed by the threshold of its day, which may have ended since', () => {
    const many = [sold('IL', '2025-12-30', 4_000, { count: 199 }), sold('IL', '2025-12-31', 20)];
    expect(stateOf(many, '2026-01-31')).toMatchObject({
      percent: 4,
      threshold: { sales: 100_000, transactions: null, needsBoth: false },
      duties: [{ crossedOn: '2025-12-31', threshold: { sales: 100_000, transactions: 200, needsBoth: false } }],
    });
    const dayLater = [sold('IL', '2025-12-30', 4_000, { count: 199 }), sold('IL', '2026-01-01', 20)];
    expect(stateOf(dayLater, '2026-01-31')).toMatchObject({ duties: [] });
    expect(stateOf(dayLater, '2025-12-31')).toMatchObject({ percent: 99, threshold: { transactions: 200 } });
    expect(stateOf([sold('AZ', '2020-11-05', 150_000)], '2020-12-31')).toMatchObject({ percent: 99, crossedOn: null });
  });

  it('was crossed by the sales of the year before on the day on which the law began or its amounts fell', () => {
    const fell = [sold('GA', '2019-06-01', 200_000), sold('GA', '2020-02-01', 1)];
    expect(stateOf(fell, '2020-12-31')).toMatchObject({ crossedOn: '2020-01-01', percent: 0 });
    expect(stateOf(fell, '2019-12-31')).toMatchObject({ crossedOn: null, percent: 80 });
    const began = [sold('CA', '2018-06-01', 600_000), sold('CA', '2019-02-01', 1)];
    expect(stateOf(began, '2019-12-31')?.crossedOn).toBe('2019-04-01');
    expect(stateOf([sold('FL', '2020-06-01', 200_000)], '2021-12-31')?.crossedOn).toBe('2021-07-01');
    const twoYearsBefore = [sold('GA', '2018-06-01', 240_000), sold('GA', '2020-02-01', 1)];
    expect(stateOf(twoYearsBefore, '2020-12-31')?.crossedOn).toBeNull();
  });

  it('is not reached by the amount itself, where it has to be exceeded', () => {
    expect(stateOf([sold('CA', '2026-01-05', 500_000)], '2026-01-05')).toMatchObject({ percent: 99, crossedOn: null });
    const aCentMore = sold('CA', '2026-01-05', 500_000);
    expect(stateOf([{ ...aCentMore, sales: 50_000_001n }], '2026-01-05')).toMatchObject({
      percent: 100,
      crossedOn: '2026-01-05',
    });
  });

  it('counts marketplace sales as the policy says of a state, and says where sources differ', () => {
    const sales = [sold('PA', '2026-01-05', 10_000), sold('PA', '2026-01-05', 80_000, { isMarketplace: true })];
    const disagreements = ['marketplace sales', 'whether the amount itself is enough'];
    expect(stateOf(sales, '2026-01-31')).toMatchObject({ percent: 90, includesMarketplaceSales: true, disagreements });
    const laws = { PA: { collectsFrom: '2019-07-01', countsTowardThreshold: false } };
    const [own] = exposureOf(sales, askedOn('2026-01-31', laws)).states;
    expect(own).toMatchObject({ percent: 10, includesMarketplaceSales: false });
  });

  it('counts no facilitated sales in Mississippi, Massachusetts and New Mexico, and those in Missouri', () => {
    const percent = (state: string) =>
      stateOf([sold(state, '2026-01-05', 1), sold(state, '2026-01-05', 50_000, { isMarketplace: true })], '2026-01-31')
        ?.percent;
    expect(['MS', 'MA', 'NM', 'MO', 'MI'].map(percent)).toEqual([0, 0, 0, 50, 50]);
    const before = [sold('MS', '2020-06-30', 250_001, { isMarketplace: true })];
    expect(stateOf(before, '2020-06-30')?.crossedOn).toBe('2020-06-30');
  });

  it('names the days of the measuring period, and of the year before, that no sync has read', () => {
    const sales = [sold('CA', '2026-02-01', 1), sold('TX', '2026-02-01', 1), sold('KS', '2026-02-01', 1)];
    const notRead = (...days: readonly DateRange[]) =>
      Object.fromEntries(
        exposureOf(sales, { ...askedOn('2026-03-31'), read: days }).states.map((one) => [one.state, one.notRead]),
      );
    const year = { from: '2025-01-01', to: '2025-12-31' };
    expect(notRead({ from: '2026-01-01', to: '2026-03-31' })).toStrictEqual({
      CA: [year],
      TX: [{ from: '2025-04-01', to: '2025-12-31' }],
      KS: [year],
    });
    const march = [{ from: '2026-03-01', to: '2026-03-31' }];
    expect(notRead({ from: '2025-01-01', to: '2026-02-28' })).toStrictEqual({ CA: march, TX: march, KS: march });
    const withGaps = notRead({ from: '2024-01-01', to: '2025-02-28' }, { from: '2025-05-01', to: '2026-03-31' });
    expect(withGaps['CA']).toStrictEqual([{ from: '2025-03-01', to: '2025-04-30' }]);
    expect(withGaps['TX']).toStrictEqual([{ from: '2025-04-01', to: '2025-04-30' }]);
    expect(notRead()['TX']).toStrictEqual([{ from: '2025-04-01', to: '2026-03-31' }]);
  });

  it('names first what was crossed first, then what is nearest, and leaves out places without sales tax or abroad', () => {
    const sales = [
      sold('OR', '2026-01-01', 900_000),
      sold('CA-ON', '2026-01-01', 900_000),
      sold('IN', '2026-01-01', 90_000),
      sold('KS', '2026-01-01', 50_000),
      sold('GA', '2026-01-02', 100_001),
      sold('WA', '2026-01-03', 100_001),
    ];
    const { states, known } = exposureOf(sales, askedOn('2026-02-01'));
    expect(states.map(({ state }) => state)).toEqual(['GA', 'WA', 'IN', 'KS']);
    expect(known).toEqual({ from: '2026-01-01', to: '2026-01-03' });
  });

  it('knows sales from the first to the last day of sales, whatever day a refund is of', () => {
    const refund = { count: 0, sales: 0n, net: -500n };
    const sales = [
      sold('GA', '2025-12-31', 0, refund),
      sold('GA', '2026-01-02', 100),
      sold('WA', '2026-01-03', 100),
      sold('GA', '2026-02-10', 0, refund),
    ];
    expect(exposureOf(sales, askedOn('2026-02-28')).known).toEqual({ from: '2026-01-02', to: '2026-01-03' });
    expect(exposureOf(sales.slice(-1), askedOn('2026-02-28')).known).toBeNull();
  });

  it('says what it left out, and when its table is older than a year', () => {
    const sales = [sold('TX', '2026-01-01', 1, { currency: 'CAD', count: 3 }), sold('CA', '2026-01-01', 1)];
    expect(exposureOf(sales, askedOn(thresholdsReviewedOn))).toMatchObject({
      ...{ notInDollars: 3, isOutdated: false },
      otherCurrencies: [{ state: 'TX', currency: 'CAD', count: 3, sales: '1.00' }],
    });
    expect(exposureOf(sales, askedOn('2027-11-29')).isOutdated).toBe(false);
    expect(exposureOf(sales, askedOn('2027-11-30')).isOutdated).toBe(true);
    expect(exposureOf([], askedOn('2026-01-01'))).toMatchObject({ known: null, states: [] });
  });

  it('names the source of each threshold with its day, and says which is older than a year', () => {
    const sales = [sold('TX', '2026-01-01', 1), sold('AK', '2026-01-02', 1)];
    const sourcesOn = (day: string) =>
      exposureOf(sales, askedOn(day)).states.map(({ state, source, isOutdated }) => [state, source.on, isOutdated]);
    expect(sourcesOn('2026-11-30').sort()).toEqual([
      ['AK', '2024-11-19', true],
      ['TX', thresholdsReviewedOn, false],
    ]);
    expect(sourcesOn('2027-11-30')).toContainEqual(['TX', thresholdsReviewedOn, true]);
    for (const { source } of Object.values(nexusThresholds)) {
      expect(source.name).not.toBe('');
      expect(source.on).toMatch(/^202\d-\d\d-\d\d$/);
    }
  });

  describe('with a threshold of your setting', () => {
    const on = '2026-12-31';
    const withSettings = (sales: readonly DailySales[], settings: ThresholdSettings, day = on) =>
      exposureOf(sales, askedOn(day, {}, settings)).states[0];
    const sales = [sold('WV', '2026-03-01', 60_000, { count: 150 }), sold('WV', '2026-11-01', 40_000)];

    it('counts by what the setting says, and by what is built in for the rest', () => {
      expect(withSettings(sales, {})).toMatchObject({ duties: [{ crossedOn: '2026-11-01' }] });
      const exceeded = withSettings(sales, { WV: { isReachedAtAmount: false } });
      expect(exceeded).toMatchObject({
        status: 'below',
        percent: 99,
        threshold: { sales: 100_000, transactions: 200 },
      });
      const fewer = withSettings(sales, { WV: { isReachedAtAmount: false, transactions: 150 } });
      expect(fewer).toMatchObject({ status: 'reached', duties: [{ crossedOn: '2026-03-01' }] });
      const later = withSettings(sales, { WV: { sales: 60_000, collects: '2nd month', ends: null } });
      expect(later?.duties).toMatchObject([{ crossedOn: '2026-03-01', collectFrom: '2026-05-01', until: null }]);
    });

    it('holds from its first day on, and leaves the rules of earlier days', () => {
      const settings = { WV: { from: '2026-07-01', transactions: null } };
      expect(withSettings(sales, settings)).toMatchObject({
        threshold: { transactions: null },
        duties: [{ crossedOn: '2026-11-01' }],
      });
      const many = [sold('WV', '2026-05-01', 1, { count: 200 }), sold('WV', '2026-08-01', 1)];
      expect(withSettings(many, settings)?.duties).toMatchObject([{ crossedOn: '2026-05-01' }]);
      const before = withSettings(sales, settings, '2026-06-30');
      expect(before).toMatchObject({ threshold: { transactions: 200 } });
      expect(before?.source.name).toContain('W. Va. Code');
      // Of a day before the law, it is the only rule.
      expect(withSettings(sales, { WV: { from: '2018-01-01', sales: 10_000 } })).toMatchObject({
        duties: [{ crossedOn: '2026-03-01', threshold: { sales: 10_000 } }],
      });
    });

    it('says "your setting" as its source, which is never outdated, and no longer that sources differ about it', () => {
      const settings: ThresholdSettings = { WV: { sales: 100_000 }, TN: { isReachedAtAmount: true } };
      const both = [...sales, sold('TN', '2026-03-01', 1)].sort((a, b) => a.day.localeCompare(b.day));
      const source = { name: 'your setting', link: null, on: null };
      const states = exposureOf(both, askedOn('2028-01-01', {}, settings)).states;
      expect(states.map(({ state, disagreements }) => [state, disagreements])).toEqual(
        expect.arrayContaining([
          ['WV', ['whether the amount itself is enough']],
          ['TN', []],
        ]),
      );
      for (const one of states) expect(one).toMatchObject({ source, isOutdated: false });
    });
  });

  it('leaves registered states out of the ones that need a registration, and lists them, from their first day on', () => {
    const sales = [sold('GA', '2025-11-01', 200_000), sold('TX', '2025-12-01', 600_000), sold('WA', '2026-01-03', 1)];
    const registrations: Registrations = {
      TX: { status: 'registered', since: '2026-05-01', by: 'our accountant' },
      GA: { status: 'managed elsewhere', since: null, by: null },
      NV: { status: 'registered', since: '2026-02-01', by: null },
    };
    const on = (day: string) => exposureOf(sales, { ...askedOn(day), registrations });
    const needed = ({ states }: Exposure) => states.filter(needsRegistration).map(({ state }) => state);
    const before = on('2026-01-31');
    expect([needed(before), before.registrations.map(({ state }) => state)]).toEqual([['TX'], ['GA']]);
    const after = on('2026-05-01');
    expect([needed(after), after.registrations.map(({ state }) => state)]).toEqual([[], ['TX', 'GA', 'NV']]);
    expect(after.states.find(({ state }) => state === 'TX')).toMatchObject({
      ...{ status: 'reached', registration: registrations['TX'] },
    });
    expect(after.states.map((one) => [one.state, isRegisteredLate(one)])).toEqual(
      expect.arrayContaining([
        ['TX', true],
        ['GA', false],
        ['WA', false],
      ]),
    );
    const inTime = { TX: { status: 'registered', since: '2026-04-01', by: null } } as const;
    expect(
      exposureOf(sales, { ...askedOn('2026-05-01'), registrations: inTime }).states.filter(isRegisteredLate),
    ).toEqual([]);
  });

  it('knows a threshold for each place that has a facilitator law', () => {
    expect(Object.keys(nexusThresholds).sort()).toEqual(Object.keys(facilitatorLaws).sort());
  });
});

describe('the exposure of many states', () => {
  it('is the same with turns for others between them', async () => {
    const sales = ['CA', 'GA', 'TX', 'WA'].map((state) => sold(state, '2026-01-01', 100_001));
    const { milliseconds } = turnBudget;
    turnBudget.milliseconds = 0;
    try {
      let turns = 0;
      let isOver = false;
      const turn = (): void => {
        turns += 1;
        if (!isOver) setImmediate(turn);
      };
      setImmediate(turn);
      const question = askedOn('2026-03-31');
      const counted = await countStates(sales, question);
      expect(exposureFrom(counted, question)).toStrictEqual(exposureOf(sales, question));
      isOver = true;
      expect(turns).toBeGreaterThan(2);
    } finally {
      turnBudget.milliseconds = milliseconds;
    }
  });
});
