import { maxDeferral, type ResyncOutcome, type ResyncRequest } from '../domain/inbox.ts';
import { isRetryable, type SourceError } from '../domain/errors.ts';
import { fullJitter } from '../sync/patience/backoff.ts';
import { longestPause } from '../sync/limits.ts';
import type { RecordEnd } from '../sync/live/settle-record.ts';
import { isPassing } from './is-passing.ts';
import { bellBackoff, mostBellAttempts, mostLateLooks } from './limits.ts';

/** What time and chance it is. */
export interface Moment {
  readonly now: number;
  /** In [0, 1). */
  readonly random: number;
}

/** Another attempt after a pause that grows, or none any more. */
const later = ({ attempts }: ResyncRequest, { now, random }: Moment, reason: string, atLeast = 0): ResyncOutcome =>
  attempts + 1 >= mostBellAttempts
    ? { _tag: 'Parked', reason }
    : { _tag: 'Later', retryAt: now + Math.max(atLeast, fullJitter(bellBackoff)(attempts + 1, random)), reason };

/**
 * A record that is settled is read once more, because its reading had become old (see `isStale`): at once, and from then on
 * after at least as long as the last one took. Records whose every reading takes long, as at a service with few requests a
 * minute, would otherwise take all of these from each other, for ever.
 *
 * @param took milliseconds
 */
export const onceMore = ({ attempts }: ResyncRequest, took: number, { now, random }: Moment): ResyncOutcome => ({
  _tag: 'Later',
  // A clock that was set meanwhile says that it took hours.
  retryAt:
    attempts === 0
      ? now
      : now + Math.max(Math.min(Math.abs(took), maxDeferral), fullJitter(bellBackoff)(attempts + 1, random)),
  reason: 'it is settled, and read once more because that took so long',
});

/** Whether the platform shows no such record, to credentials that do not see every one. */
export const isUnseen = (error: SourceError): boolean => error._tag === 'SourceRefused' && error.isUnseen === true;

const ofFailure = (bell: ResyncRequest, moment: Moment, error: SourceError): ResyncOutcome => {
  // Platforms name records before they show them, also to credentials that do not see every one.
  if (isUnseen(error) && bell.attempts + 1 < mostLateLooks) return later(bell, moment, error.message);
  if (!isRetryable(error)) return { _tag: 'Parked', reason: error.message };
  const asked = error._tag === 'SourceThrottled' ? error.retryAfterMs : null;
  // A platform that asks for a second each time would see all attempts within a minute.
  return later(bell, moment, error.message, Math.min(longestPause, asked ?? 0));
};

const unsaid = 'the service does not say whether it holds what was pushed of it before';

/** Whether a record that the platform does not show counts as deleted. Platforms name records before they show them. Pure. */
export const isGone = ({ isDeletion, attempts }: ResyncRequest): boolean => isDeletion || attempts >= mostLateLooks;

/**
 * What becomes of a bell after its record was read again. A record that cannot be read for good parks alone. Refused
 * credentials are no fault of the record: its bell is released. Pure.
 */
export const answerBell = (bell: ResyncRequest, end: RecordEnd, moment: Moment): ResyncOutcome => {
  switch (end._tag) {
    case 'Settled': {
      const waiting = end.entries.find(isPassing);
      if (waiting !== undefined) return later(bell, moment, waiting.message ?? waiting.reason ?? 'not settled');
      // Nobody may read it again, and what the service holds of it stays unknown, with its address in the record book.
      if (end.isUnclear === true) return later(bell, moment, unsaid);
      return bell.isDeletion && bell.attempts < mostLateLooks
        ? later(bell, moment, 'the platform still shows a record that it calls deleted')
        : { _tag: 'Settled' };
    }
    case 'Deleted':
      return end.isUnclear ? later(bell, moment, unsaid) : { _tag: 'Settled' };
    case 'NotThere':
      return later(bell, moment, 'the platform does not show the record yet');
    case 'NotClear':
      return later(bell, moment, 'another storefront, which may know the same sale, gave no answer in time');
    case 'SourceFailed':
      return end.error._tag === 'SourceCredentialsRefused' ? { _tag: 'Released' } : ofFailure(bell, moment, end.error);
  }
};
