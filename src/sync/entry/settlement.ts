import type { Known, Sending } from '../../core/record-book.ts';
import type { Outcome } from '../../core/run.ts';
import type { Candidate } from './candidate.ts';

/** What is to be done about one transaction, as far as our own knowledge goes. */
export type Settlement =
  /** This run settled it already. */
  | { readonly _tag: 'SettledBefore'; readonly outcome: Outcome }
  /** The service holds it. */
  | { readonly _tag: 'Present' }
  /** The service holds it, as it was before the source changed. */
  | { readonly _tag: 'Drifted' }
  /** The service's list has its id, and only the service can say whether it is the same. */
  | { readonly _tag: 'Ask'; readonly sending: Sending | null }
  /** The service holds its name under another id. */
  | { readonly _tag: 'NameTaken' }
  /** Not known to be there: push the frozen body of an earlier attempt, or a new one. */
  | { readonly _tag: 'Push'; readonly sending: Sending | null };

const isAttempted = (outcome: Outcome): boolean =>
  outcome === 'succeeded' || outcome === 'alreadyPresent' || outcome === 'failed';

/**
 * Decides from what the record book knows. Pure.
 *
 * The list proves presence, never absence: what is not in it is pushed, and the service's 409 is the safeguard. An equal
 * id and an equal name are the same transaction by the service's own rule, so that a history which is wholly present
 * costs no question for each sale.
 *
 * @param isRetried whether an outcome of this run is to be replaced
 */
export const settlementOf = (
  { id, name, digest }: Pick<Candidate, 'id' | 'name' | 'digest'>,
  known: Known,
  isRetried: (outcome: Outcome) => boolean = () => false,
): Settlement => {
  const before = known.settledInRun.get(id);
  if (before !== undefined && isAttempted(before) && !isRetried(before)) {
    return { _tag: 'SettledBefore', outcome: before };
  }
  const sending = known.sendings.get(id) ?? null;
  if (sending?.status === 'confirmed') return { _tag: sending.digest === digest ? 'Present' : 'Drifted' };
  // What was sent then never arrived; what is sold now may be what the service wants, or holds.
  const isClosed = sending?.status === 'refused' || sending?.status === 'conflict';
  const present = known.presentIds.get(id);
  if (present !== undefined && !isClosed) {
    return sending === null && present.name === name ? { _tag: 'Present' } : { _tag: 'Ask', sending };
  }
  const namesake = known.presentNames.get(name);
  if (namesake !== undefined && namesake.id !== id) return { _tag: 'NameTaken' };
  return { _tag: 'Push', sending: isClosed ? null : sending };
};
