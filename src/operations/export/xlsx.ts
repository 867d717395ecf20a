/** Writes an export as a workbook for an accountant: real dates and numbers, headings in words, totals below the rows. */
import type { CellStyle, CellValue } from 'hucre/xlsx';
import { type ColumnKind, type Head, isNumber } from './columns.ts';
import type { ExportedRows } from './rows.ts';
import { decimalsOf, totalsOf } from './totals.ts';

const boldFont = { bold: true };

export async function* xlsxBytes(exported: ExportedRows): AsyncGenerator<Uint8Array> {
  const { writeXlsxStream } = await import('hucre/xlsx');
  const { head } = exported;
  let [cells, isBold]: [readonly string[], boolean] = [[], true];
  const columns = head.map((column, index) => ({
    header: headingOf(column),
    width: widthOf(column),
    // The writer reads this getter for each row after it took the row, so each currency has its own decimals.
    get style(): CellStyle {
      const cell = cells[index] ?? '';
      const numFmt = cell === '' ? undefined : formatOf(column.kind, cell);
      return { ...(isBold && { font: boldFont }), ...(numFmt !== undefined && { numFmt }) };
    },
  }));
  async function* rows() {
    for await (const row of withTotals(exported)) {
      [cells, isBold] = [row.cells, row.isTotal];
      yield cells.map((cell, index) => toCell(head[index]?.kind ?? 'text', cell));
    }
  }
  // Rows beyond a sheet's limit continue in the next sheet. A sheet may be larger than a plain ZIP allows.
  yield* writeXlsxStream(rows(), { name: 'tax-nexus', columns, freezePane: { rows: 1 }, zip64: true });
}

/** `parentId` becomes `Parent ID`. Times in a spreadsheet have no zone, so their headings name it. */
const headingOf = ({ name, kind }: Head[number]): string => {
  const words = name
    .replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
    .replaceAll(/\b(?:id|zip)\b/g, (word) => word.toUpperCase());
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}${kind === 'instant' ? ' (UTC)' : ''}`;
};

/** The width in characters that most cells of a kind need. */
const widths: Readonly<Record<ColumnKind, number>> = {
  text: 20,
  day: 12,
  month: 10,
  instant: 20,
  money: 14,
  count: 10,
};

const widthOf = (column: Head[number]): number => Math.max(widths[column.kind], headingOf(column).length + 3);

const formatOf = (kind: ColumnKind, cell: string): string | undefined => {
  const decimals = decimalsOf(cell);
  switch (kind) {
    case 'text':
      return undefined;
    case 'day':
      return 'yyyy-mm-dd';
    case 'month':
      return 'yyyy-mm';
    case 'instant':
      return 'yyyy-mm-dd hh:mm:ss';
    case 'count':
      return '#,##0';
    case 'money':
      return decimals === 0 ? '#,##0' : `#,##0.${'0'.repeat(decimals)}`;
  }
};

/** Totals stand below an empty row, so that a filter or a sort of the rows leaves them out. */
async function* withTotals({ head, pages, totals }: ExportedRows) {
  const sums = totals === undefined ? null : totalsOf(head, totals);
  for await (const page of pages)
    for (const cells of page) {
      sums?.add(cells);
      yield { cells, isTotal: false };
    }
  const below = sums?.rows() ?? [];
  if (below.length > 0) yield { cells: [], isTotal: true };
  for (const cells of below) yield { cells, isTotal: true };
}

/** A spreadsheet keeps 15 digits of a number, so a longer amount stays text, which is exact. */
const maxDigits = 15;

const isDate = /^\d{4}-\d{2}(?:-\d{2}(?:T[\d:.]+Z)?)?$/;

const toCell = (kind: ColumnKind, cell: string): CellValue => {
  if (cell === '') return null;
  if (isNumber(kind)) return cell.replaceAll(/\D/g, '').length <= maxDigits ? Number(cell) : inXml(cell);
  return kind !== 'text' && isDate.test(cell) ? new Date(cell) : inXml(cell);
};

/** Characters that XML 1.0 does not allow, and unpaired surrogates: Excel refuses a file with one of them. */
const notInXml = /(?![\t\n\r])[\p{Cc}\p{Cs}\p{Noncharacter_Code_Point}]/gu;

const inXml = (text: string): string => text.replaceAll(notInXml, '\ufffd');
