/** Decides how long the service may take to show a transaction, so that a recent one does not count as lost. */
import { millisecondsOf } from '../domain/instant.ts';
import type { Submission } from '../domain/sync-store.ts';
import type { ServiceFacts } from '../domain/tax-service.ts';
import { proofOfAbsenceAfter, proofOfAbsenceInLateList } from './limits.ts';

/**
 * Whether the service may hold a transaction and not show it yet, because it was sent only recently.
 *
 * @param now milliseconds since 1970
 */
export const mayNotBeShownYet = (
  facts: Pick<ServiceFacts, 'identity' | 'list' | 'single'> | null,
  submission: Pick<Submission, 'status' | 'attemptedAt' | 'savedAt' | 'remoteId'> | undefined,
  now: number,
): boolean => {
  if (submission?.status !== 'confirmed' && submission?.status !== 'intent') return false;
  return now - millisecondsOf(submission.attemptedAt ?? submission.savedAt) < learnedLateness(facts, submission);
};

/** The message about a transaction that only an earlier reading of the list showed, where single reads are not answered. */
export const seenEarlier =
  'An earlier reading of the list showed it, and the service does not answer requests for this transaction alone. tax-nexus reconcile reads the whole list.';

/** The message about a transaction that was sent only recently. */
export const notShownYet =
  'It was sent within the last hour, and the service does not show it yet. Reconcile again in an hour.';

/**
 * Milliseconds after which a transaction that the service does not show is not there. 0 where single reads show a stored
 * transaction at once; two minutes where only the list does, because that means within seconds; otherwise an hour.
 */
const learnedLateness = (
  facts: Pick<ServiceFacts, 'identity' | 'list' | 'single'> | null,
  { remoteId }: Pick<Submission, 'remoteId'>,
): number => {
  if (facts === null) return proofOfAbsenceInLateList;
  if (facts.single === 'prompt' && (facts.identity === 'client' || remoteId !== null)) return 0;
  return facts.list === 'prompt' ? proofOfAbsenceAfter : proofOfAbsenceInLateList;
};
