/** Asks Shopify for the state of a bulk operation, and remembers the address of its result until that expires. */
import * as t from 'io-ts';
import { maybe } from '../records/values.ts';
import * as E from 'fp-ts/lib/Either.js';
import type { SourceError } from '../../../src/domain/errors.ts';
import { askFor } from '../client/ask-for.ts';
import type { Ask } from '../client/client.ts';
import { bulkStatus } from '../queries/index.ts';

/** Shopify writes 64-bit integers as text. */
const count = t.union([t.string, t.number], 'count');

/** A bulk operation. The status is an open enum: an operation with an unknown status is waited for. */
const BulkOperation = t.intersection(
  [
    t.type({ id: t.string, status: t.string }),
    t.partial({
      createdAt: maybe(t.string),
      objectCount: maybe(count),
      rootObjectCount: maybe(count),
      fileSize: maybe(count),
      url: maybe(t.string),
    }),
  ],
  'BulkOperation',
);
export type BulkOperation = t.TypeOf<typeof BulkOperation>;

/** The state of an operation. */
export type Result =
  | { readonly _tag: 'Ready'; readonly file: ResultFile; readonly isFresh: boolean }
  | { readonly _tag: 'Preparing' }
  /** Failed, canceled, expired or unknown. */
  | { readonly _tag: 'Lost' };

export interface OpenResult {
  /** Reads the operation; a result that is ready is cached. */
  readonly open: (operation: string) => Promise<E.Either<SourceError, Result>>;
  /** Drops a result whose address has expired, so that `open` requests a new one. */
  readonly forget: (operation: string) => void;
}

const maxRememberedFiles = 16;

export const openResult = (ask: Ask): OpenResult => {
  const files = new Map<string, ResultFile>();
  return {
    open: async (operation) => {
      const known = files.get(operation);
      if (known !== undefined) return E.right({ _tag: 'Ready', file: known, isFresh: false });
      const answer = await askFor(ask)(bulkStatus, { id: operation }, 'bulkOperation', BulkOperation);
      if (E.isLeft(answer)) return answer;
      const result = resultOf(answer.right);
      if (result._tag === 'Ready') {
        const [oldest] = files.keys();
        if (files.size >= maxRememberedFiles && oldest !== undefined) files.delete(oldest);
        files.set(operation, result.file);
      }
      return E.right(result);
    },
    forget: (operation) => {
      files.delete(operation);
    },
  };
};

/** The result file of a bulk operation and its announced size. */
export interface ResultFile {
  /** Null when the result is empty. The URL gives anyone access: never log or store it. */
  readonly url: string | null;
  readonly bytes: number;
  readonly lines: number;
  readonly orders: number;
}

const lost: Result = { _tag: 'Lost' };

const resultOf = (operation: BulkOperation | undefined): Result => {
  if (operation === undefined) return lost;
  switch (operation.status) {
    case 'FAILED':
    case 'CANCELED':
    case 'EXPIRED':
      return lost;
    case 'COMPLETED': {
      const file = resultFileOf(operation);
      return file === undefined ? lost : { _tag: 'Ready', file, isFresh: true };
    }
    default:
      return { _tag: 'Preparing' };
  }
};

/** Undefined when the announced size is missing, because the result could not be verified. */
const resultFileOf = ({ url, fileSize, objectCount, rootObjectCount }: BulkOperation): ResultFile | undefined => {
  const [lines, orders] = [wholeOf(objectCount), wholeOf(rootObjectCount)];
  const bytes = wholeOf(fileSize) ?? (lines === 0 ? 0 : undefined);
  if (bytes === undefined || lines === undefined || orders === undefined) return undefined;
  if (typeof url === 'string') return { url, bytes, lines, orders };
  return lines === 0 ? { url: null, bytes: 0, lines, orders } : undefined;
};

const wholeOf = (value: string | number | null | undefined): number | undefined => {
  const whole = typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value;
  return typeof whole === 'number' && Number.isSafeInteger(whole) && whole >= 0 ? whole : undefined;
};
