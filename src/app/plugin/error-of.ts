import type { SyncFailure } from '../../pipeline/failures.ts';
import { TaxNexusError, type TaxNexusErrorCode } from './tax-nexus-error.ts';
import * as E from 'fp-ts/lib/Either.js';

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

/** A failure of the pipeline as the host sees it. */
export const errorOf = ({ _tag, message }: Pick<SyncFailure, '_tag' | 'message'>): TaxNexusError =>
  new TaxNexusError(codes[_tag], message);

/** Leaves fp-ts: the right side, or a rejection with a typed error. */
export const rightOrThrow = <A>(result: E.Either<SyncFailure | TaxNexusError, A>): A => {
  if (E.isRight(result)) return result.right;
  throw result.left instanceof TaxNexusError ? result.left : errorOf(result.left);
};
