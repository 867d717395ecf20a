import { describe, expect, it } from '@jest/globals';
import { parse } from 'csv-parse/sync';
import type { DailySales, NotSentSales } from '../../../src/domain/review-store.ts';
import { exportedBytes } from '../../../src/operations/export/formats.ts';
import { thresholdRows } from '../../../src/operations/export/thresholds.ts';
import { seededRandom } from '../../support/seeded-random.ts';
import { sold } from '../../support/sold.ts';
import { spreadsheetOf, xlsxFileOf } from '../../support/spreadsheet.ts';

const question = {
  ...{ on: '2026-03-20', facilitatorLaws: {}, nexusThresholds: {}, marketplaceSales: [] },
  registrations: { TX: { status: 'registered', since: '2026-02-01', by: null } as const },
  read: [{ from: '2024-01-01', to: '2026-02-28' }],
};

const everyMonth = { from: '2024-01-10', to: '2026-12-31' };

type Row = Readonly<Record<string, string | number>>;

/** As a spreadsheet library reads it. */
const sheetOf = async (sales: readonly DailySales[], state?: string, notSent: readonly NotSentSales[] = []) => {
  const exported = thresholdRows({ sales, question: { ...question, notSent } }, everyMonth, state);
  return spreadsheetOf(await xlsxFileOf(exported));
};

const workpaper = async (...asked: Parameters<typeof sheetOf>): Promise<readonly Row[]> =>
  (await sheetOf(...asked)).rows;

const cents = (cell: string | number | undefined): number => Math.round(Number(cell) * 100);

const sumOf = (rows: readonly Row[], column: string): number =>
  rows.reduce((sum, row) => sum + cents(row[column]), 0) / 100;

const states = ['CA', 'CO', 'FL', 'NY', 'TX', 'WA'];

const randomSales = (seed: number): readonly DailySales[] => {
  const random = seededRandom(seed);
  const below = (limit: number): number => Math.floor(random.next() * limit);
  return Array.from({ length: 400 }, (): DailySales => {
    const day = new Date(Date.UTC(2024, 0, 1 + below(800))).toISOString().slice(0, 10);
    const [isMarketplace, isResale] = [below(4) === 0, below(5) === 0];
    const differences = { isMarketplace, isResale, isExempt: isResale || below(6) === 0 };
    return sold(states[below(states.length)] ?? 'CA', day, 1 + below(9_000), differences);
  }).sort((a, b) => (a.day < b.day ? -1 : 1));
};

