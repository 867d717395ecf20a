/** Reads a bulk result in parts of a few hundred complete orders, and rejects a file that is not the announced one. */
import * as E from 'fp-ts/lib/Either.js';
import type { SourceError } from '../../../src/domain/errors.ts';
import { unreachable } from '../errors.ts';
import type { FetchRange, RangeAnswer } from './fetch-range.ts';
import type { ResultFile } from './open-result.ts';
import { isRecord } from '../../../src/domain/fields.ts';
import { adopt, type BulkObject } from './bulk-lines.ts';

interface Block {
  /** Complete orders, in the order of the result. */
  readonly orders: readonly BulkObject[];
  /** Bytes and lines of these orders. */
  readonly bytes: number;
  readonly lines: number;
}

/** Orders of a result, and whether it ends with them. */
export interface Part {
  readonly block: Block;
  readonly isEnd: boolean;
}

/** `Expired`: the address is no longer valid. `Unusable`: the file is not the announced one. */
export type NoPart = SourceError | { readonly _tag: 'Expired' } | { readonly _tag: 'Unusable' };

/** Reads a few hundred orders of a result from an offset. */
export type ReadPart = (file: ResultFile, offset: number) => Promise<E.Either<NoPart, Part>>;

const unusable: NoPart = { _tag: 'Unusable' };

const firstBytes = 2 * 1024 * 1024;

/** No order with its lines is longer. */
const maxBytes = 64 * 1024 * 1024;

/** Reads byte ranges, so that a slow service never keeps a download open for hours. */
export const readPart =
  (fetch: FetchRange): ReadPart =>
  async ({ url, bytes: size }, offset) => {
    if (url === null || offset >= size) return E.left(unusable);
    for (let limit = firstBytes; limit <= maxBytes; limit *= 4) {
      const answer = await answered(fetch, url, offset, limit);
      if (E.isLeft(answer)) return answer;
      const { bytes } = answer.right;
      const end = offset + bytes.length;
      if (end > size) return E.left(unusable);
      const isEnd = end === size;
      const block = readBlock(bytes, isEnd);
      if (E.isLeft(block)) return E.left(unusable);
      if (isEnd || block.right.orders.length > 0) return E.right({ block: block.right, isEnd });
      if (bytes.length < limit) return E.left(unreachable('a bulk result that is cut short'));
    }
    return E.left(unusable);
  };

/** The result is not JSON, or children do not follow their order. */
type Unusable = 'unusable';

const newline = 0x0a;

/**
 * Rebuilds the orders in a block of bytes. An order is complete when the next one begins, so the last one is left for the next
 * block, unless the result ends here.
 *
 * @param bytes begin at a line with an order
 */
export const readBlock = (bytes: Buffer, isEnd: boolean): E.Either<Unusable, Block> => {
  const orders: BulkObject[] = [];
  /** The current order and its descendants, by id. */
  let family = new Map<unknown, BulkObject>();
  let [start, lines] = [0, 0];
  /** Up to the beginning of the current order. */
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

const answered = async (
  fetch: FetchRange,
  url: string,
  from: number,
  limit: number,
): Promise<E.Either<NoPart, RangeAnswer>> => {
  try {
    const answer = await fetch({ url, from, most: limit });
    return answer.status === 200 || answer.status === 206 ? E.right(answer) : E.left(refusalOf(answer.status));
  } catch (error) {
    return E.left(unreachable(error instanceof Error ? error.message : 'ERR_NETWORK'));
  }
};

const expired: NoPart = { _tag: 'Expired' };

const refusalOf = (status: number): NoPart => {
  if (status === 416) return unusable;
  const isGone = status >= 400 && status < 500 && status !== 408 && status !== 429;
  return isGone || (status >= 300 && status < 400) ? expired : unreachable(`HTTP ${status} for a bulk result`);
};

const objectOf = (line: string): BulkObject | undefined => {
  try {
    const value: unknown = JSON.parse(line);
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
};
