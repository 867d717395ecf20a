import type { SourceError } from '../domain/errors.ts';
import { causeOf } from './cause-of.ts';
import type { NotRead } from './patience/read-source.ts';
import { sourceWords } from './source-words.ts';
import type { SyncFailure } from './sync-failure.ts';

/** The failure that an unread storefront comes to. Pure. */
export const sourceFailed = (storefront: string, error: SourceError | NotRead): SyncFailure => {
  if (error._tag !== 'NotRead')
    return { _tag: 'SourceFailed', storefront, cause: causeOf(error), message: `${storefront}: ${sourceWords(error)}` };
  const after = error.after === undefined ? '' : ` while its platform said: ${error.after.message}`;
  return { _tag: 'SourceFailed', storefront, cause: 'interrupted', message: `${storefront}: interrupted${after}` };
};