describe('the workpaper of thresholds', () => {
  it('shows month by month what counted, the running sum, the crossing, the day to collect from and the source', async () => {
    const sales = [
      sold('TX', '2025-04-15', 250_000),
      sold('TX', '2025-12-01', 9_000, { isMarketplace: true }),
      sold('TX', '2026-02-14', 241_000),
      sold('WA', '2026-01-05', 50_000, { isResale: true, isExempt: true }),
    ];
    const rows = await workpaper(sales, 'TX');
    expect(rows.map(({ month }) => month)).toHaveLength(27);
    expect(rows.find(({ month }) => month === '2026-02')).toStrictEqual({
      ...{ state: 'TX', month: '2026-02', counted: 241_000, countedSales: 1, notCounted: 0, notCountedSales: 0 },
      ...{ otherCurrencies: '', notSentWithTax: 0, notSentSales: 0, notSentReasons: '' },
      ...{ openingBalances: 0, openingBalanceSales: 0, openingBalanceChannels: '' },
      ...{ measuredOver: '12 calendar months', measuredFrom: '2025-03-01', measuredTo: '2026-02-28' },
      ...{ running: 500_000, runningSales: 3, threshold: 'at least 500000 USD', percent: 100 },
      ...{ reachedOn: '2026-02-14', collectFrom: '2026-06-01', dutyUntil: '2026-06-01' },
      ...{ registeredSince: '2026-02-01', registration: 'registered', daysNotRead: '', sourcesDiffer: '' },
      source: '34 TAC 3.286; comptroller.texas.gov, remote sellers',
      sourceLink: 'https://comptroller.texas.gov/taxes/sales/remote-sellers.php',
      sourceRead: '2026-11-29',
    });
    expect(rows.find(({ month }) => month === '2026-01')).toMatchObject({ reachedOn: '', registration: '' });
    // The running month ends on the day of the question.
    expect(rows.at(-1)).toMatchObject({ measuredTo: '2026-03-20', daysNotRead: '2026-03-01 to 2026-03-20' });
  });

  it('has totals of each state, without sums of running sums', async () => {
    const { rows, totals } = await sheetOf([sold('TX', '2025-04-15', 300), sold('WA', '2026-01-05', 50)]);
    expect(totals.map(({ state }) => state)).toStrictEqual(['TX', 'WA']);
    const [texas] = totals;
    expect(sumOf(rows, 'running')).toBeGreaterThan(350);
    expect(texas).toMatchObject({ month: 'Total', counted: 300, countedSales: 1, running: '', runningSales: '' });
    expect(texas).toMatchObject({ percent: '' });
  });

  it('lists what a state does not count apart', async () => {
    const sales = [
      sold('OH', '2026-01-05', 500),
      sold('OH', '2026-01-06', 70_000, { isResale: true, isExempt: true }),
      sold('AL', '2026-01-06', 30_000, { isMarketplace: true, count: 3 }),
    ];
    const rows = await workpaper(sales);
    const ofJanuary = (state: string) => rows.find((row) => row['state'] === state && row['month'] === '2026-01');
    expect(ofJanuary('OH')).toMatchObject({ counted: 500, countedSales: 1, notCounted: 70_000, notCountedSales: 1 });
    expect(ofJanuary('AL')).toMatchObject({ counted: 0, countedSales: 0, notCounted: 30_000, notCountedSales: 3 });
  });

  it('lists what was not sent and why, and other currencies, in their months, also of a state without other sales', async () => {
    const unpaid = { jurisdiction: 'TX', currency: 'USD', reason: 'not paid', count: 2, total: 12_345n };
    const notSent = [
      { ...unpaid, month: '2025-12', total: 1n },
      { ...unpaid, month: '2026-01' },
      { ...unpaid, month: '2026-01', reason: 'zero total held', count: 1, total: 0n },
      { ...unpaid, month: '2026-01', currency: 'EUR', count: 1, total: 900n },
      { ...unpaid, month: '2026-01', reason: 'belongs to another storefront' },
    ];
    const rows = await workpaper([sold('TX', '2026-01-31', 70, { currency: 'EUR' })], 'TX', notSent);
    expect(rows.find(({ month }) => month === '2026-01')).toMatchObject({
      ...{ counted: 0, otherCurrencies: '1 70.00 EUR', notSentWithTax: 123.45, notSentSales: 4 },
      notSentReasons: 'Total is zero: 1 (0.00 USD); Not paid yet: 1 (9.00 EUR); Not paid yet: 2 (123.45 USD)',
    });
    expect(sumOf(rows, 'notSentWithTax')).toBe(123.46);
    expect(rows.filter(({ otherCurrencies }) => otherCurrencies !== '')).toHaveLength(1);
  });

  it('adds up to the same sums in CSV and XLSX, and the totals of a state are those of its months', async () => {
    const exported = () => thresholdRows({ sales: randomSales(7), question }, everyMonth);
    const { rows, totals } = await spreadsheetOf(await xlsxFileOf(exported()));
    const csv: Buffer[] = [];
    for await (const chunk of exportedBytes('csv', exported())) csv.push(Buffer.from(chunk));
    const read = parse<Readonly<Record<string, string>>>(Buffer.concat(csv), { columns: true, bom: true });
    expect(read).toHaveLength(rows.length);
    for (const column of ['counted', 'countedSales', 'notCounted', 'notCountedSales', 'running', 'percent']) {
      expect(sumOf(read, column)).toBe(sumOf(rows, column));
    }
    for (const total of totals)
      for (const column of ['counted', 'countedSales', 'notCounted', 'notCountedSales'])
        expect([total['state'], column, total[column]]).toStrictEqual([
          ...[total['state'], column],
          sumOf(
            rows.filter(({ state }) => state === total['state']),
            column,
          ),
        ]);
    expect(totals).toHaveLength(6);
  });

  it('adds up: the months of a calendar year to its running sum, and what counted and did not to all sales', async () => {
    const sales = randomSales(3);
    const rows = await workpaper(sales);
    expect(sumOf(rows, 'counted') + sumOf(rows, 'notCounted')).toBe(
      sales.reduce((sum, one) => sum + Number(one.sales) / 100, 0),
    );
    for (const state of states) {
      const own = rows.filter((row) => row['state'] === state);
      const ofYear = own.filter(
        ({ measuredFrom, measuredOver }) =>
          measuredFrom === '2025-01-01' && ['calendar year', 'previous calendar year'].includes(String(measuredOver)),
      );
      const last = ofYear.at(-1);
      if (last !== undefined) expect(sumOf(ofYear, 'counted')).toBe(last['running']);
    }
    expect(rows.some(({ measuredFrom }) => measuredFrom === '2025-01-01')).toBe(true);
  });
});
