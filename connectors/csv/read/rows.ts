/** Streams the rows of a CSV file with their positions, so that reading can continue at any row and memory stays flat. */
import { createReadStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import { rejected } from '../../../src/connector-kit/failures.ts';

/** Opens a file at a byte, as `createReadStream` does. */
export type OpenFile = (path: string, start: number) => Readable;

export const openFile: OpenFile = (path, start) => createReadStream(path, { start });

/** A position in a file: a byte, and the number of the line that begins there, from 1. */
export interface Position {
  readonly offset: number;
  readonly line: number;
}

export const startOfFile: Position = { offset: 0, line: 1 };

/** A row, where it begins, and where the next one does. */
export interface Row {
  readonly fields: readonly string[];
  readonly at: Position;
  readonly next: Position;
}

/** Bytes: a quotation mark that is never closed must not take the rest of the file into memory. */
const maxRow = 1_000_000;

/** A row as csv-parse returns it with `info`; its types leave that open. */
interface Parsed {
  readonly record: readonly string[];
  readonly info: { readonly bytes: number; readonly lines: number };
}

/**
 * The rows of a file from a position on, streamed. Rows have as many fields as the first one read, unless `columns` says how many.
 *
 * @throws a failure of the connector kit that names the line and no value, or the error of the file system
 */
export const readRows = async function* (
  open: OpenFile,
  path: string,
  from: Position,
  columns: number | null,
): AsyncGenerator<Row> {
  const source = open(path, from.offset);
  const parser = parse({
    bom: from.offset === 0,
    info: true,
    max_record_size: maxRow,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    skip_empty_lines: true,
    // Spreadsheets leave rows of commas alone.
    skip_records_with_empty_values: true,
  });
  source.once('error', (error) => parser.destroy(error));
  let at = from;
  try {
    for await (const { record, info } of source.pipe(parser) as AsyncIterable<Parsed>) {
      if (columns !== null && record.length !== columns) {
        throw rejected(
          `Line ${at.line} has ${record.length} columns, and the header has ${columns}. Correct the file, or export it again.`,
        );
      }
      const next = { offset: from.offset + info.bytes, line: from.line + info.lines };
      yield { fields: record, at, next };
      at = next;
    }
  } catch (thrown) {
    throw thrown instanceof CsvError ? problemOf(thrown, from, at) : thrown;
  } finally {
    source.destroy();
    parser.destroy();
  }
};

const unclosed: ReadonlySet<string> = new Set(['CSV_MAX_RECORD_SIZE', 'CSV_QUOTE_NOT_CLOSED']);

/** csv-parse repeats values in its messages: only the line is used. It reads ahead, so that `at` is a row before the problem. */
const problemOf = (error: CsvError, from: Position, at: Position): Error => {
  const { lines } = error as { readonly lines?: unknown };
  return rejected(
    unclosed.has(error.code)
      ? `A quotation mark at line ${at.line} or later is not closed. Correct the file, or export it again.`
      : `Line ${typeof lines === 'number' ? from.line + lines - 1 : at.line} is not CSV: a quotation mark is in the wrong place. Correct the file, or export it again.`,
  );
};
