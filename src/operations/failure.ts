import * as E from 'fp-ts/lib/Either.js';
import type { FailureCause, SyncFailure } from '../pipeline/failures.ts';

/**
 * What went wrong, for a program to decide on.
 *
 * - `CONFIGURATION`: an option is missing or wrong; nothing was opened
 * - `STATE`: the sync database cannot be read or written
 * - `STOPPED`: `stop` was called; `start` begins again
 * - `RANGE`: the days of a request cannot be read
 * - `INVALID`: another argument cannot be read; the message names it
 * - `UNKNOWN_STOREFRONT`, `UNKNOWN_RUN`, `UNKNOWN_RECORD`: there is none of that name; also a sync that names no storefront
 * - `OTHER_ACCOUNT`: the key is of another account of the service than the sync database
 * - `ACCOUNT`: the option `accounts` gives no key for an account, or a request is about storefronts of several
 * - `STOREFRONT_BUSY`: another process is at work on it
 * - `RUN_ACTIVE`: this process is at work on that run
 * - `RUN_STATE`: the run does not allow it: it is over, not over yet, a preview, or of live sales
 * - `NOT_SUPPORTED`: the platform of the storefront does not offer it
 * - `FORBIDDEN`: the user of a page or of the HTTP API may not do it
 * - `SOURCE_FAILED`, `SERVICE_FAILED`: the platform or the service is out of order; nothing is lost
 * - `DELIVERY_REFUSED`: what was handed to `receive` cannot be read
 * - `DEFECT`: a bug of tax-nexus-sync; please report it
 */
export type TaxNexusErrorCode =
  | 'CONFIGURATION'
  | 'STATE'
  | 'STOPPED'
  | 'RANGE'
  | 'INVALID'
  | 'UNKNOWN_STOREFRONT'
  | 'UNKNOWN_RUN'
  | 'UNKNOWN_RECORD'
  | 'OTHER_ACCOUNT'
  | 'ACCOUNT'
  | 'STOREFRONT_BUSY'
  | 'RUN_ACTIVE'
  | 'RUN_STATE'
  | 'NOT_SUPPORTED'
  | 'FORBIDDEN'
  | 'SOURCE_FAILED'
  | 'SERVICE_FAILED'
  | 'DELIVERY_REFUSED'
  | 'DEFECT';

/** Why an operation was not done. The message names the remedy, and contains no personal data and no key. */
export interface OperationFailure {
  readonly code: TaxNexusErrorCode;
  readonly message: string;
  /** Why a platform or the service failed; left out where it did not, or where that is not known. */
  readonly cause?: FailureCause;
}

const codes: Readonly<Record<SyncFailure['_tag'], TaxNexusErrorCode>> = {
  StoreError: 'STATE',
  UnknownStorefront: 'UNKNOWN_STOREFRONT',
  StorefrontBusy: 'STOREFRONT_BUSY',
  SourceFailed: 'SOURCE_FAILED',
  ServiceFailed: 'SERVICE_FAILED',
  UnknownRun: 'UNKNOWN_RUN',
  UnknownRecord: 'UNKNOWN_RECORD',
  OtherAccount: 'OTHER_ACCOUNT',
};

/** A failure of the pipeline or the sync database as that of an operation. */
export const failureOf = (
  failure: Pick<SyncFailure, '_tag' | 'message'> & { readonly cause?: FailureCause },
): OperationFailure => {
  const { _tag, message, cause } = failure;
  return { code: codes[_tag], message, ...(cause !== undefined && { cause }) };
};

export const fail = (code: TaxNexusErrorCode, message: string): E.Either<OperationFailure, never> =>
  E.left({ code, message });
