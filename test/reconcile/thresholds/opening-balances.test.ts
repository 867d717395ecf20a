import { describe, expect, it } from '@jest/globals';
import type { OpeningBalance } from '../../../src/domain/opening-balance.ts';
import type { DailySales } from '../../../src/domain/review-store.ts';
import { type Exposure, exposureOf, type Question } from '../../../src/reconcile/thresholds/exposure.ts';
import { addDays } from '../../../src/reconcile/thresholds/tested-periods.ts';
import { workpaperOf } from '../../../src/reconcile/thresholds/workpaper.ts';
import { seededRandom } from '../../support/seeded-random.ts';
import { sold } from '../../support/sold.ts';

const read = [{ from: '2010-01-01', to: '2030-12-31' }];

const asked = (on: string, openingBalances: readonly OpeningBalance[]): Question => ({
  ...{ on, facilitatorLaws: {}, nexusThresholds: {}, marketplaceSales: [], registrations: {}, read },
  openingBalances,
});

const stated = (state: string, month: string, dollars: number, differences: Partial<OpeningBalance> = {}) => ({
  ...{ channel: 'Fairs', state, month, isMarketplace: false, sales: BigInt(dollars) * 100n, count: 1 },
  ...differences,
});

const firstCrossing = ({ states }: Exposure): string => states[0]?.duties[0]?.crossedOn ?? '~';

describe('opening balances of channels that are not connected', () => {
  it('count from the first day of their month, and are named', () => {
    const sales = [sold('WA', '2026-01-20', 60_000), sold('WA', '2026-03-10', 1)];
    const balances = [stated('WA', '2026-02', 50_000), stated('WA', '2025-12', 9, { channel: 'Old shop', count: 7 })];
    expect(exposureOf(sales, asked('2026-03-31', balances)).states).toMatchObject([
      {
        ...{ state: 'WA', status: 'reached', sales: '110001.00', netSales: '110001.00', transactions: 3 },
        openingBalances: { sales: '50000.00', transactions: 1, channels: ['Fairs', 'Old shop'] },
        duties: [{ crossedOn: '2026-02-01', collectFrom: '2026-04-01' }],
      },
    ]);
    expect(exposureOf(sales, asked('2026-03-31', [])).states).toMatchObject([
      { status: 'below', openingBalances: null },
    ]);
  });

  it('decide where the threshold is reached only with them', () => {
    const decide = (own: number, balance: number) =>
      exposureOf([sold('WA', '2026-01-20', own)], asked('2026-03-31', [stated('WA', '2026-02', balance)])).states[0]
        ?.openingBalances?.decide;
    expect([decide(60_000, 50_000), decide(110_000, 50_000), decide(60_000, 10)]).toStrictEqual([true, false, false]);
  });

  it('make a state known that has no other sales, and leave the days of known sales alone', () => {
    const exposure = exposureOf([], asked('2026-03-31', [stated('OH', '2026-02', 10)]));
    expect(exposure).toMatchObject({ known: null, states: [{ state: 'OH', sales: '10.00' }] });
    expect(exposureOf([], asked('2026-01-31', [stated('OH', '2026-02', 10)])).states).toStrictEqual([]);
  });

  it('of a marketplace count only where the state counts marketplace sales', () => {
    const amazon = { channel: 'Amazon', isMarketplace: true };
    const balances = [stated('WA', '2026-02', 200_000, amazon), stated('AL', '2025-02', 300_000, amazon)];
    const { states } = exposureOf([sold('AL', '2026-01-01', 1)], asked('2026-03-31', balances));
    expect(states).toMatchObject([
      { state: 'WA', status: 'reached' },
      { state: 'AL', status: 'below', sales: '1.00', openingBalances: null },
    ]);
  });

  it('count for as long as a day of their month is in twelve months to the day', () => {
    const percentOn = (on: string) =>
      exposureOf([], asked(on, [stated('MN', '2025-03', 60_000)])).states[0]?.sales ?? null;
    expect(['2025-03-01', '2026-03-30', '2026-03-31'].map(percentOn)).toStrictEqual(['60000.00', '60000.00', '0.00']);
  });

  it('never let a threshold be reached later than on the true days of the sales', () => {
    const random = seededRandom(58);
    const below = (limit: number): number => Math.floor(random.next() * limit);
    let earlier = 0;
    for (let round = 0; round < 600; round += 1) {
      const state = ['CA', 'MN', 'TN', 'IL', 'TX', 'NY', 'CT', 'WA'][below(8)] ?? 'CA';
      const sales = Array.from({ length: 12 }, () =>
        sold(state, addDays('2024-01-01', below(900)), 1 + below(90_000), { count: 1 + below(30) }),
      );
      const month = addDays('2024-01-01', below(900)).slice(0, 7);
      const [dollars, count] = [1 + below(300_000), 1 + below(120)];
      const placed = sold(state, `${month}-${String(1 + below(28)).padStart(2, '0')}`, dollars, { count });
      const inOrder = (all: readonly DailySales[]) => all.toSorted((a, b) => a.day.localeCompare(b.day));
      const question = asked('2026-12-31', [stated(state, month, dollars, { count })]);
      const [asStated, asSold] = [
        firstCrossing(exposureOf(inOrder(sales), question)),
        firstCrossing(exposureOf(inOrder([...sales, placed]), asked('2026-12-31', []))),
      ];
      expect([state, asStated <= asSold]).toStrictEqual([state, true]);
      if (asStated < asSold) earlier += 1;
    }
    expect(earlier).toBeGreaterThan(20);
  });

  it('have their own columns in the workpaper', () => {
    const balances = [stated('WA', '2026-02', 50), stated('AL', '2026-02', 70, { isMarketplace: true })];
    const rows = workpaperOf([], { from: '2026-01-01', to: '2026-03-31' }, asked('2026-03-31', balances));
    const february = rows.flatMap((rowsOf) => rowsOf()).filter(({ month }) => month === '2026-02');
    expect(february).toMatchObject([
      { state: 'AL', counted: { sales: 0n }, notCounted: { sales: 7000n }, openingBalances: { sales: 0n } },
      { state: 'WA', counted: { sales: 5000n, count: 1 }, openingBalances: { sales: 5000n, count: 1 } },
    ]);
    expect(february.map(({ openingChannels }) => openingChannels)).toStrictEqual([['Fairs'], ['Fairs']]);
  });
});
