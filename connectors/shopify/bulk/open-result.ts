import * as E from 'fp-ts/lib/Either.js';
import type { SourceError } from '../../../src/domain/errors.ts';
import { askFor } from '../client/ask-for.ts';
import type { Ask } from '../client/client.ts';
import { bulkStatus } from '../queries/index.ts';
import { BulkOperation } from './bulk-operation.ts';
import { type ResultFile, resultFileOf } from './result-file.ts';

/** What has become of an operation. */
export type Result =
  | { readonly _tag: 'Ready'; readonly file: ResultFile; readonly isFresh: boolean }
  | { readonly _tag: 'Preparing' }
  /** It failed, was cancelled, has expired, or is not known any more. */
  | { readonly _tag: 'Lost' };

export interface OpenResult {
  /** Asks Shopify once; a result that is ready is remembered. */
  readonly open: (operation: string) => Promise<E.Either<SourceError, Result>>;
  /** The address of the result is not served any more: the next one who opens it asks for a new one. */
  readonly forget: (operation: string) => void;
}

const mostRemembered = 16;

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
        if (files.size >= mostRemembered && oldest !== undefined) files.delete(oldest);
        files.set(operation, result.file);
      }
      return E.right(result);
    },
    forget: (operation) => {
      files.delete(operation);
    },
  };
};
