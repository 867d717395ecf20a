import * as E from 'fp-ts/lib/Either.js';
import { isRecord } from '../records/is-record.ts';
import { adopt, type BulkObject } from './adopt.ts';

/** A stretch of a bulk result. */
export interface Block {
  /** Orders with all that belongs to them, in the order of the result. */
  readonly orders: readonly BulkObject[];
  /** Bytes and lines that these orders take up. */
  readonly bytes: number;
  readonly lines: number;
}

/** Why a result is of no use: it is no JSON, or children do not follow their order. */
export type Unusable = 'unusable';

const newline = 0x0a;

const objectOf = (line: string): BulkObject | undefined => {
  try {
    const value: unknown = JSON.parse(line);
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
};

/**
 * Puts the orders of a stretch of bytes together again. An order is whole once the next one begins, so the last one is left
 * for the next stretch, unless the result ends here.
 *
 * @param bytes begin at a line that names an order
 */
export const readBlock = (bytes: Buffer, isEnd: boolean): E.Either<Unusable, Block> => {
  const orders: BulkObject[] = [];
  /** The order at work, and its children that have children. */
  let family = new Map<unknown, BulkObject>();
  let [start, lines] = [0, 0];
  /** Up to the beginning of the order at work. */
  let whole = { bytes: 0, lines: 0 };
  while (start < bytes.length) {
    const found = bytes.indexOf(newline, start);
    if (found < 0 && !isEnd) break;
    const end = found < 0 ? bytes.length : found;
    const text = bytes.toString('utf8', start, end);
    if (text.trim() === '') {
      start = end + 1;
      continue;
    }
    const object = objectOf(text);
    if (object === undefined) return E.left('unusable');
    const parentId: unknown = object['__parentId'];
    if (parentId === undefined) {
      whole = { bytes: start, lines };
      family = new Map([[object['id'], object]]);
      orders.push(object);
    } else {
      const parent = family.get(parentId);
      if (parent === undefined) return E.left('unusable');
      adopt(parent, object);
      family.set(object['id'], object);
    }
    lines += 1;
    start = end + 1;
  }
  if (isEnd) return E.right({ orders, bytes: bytes.length, lines });
  return E.right({ orders: orders.slice(0, -1), ...whole });
};
