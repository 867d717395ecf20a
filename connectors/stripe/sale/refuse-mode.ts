import * as O from 'fp-ts/lib/Option.js';
import { held, type RecordReference, type Exclusion, skipped } from '../../../src/domain/exclusion.ts';
import type { StripeContext } from './context.ts';

/**
 * Live and test data are never mixed. A test object under a live key is a test order. A live object under a test key
 * cannot be; should it ever be, a person looks at it.
 */
export const refuseMode = (
  { mode }: StripeContext,
  livemode: boolean | null,
  record: RecordReference,
): O.Option<Exclusion> => {
  if (livemode === null || livemode === (mode === 'live')) return O.none;
  return O.some(
    livemode
      ? held(record, 'incomplete record', 'it is a live record, but the key is a test key; configure a live key')
      : skipped(record, 'test order', 'it was made in test mode; no money moved'),
  );
};
