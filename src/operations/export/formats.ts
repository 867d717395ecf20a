/** Writes the rows of an export as CSV, JSON or XLSX while they are read, so that a large file needs little memory. */
import type { ExportFormat } from '../../domain/exported.ts';
import { csvWriter } from '../csv.ts';
import { isNumber } from './columns.ts';
import type { ExportedRows } from './rows.ts';
import { xlsxBytes } from './xlsx.ts';

const encoder = new TextEncoder();

async function* csvBytes({ head, pages }: ExportedRows): AsyncGenerator<Uint8Array> {
  const write = csvWriter((index) => isNumber(head[index]?.kind));
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

const writers = { csv: csvBytes, json: jsonBytes, xlsx: xlsxBytes };

/** The bytes of the file. */
export const exportedBytes = (format: ExportFormat, rows: ExportedRows): AsyncGenerator<Uint8Array> =>
  writers[format](rows);
