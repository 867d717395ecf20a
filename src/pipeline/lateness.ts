import { millisecondsOf } from '../domain/instant.ts';
import type { Submission } from '../domain/sync-store.ts';
import type { ServiceFacts } from '../domain/tax-service.ts';
import { proofOfAbsenceInLateList } from './limits.ts';

/** Whether the first transaction was seen as soon as it was stored, alone or in the list. */
const isPrompt = (
  { identity, list, single }: Pick<ServiceFacts, 'identity' | 'list' | 'single'>,
  { remoteId }: Pick<Submission, 'remoteId'>,
): boolean => list === 'prompt' || (single === 'prompt' && (identity === 'client' || remoteId !== null));

/**
 * Whether the service may hold a transaction and not show it yet: it was sent within the last hour, and the service is not known
 * to show at once what it stores.
 *
 * @param now milliseconds since 1970
 */
export const mayNotBeShownYet = (
  facts: Pick<ServiceFacts, 'identity' | 'list' | 'single'> | null,
  submission: Pick<Submission, 'status' | 'attemptedAt' | 'savedAt' | 'remoteId'> | undefined,
  now: number,
): boolean => {
  if (submission?.status !== 'confirmed' && submission?.status !== 'intent') return false;
  if (facts !== null && isPrompt(facts, submission)) return false;
  return now - millisecondsOf(submission.attemptedAt ?? submission.savedAt) < proofOfAbsenceInLateList;
};

/** For a person. */
export const notShownYet =
  'It was sent within the last hour, and the service does not show it yet. Reconcile again in an hour.';
