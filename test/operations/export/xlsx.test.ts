import { describe, expect, it } from '@jest/globals';
import { openXlsx } from 'hucre/xlsx';
import { count, day, instant, money, month, text } from '../../../src/operations/export/columns.ts';
import type { Totals } from '../../../src/operations/export/totals.ts';
import { spreadsheetOf, xlsxFileOf } from '../../support/spreadsheet.ts';

const none = (): string => '';

const head = [
  ...[day('date', none), month('month', none), instant('occurredAt', none), text('parentId', none)],
  ...[text('currency', none), money('notTaxed', none), count('sales', () => 0)],
];

const sale = (currency: string, amount: string, sales = '1'): readonly string[] => [
  ...['2026-03-31', '2026-03', '2026-04-01T04:30:15Z', 'gid-1', currency, amount, sales],
];

const fileOf = (rows: readonly (readonly string[])[], totals?: Totals): Promise<Uint8Array> => {
  async function* pages() {
    yield await Promise.resolve(rows);
  }
  return xlsxFileOf({ head, pages: pages(), ...(totals !== undefined && { totals }) });
};

const byCurrency = { by: ['currency'] };

const sheetOf = async (file: Promise<Uint8Array>) => {
  const [sheet] = (await openXlsx(await file, { readStyles: true })).sheets;
  if (sheet === undefined) throw new Error('the file has a sheet');
  const formatAt = (row: number, column: number) => sheet.cells?.get(`${row},${column}`)?.style?.numFmt;
  const isBoldAt = (row: number, column: number) => sheet.cells?.get(`${row},${column}`)?.style?.font?.bold === true;
  return { sheet, formatAt, isBoldAt };
};

describe('a spreadsheet for an accountant', () => {
  it('has headings in words, bold, in a row that stays, and columns wide enough for them', async () => {
    const { sheet, isBoldAt } = await sheetOf(fileOf([sale('USD', '1.00')]));
    const headings = ['Date', 'Month', 'Occurred at (UTC)', 'Parent ID', 'Currency', 'Not taxed', 'Sales'];
    expect(sheet.rows[0]).toStrictEqual(headings);
    expect(sheet.freezePane?.rows).toBe(1);
    expect([isBoldAt(0, 0), isBoldAt(1, 0)]).toStrictEqual([true, false]);
    headings.forEach((heading, index) => expect(sheet.columns?.[index]?.width).toBeGreaterThan(heading.length));
  });

  it('has days, months and times as dates', async () => {
    const { sheet, formatAt } = await sheetOf(fileOf([sale('USD', '1.00')]));
    expect(sheet.rows[1]?.slice(0, 3)).toStrictEqual([
      ...['2026-03-31', '2026-03-01', '2026-04-01T04:30:15Z'].map((date) => new Date(date)),
    ]);
    expect([0, 1, 2].map((column) => formatAt(1, column))).toStrictEqual([
      ...['yyyy-mm-dd', 'yyyy-mm', 'yyyy-mm-dd hh:mm:ss'],
    ]);
  });

  it('has amounts as exact numbers, with the decimals of their currency', async () => {
    const rows = [
      sale('USD', '0.10'),
      sale('JPY', '1299'),
      sale('KWD', '-1.500'),
      sale('USD', '1234567890123.45'),
      sale('USD', '12345678901234.56'),
    ];
    const { sheet, formatAt } = await sheetOf(fileOf(rows));
    expect([1, 2, 3].map((row) => [sheet.rows[row]?.[5], formatAt(row, 5)])).toStrictEqual([
      ...[
        [0.1, '#,##0.00'],
        [1_299, '#,##0'],
        [-1.5, '#,##0.000'],
      ],
    ]);
    // A number of a spreadsheet has 15 digits.
    expect([4, 5].map((row) => sheet.rows[row]?.[5])).toStrictEqual([1_234_567_890_123.45, '12345678901234.56']);
  });

  it('has exact totals of each currency below an empty row', async () => {
    const rows = [sale('USD', '0.10'), sale('JPY', '5'), sale('USD', '0.20', '2'), sale('USD', '-0.01', '0')];
    const file = fileOf(rows, byCurrency);
    const { rows: read, totals } = await spreadsheetOf(await file);
    expect(read).toHaveLength(4);
    const [date, others] = ['Total', { month: '', occurredAt: '', parentId: '' }];
    expect(totals).toStrictEqual([
      { ...others, date, currency: 'USD', notTaxed: 0.29, sales: 3 },
      { ...others, date, currency: 'JPY', notTaxed: 5, sales: 1 },
    ]);
    const { formatAt, isBoldAt } = await sheetOf(file);
    expect([formatAt(6, 5), formatAt(7, 5), isBoldAt(6, 5)]).toStrictEqual(['#,##0.00', '#,##0', true]);
  });

  it('adds up nothing whose sum means nothing', async () => {
    const rows = [sale('USD', '1.00'), sale('USD', '2.00')];
    expect((await spreadsheetOf(await fileOf(rows))).totals).toStrictEqual([]);
    const { totals } = await spreadsheetOf(await fileOf(rows, { ...byCurrency, except: ['notTaxed'] }));
    expect(totals).toMatchObject([{ notTaxed: '', sales: 2 }]);
    expect((await spreadsheetOf(await fileOf([], byCurrency))).totals).toStrictEqual([]);
  });
});
