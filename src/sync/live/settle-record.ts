import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import type { StoreError } from '../../domain/sync-store.ts';
import type { ReportLine } from '../../domain/run.ts';
import type { SourceError } from '../../domain/errors.ts';
import { isUnreadablePlace } from '../entry/unreadable-place.ts';
import type { Lane } from '../pace/lane.ts';
import { askInTime } from '../patience/ask-source.ts';
import type { LiveStorefront } from './live-storefront.ts';
import { settleLive } from './settle-live.ts';

/** What came of one record that was read again. */
export type RecordEnd =
  /** `isUnclear`: it is set aside, and the service did not say whether it holds what was pushed of it before. */
  | { readonly _tag: 'Settled'; readonly entries: readonly ReportLine[]; readonly isUnclear?: boolean }
  /** The lane stopped, or it took too long: nobody knows yet, and the intents know where to go on. */
  | { readonly _tag: 'NotClear' }
  /** The platform has no such record: not yet, or not any more. */
  | { readonly _tag: 'NotThere' }
  /** It counts as deleted, and that is noted. `isUnclear`: as above. */
  | { readonly _tag: 'Deleted'; readonly entries: readonly ReportLine[]; readonly isUnclear: boolean }
  | { readonly _tag: 'SourceFailed'; readonly error: SourceError };

/** Reads one record as it is now, and settles it. Asks the platform once: the patience is the caller's. */
export const settleRecord =
  (at: LiveStorefront, lane: Lane, isOver: () => boolean) =>
  async (recordId: string): Promise<E.Either<StoreError, RecordEnd>> => {
    const { crashPoint } = at.ports;
    // No platform knows a place, and what it does not know counts as deleted.
    if (isUnreadablePlace(recordId)) return E.right({ _tag: 'Settled', entries: [] });
    const onAnswer = at.ports.onQuestion?.();
    const record = await askInTime(at.ports, isOver)(at.connector.readRecord(recordId));
    onAnswer?.();
    if (E.isLeft(record)) return E.right({ _tag: 'SourceFailed', error: record.left });
    crashPoint('after_record_read');
    if (O.isNone(record.right)) return E.right({ _tag: 'NotThere' });
    const settled = await settleLive(at, lane, isOver)([{ entry: record.right.value, place: recordId }]);
    if (E.isLeft(settled)) return settled;
    crashPoint('after_record_commit');
    const { entries, isWhole, unclear } = settled.right;
    return E.right(isWhole ? { _tag: 'Settled', entries, isUnclear: unclear.length > 0 } : { _tag: 'NotClear' });
  };
