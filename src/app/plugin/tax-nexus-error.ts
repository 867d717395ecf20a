import { type Complaint, describeComplaint } from '../configuration/complaint.ts';
import type { SyncFailure } from '../../pipeline/failures.ts';
import * as E from 'fp-ts/lib/Either.js';

/**
 * What went wrong, for a program to decide on.
 *
 * - `CONFIGURATION`: an option is missing or wrong; nothing was opened
 * - `STATE`: the sync database cannot be read or written
 * - `STOPPED`: `stop` was called; `start` begins again
 * - `RANGE`: the days of a historical sync cannot be read
 * - `UNKNOWN_STOREFRONT`, `UNKNOWN_RUN`, `UNKNOWN_RECORD`: there is none of that name; also a sync that names no storefront
 * - `OTHER_ACCOUNT`: the key is of another account of the service than the sync database
 * - `ACCOUNT`: the option `accounts` gives no key for an account, or a sync is about storefronts of several
 * - `STOREFRONT_BUSY`: another process is at work on it
 * - `RUN_ACTIVE`: this process is at work on that run
 * - `SOURCE_FAILED`, `SERVICE_FAILED`: the platform or the service is out of order; nothing is lost
 * - `DELIVERY_REFUSED`: what was handed to `receive` cannot be read
 */
export type TaxNexusErrorCode =
  | 'CONFIGURATION'
  | 'STATE'
  | 'STOPPED'
  | 'RANGE'
  | 'UNKNOWN_STOREFRONT'
  | 'UNKNOWN_RUN'
  | 'UNKNOWN_RECORD'
  | 'OTHER_ACCOUNT'
  | 'ACCOUNT'
  | 'STOREFRONT_BUSY'
  | 'RUN_ACTIVE'
  | 'SOURCE_FAILED'
  | 'SERVICE_FAILED'
  | 'DELIVERY_REFUSED';

/** Every rejection of a `TaxNexus`. The message names the remedy, and contains no personal data and no key. */
export class TaxNexusError extends Error {
  readonly code: TaxNexusErrorCode;

  constructor(code: TaxNexusErrorCode, message: string) {
    super(message);
    this.name = 'TaxNexusError';
    this.code = code;
  }
}

/** Options are missing or wrong: all complaints at once, in the message as well, a line each. */
export class ConfigurationError extends TaxNexusError {
  readonly complaints: readonly Complaint[];

  constructor(complaints: readonly Complaint[]) {
    super('CONFIGURATION', complaints.map(describeComplaint).join('\n'));
    this.name = 'ConfigurationError';
    this.complaints = complaints;
  }
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

export const errorOf = ({ _tag, message }: Pick<SyncFailure, '_tag' | 'message'>): TaxNexusError =>
  new TaxNexusError(codes[_tag], message);

/** Leaves fp-ts: the right side, or a rejection with a typed error. */
export const rightOrThrow = <A>(result: E.Either<SyncFailure | TaxNexusError, A>): A => {
  if (E.isRight(result)) return result.right;
  throw result.left instanceof TaxNexusError ? result.left : errorOf(result.left);
};
