import type { ExportFormat } from '../../domain/exported.ts';
import { csvWriter } from '../csv.ts';
import type { ExportedRows } from './rows.ts';

const encoder = new TextEncoder();

async function* csvBytes({ head, pages }: ExportedRows): AsyncGenerator<Uint8Array> {
  const write = csvWriter((index) => head[index]?.kind !== 'text');
  yield encoder.encode(write([head.map(({ name }) => name)]));
  for await (const page of pages) if (page.length > 0) yield encoder.encode(write(page));
}

async function* jsonBytes({ head, pages }: ExportedRows): AsyncGenerator<Uint8Array> {
  const toJson = (cells: readonly string[]): string =>
    JSON.stringify(
      Object.fromEntries(
        head.map(({ name, kind }, index) => {
          const cell = cells[index] ?? '';
          return [name, kind === 'count' ? Number(cell) : cell === '' ? null : cell];
        }),
      ),
    );
  let before = '[\n';
  for await (const page of pages) {
    if (page.length === 0) continue;
    yield encoder.encode(before + page.map(toJson).join(',\n'));
    before = ',\n';
  }
  yield encoder.encode(before === ',\n' ? '\n]\n' : '[]\n');
}

/** Characters that XML 1.0 has not, and halves of a pair: Excel refuses a file with one of them. */
const notInXml = /(?![\t\n\r])[\p{Cc}\p{Cs}\p{Noncharacter_Code_Point}]/gu;

const inXml = (text: string): string => text.replaceAll(notInXml, '\ufffd');

/** A spreadsheet keeps 15 digits of a number: a longer amount stays a text, which is exact. */
const maxDigits = 15;

async function* xlsxBytes({ head, pages }: ExportedRows): AsyncGenerator<Uint8Array> {
  const { writeXlsxStream } = await import('hucre/xlsx');
  const toCell = (cell: string, index: number): string | number | null => {
    if (cell === '') return null;
    const isNumber = head[index]?.kind !== 'text' && cell.replaceAll(/\D/g, '').length <= maxDigits;
    return isNumber ? Number(cell) : inXml(cell);
  };
  async function* rows() {
    for await (const page of pages) for (const cells of page) yield cells.map(toCell);
  }
  const columns = head.map(({ name, kind }) => ({ header: name, ...(kind === 'money' && { numFmt: '0.00##' }) }));
  // More than a sheet holds goes on in the next one; and a sheet may be larger than a plain ZIP allows.
  yield* writeXlsxStream(rows(), { name: 'tax-nexus', columns, freezePane: { rows: 1 }, zip64: true });
}

const writers = { csv: csvBytes, json: jsonBytes, xlsx: xlsxBytes };

/** An export as the bytes of a file, written while its rows are read. */
export const exportedBytes = (format: ExportFormat, rows: ExportedRows): AsyncGenerator<Uint8Array> =>
  writers[format](rows);
