import type { SyncFailure } from '../../pipeline/failures.ts';
import { TaxNexusError, type TaxNexusErrorCode } from './tax-nexus-error.ts';

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
