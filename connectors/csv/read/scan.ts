/** Checks a whole CSV file before any of its sales is sent, so that a damaged row or a divided order stops the import. */
import * as O from 'fp-ts/lib/Option.js';
import { rejected } from '../../../src/connector-kit/failures.ts';
import { dayIn, type DateRange } from '../../../src/domain/date-range.ts';
import type { Instant } from '../../../src/domain/instant.ts';
import { type FileRecord, type OpenedFile, readRecords } from './file.ts';
import { orderIndex, type OrderIndex } from './order-index.ts';
import type { Position } from './rows.ts';

/** What the scan of a file found. */
export interface Scan {
  readonly index: OrderIndex;
  readonly records: number;
  /** The first and the last day of its records; null when no date can be read. */
  readonly days: DateRange | null;
  /** The version of the file that was scanned. */
  readonly version: string;
}

/** The record that begins at a position; undefined at the end of the file. */
export const recordAt = async (file: OpenedFile, at: Position): Promise<FileRecord | undefined> => {
  for await (const record of readRecords(file, at)) return record;
  return undefined;
};

/** The scan of a file for a time zone, made at the first call. */
export type ScanOnce = (timeZone: string) => Promise<Scan>;

/** A failure is forgotten, and the next call tries again. */
export const scanOnce = (file: OpenedFile): ScanOnce => {
  let made: { readonly timeZone: string; readonly scan: Promise<Scan> } | undefined;
  return async (timeZone) => {
    if (made?.timeZone !== timeZone) made = { timeZone, scan: scanFile(file, timeZone) };
    const { scan } = made;
    try {
      return await scan;
    } catch (thrown) {
      if (made.scan === scan) made = undefined;
      throw thrown;
    }
  };
};

/**
 * Checks that each row can be read, and that the rows of each order stand together.
 *
 * @throws a failure of the connector kit that names lines and order numbers, and nothing else of the file
 */
const scanFile = async (file: OpenedFile, timeZone: string): Promise<Scan> => {
  const version = await file.files.version(file.path);
  const index = orderIndex();
  let records = 0;
  let first: Instant | undefined;
  let last: Instant | undefined;
  for await (const record of readRecords(file, file.first)) {
    const { id, rows, at } = record;
    if (file.shape.isPart(rows[0])) throw await outOfOrder(file, record);
    const before = id === '' ? undefined : index.add(id, at);
    if (before !== undefined && (await recordAt(file, before))?.id === id) {
      throw apart(file.shape.nameOf(rows[0]), at.line, before.line);
    }
    records += 1;
    const sold = O.toUndefined(file.shape.occurredAt(rows[0], timeZone));
    if (sold === undefined) continue;
    if (first === undefined || sold < first) first = sold;
    if (last === undefined || sold > last) last = sold;
  }
  const days =
    first === undefined || last === undefined ? null : { from: dayIn(timeZone, first), to: dayIn(timeZone, last) };
  return { index, records, days, version };
};

const outOfOrder = async (file: OpenedFile, { rows, at }: FileRecord): Promise<Error> => {
  const name = file.shape.nameOf(rows[0]);
  const before = await firstLineOf(file, name);
  return before === undefined || before === at.line
    ? rejected(
        `Line ${at.line}: order${shown(name)} begins without the columns of the order, such as Total. Export it again. Nothing was sent.`,
      )
    : apart(name, at.line, before);
};

/** The first line of an order whose rows continue further down; only read for the message. */
const firstLineOf = async (file: OpenedFile, name: string): Promise<number | undefined> => {
  for await (const { rows, at } of readRecords(file, file.first)) {
    if (file.shape.nameOf(rows[0]) === name) return at.line;
  }
  return undefined;
};

/** Numbers of orders are the merchant's own; anything longer may be a text that slipped into the column. */
const shown = (name: string): string => (/^[#\w.-]{1,40}$/.test(name) ? ` ${name}` : '');

const apart = (name: string, line: number, before: number): Error =>
  rejected(
    `Order${shown(name)} has rows at line ${before} and again at line ${line}. Remove duplicate rows, or move the rows of the order together. Nothing was sent.`,
  );
