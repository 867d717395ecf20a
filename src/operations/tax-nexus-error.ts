/** The error with which every promise of the package rejects, and the step from fp-ts results to such a rejection. */
import * as E from 'fp-ts/lib/Either.js';
import type { FailureCause, SyncFailure } from '../pipeline/failures.ts';
import { failureOf, type OperationFailure, type TaxNexusErrorCode } from './failure.ts';

/** Every rejection of a `TaxNexus`. The message names the remedy, and contains no personal data and no key. */
export class TaxNexusError extends Error {
  readonly code: TaxNexusErrorCode;
  /** Why a platform or the service failed, as one word or two; undefined if another thing failed, or if the cause is unknown. */
  declare readonly cause?: FailureCause;
  /** How many matters are open, if a person must confirm their number. */
  declare readonly open?: number;

  constructor(
    code: TaxNexusErrorCode,
    message: string,
    { cause, open }: Pick<OperationFailure, 'cause' | 'open'> = {},
  ) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'TaxNexusError';
    this.code = code;
    if (open !== undefined) this.open = open;
  }
}

/** A failure of the pipeline or of an operation, as the error that a host gets. */
export const errorOf = (failure: Parameters<typeof failureOf>[0] | OperationFailure): TaxNexusError => {
  const { code, message, ...details } = '_tag' in failure ? failureOf(failure) : failure;
  return new TaxNexusError(code, message, details);
};

/** Leaves fp-ts: the right side, or a rejection with a typed error. */
export const rightOrThrow = <A>(result: E.Either<SyncFailure | OperationFailure | TaxNexusError, A>): A => {
  if (E.isRight(result)) return result.right;
  throw result.left instanceof TaxNexusError ? result.left : errorOf(result.left);
};

/** Replaces a refusal by a value. Any other thrown error is a defect. */
export const ifRefused =
  <A>(instead: A): ((error: unknown) => A) =>
  (error) => {
    if (error instanceof TaxNexusError) return instead;
    throw error;
  };

/** Left with the refusal. Any other thrown error is a defect. */
export const orRefusal = <A>(promise: Promise<A>): Promise<E.Either<TaxNexusError, A>> =>
  promise.then(E.right, (error: unknown) => {
    if (error instanceof TaxNexusError) return E.left(error);
    throw error;
  });
