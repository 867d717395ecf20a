/** The reasons for which an operation is refused or fails: a code for programs, and a message with the remedy for people. */
import * as E from 'fp-ts/lib/Either.js';
import type { FailureCause, SyncFailure } from '../pipeline/failures.ts';

/** docs/errors.md has the cause and the remedy of each code. */
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

/** The message contains no personal data and no key. */
export interface OperationFailure {
  readonly code: TaxNexusErrorCode;
  readonly message: string;
  /** Why a platform or the service failed; left out if another thing failed, or if the cause is unknown. */
  readonly cause?: FailureCause;
  /** How many matters are open, if a person must confirm their number. */
  readonly open?: number;
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

/** Turns a failure of the pipeline or the sync database into that of an operation. */
export const failureOf = (
  failure: Pick<SyncFailure, '_tag' | 'message'> & { readonly cause?: FailureCause },
): OperationFailure => {
  const { _tag, message, cause } = failure;
  return { code: codes[_tag], message, ...(cause !== undefined && { cause }) };
};

export const fail = (code: TaxNexusErrorCode, message: string): E.Either<OperationFailure, never> =>
  E.left({ code, message });
