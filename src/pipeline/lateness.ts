import { millisecondsOf } from '../domain/instant.ts';
import type { Submission } from '../domain/sync-store.ts';
import type { ServiceFacts } from '../domain/tax-service.ts';
import { proofOfAbsenceAfter, proofOfAbsenceInLateList } from './limits.ts';

/**
 * Milliseconds after which a transaction that is not shown is not held. None where single reads find at once what is stored; two
 * minutes where only the list was seen to be prompt, because that means within seconds; else an hour.
 */
const learnedLateness = (
  facts: Pick<ServiceFacts, 'identity' | 'list' | 'single'> | null,
  { remoteId }: Pick<Submission, 'remoteId'>,
): number => {
  if (facts === null) return proofOfAbsenceInLateList;
  if (facts.single === 'prompt' && (facts.identity === 'client' || remoteId !== null)) return 0;
  return facts.list === 'prompt' ? proofOfAbsenceAfter : proofOfAbsenceInLateList;
};

/**
 * Whether the service may hold a transaction and not show it yet: it was sent within the time that the service is known to
 * take, or the last hour.
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

/** Of what only an earlier reading of the list showed, where single reads are not answered. */
export const seenEarlier =
  'An earlier reading of the list showed it, and the service answers no question about it alone. tax-nexus reconcile reads the whole list.';

/** For a person. */
export const notShownYet =
  'It was sent within the last hour, and the service does not show it yet. Reconcile again in an hour.';
