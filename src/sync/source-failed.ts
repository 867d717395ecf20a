import type { SourceError } from '../core/source-error.ts';
import { causeOf } from './cause-of.ts';
import type { NotRead } from './patience/read-source.ts';
import type { SyncFailure } from './sync-failure.ts';

/** The failure that an unread storefront comes to. Pure. */
export const sourceFailed = (storefront: string, error: SourceError | NotRead): SyncFailure =>
  error._tag === 'NotRead'
    ? { _tag: 'SourceFailed', storefront, cause: 'interrupted', message: `${storefront}: interrupted` }
    : { _tag: 'SourceFailed', storefront, cause: causeOf(error), message: `${storefront}: ${error.message}` };
