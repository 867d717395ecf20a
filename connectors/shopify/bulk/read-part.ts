import * as E from 'fp-ts/lib/Either.js';
import type { SourceError } from '../../../src/domain/errors.ts';
import { unreachable } from '../errors.ts';
import type { FetchRange, RangeAnswer } from './fetch-range.ts';
import { type Block, readBlock } from './read-block.ts';
import type { ResultFile } from './result-file.ts';

/** Orders of a result, and whether it ends with them. */
export interface Part {
  readonly block: Block;
  readonly isEnd: boolean;
}

/** `expired`: the address is not served any more. `unusable`: the file is not what was announced. */
export type NoPart = SourceError | { readonly _tag: 'Expired' } | { readonly _tag: 'Unusable' };

/** Reads the orders of a result that begin at an offset, a few hundred of them. */
export type ReadPart = (file: ResultFile, offset: number) => Promise<E.Either<NoPart, Part>>;

const ordinary = 2 * 1024 * 1024;
/** An order with all its lines is never so long. */
const longest = 64 * 1024 * 1024;

const expired: NoPart = { _tag: 'Expired' };
const unusable: NoPart = { _tag: 'Unusable' };

const refusalOf = (status: number): NoPart => {
  if (status === 416) return unusable;
  const isGone = status >= 400 && status < 500 && status !== 408 && status !== 429;
  return isGone || (status >= 300 && status < 400) ? expired : unreachable(`HTTP ${status} for a bulk result`);
};

const answered = async (
  fetch: FetchRange,
  url: string,
  from: number,
  most: number,
): Promise<E.Either<NoPart, RangeAnswer>> => {
  try {
    const answer = await fetch({ url, from, most });
    return answer.status === 200 || answer.status === 206 ? E.right(answer) : E.left(refusalOf(answer.status));
  } catch (error) {
    return E.left(unreachable(error instanceof Error ? error.message : 'ERR_NETWORK'));
  }
};

/** Through requests for ranges of bytes, so that a slow service never holds a download open for hours. */
export const readPart =
  (fetch: FetchRange): ReadPart =>
  async ({ url, bytes: size }, offset) => {
    if (url === null || offset >= size) return E.left(unusable);
    for (let most = ordinary; most <= longest; most *= 4) {
      const answer = await answered(fetch, url, offset, most);
      if (E.isLeft(answer)) return answer;
      const { bytes } = answer.right;
      const end = offset + bytes.length;
      if (end > size) return E.left(unusable);
      const isEnd = end === size;
      const block = readBlock(bytes, isEnd);
      if (E.isLeft(block)) return E.left(unusable);
      if (isEnd || block.right.orders.length > 0) return E.right({ block: block.right, isEnd });
      if (bytes.length < most) return E.left(unreachable('a bulk result that is cut short'));
    }
    return E.left(unusable);
  };
