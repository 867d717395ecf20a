import * as E from 'fp-ts/lib/Either.js';
import type { SyncFailure } from '../../pipeline/failures.ts';
import { errorOf } from './error-of.ts';
import { TaxNexusError } from './tax-nexus-error.ts';

/** Leaves fp-ts: the right side, or a rejection with a typed error. */
export const rightOrThrow = <A>(result: E.Either<SyncFailure | TaxNexusError, A>): A => {
  if (E.isRight(result)) return result.right;
  throw result.left instanceof TaxNexusError ? result.left : errorOf(result.left);
};
