import { streamXlsxRows } from 'hucre/xlsx';
import type { ExportedRows } from '../../src/operations/export/rows.ts';
import { exportedBytes } from '../../src/operations/export/formats.ts';

type Cell = string | number;
type SheetRow = Readonly<Record<string, Cell>>;

/** `Parent ID` is `parentId`, as in CSV. */
const nameOf = (heading: string): string =>
  heading
    .replace(' (UTC)', '')
    .toLowerCase()
    .replaceAll(/ (\w)/g, (_space, letter: string) => letter.toUpperCase());

/** Dates as in CSV. */
const shown = (cell: unknown, name: string): Cell => {
  if (cell instanceof Date) {
    const iso = cell.toISOString();
    if (name === 'month') return iso.slice(0, 7);
    return name.endsWith('At') ? iso.replace('.000', '') : iso.slice(0, 10);
  }
  return typeof cell === 'number' || typeof cell === 'string' ? cell : '';
};

/** The rows and totals of an XLSX file, as a spreadsheet library reads them, under the names of CSV. */
export const spreadsheetOf = async (
  file: Uint8Array,
): Promise<{ readonly rows: readonly SheetRow[]; readonly totals: readonly SheetRow[] }> => {
  const [rows, totals]: [SheetRow[], SheetRow[]] = [[], []];
  let names: readonly string[] | undefined;
  let before = 0;
  let isBelow = false;
  for await (const { index, values } of streamXlsxRows(file)) {
    if (names === undefined) names = values.map((heading) => nameOf(String(heading)));
    else {
      isBelow ||= index !== before + 1;
      (isBelow ? totals : rows).push(Object.fromEntries(names.map((name, at) => [name, shown(values[at], name)])));
    }
    before = index;
  }
  return { rows, totals };
};

export const xlsxFileOf = async (exported: ExportedRows): Promise<Uint8Array> => {
  const chunks: Uint8Array[] = [];
  for await (const chunk of exportedBytes('xlsx', exported)) chunks.push(chunk);
  return Buffer.concat(chunks);
};
