import type { PageLookup, RemoteTransaction, Submission } from '../../domain/sync-store.ts';
import type { Outcome } from '../../domain/run.ts';
import type { Candidate } from './candidate.ts';
import type { Settled } from './verdict.ts';

/** What is to be done about one transaction, as far as our own knowledge goes. */
export type Settlement =
  /** This run settled it already. */
  | { readonly _tag: 'SettledBefore'; readonly outcome: Outcome }
  /** The service holds it, under our id or our name. `presence`: what the list showed; null when no list did yet. */
  | { readonly _tag: 'Present'; readonly presence: RemoteTransaction | null; readonly sending: Submission | null }
  /** The service holds it, as it was before the source changed. */
  | { readonly _tag: 'Drifted'; readonly presence: RemoteTransaction | null; readonly sending: Submission }
  /** Not known to be there, and not to be pushed now, for the reason that `bar` gives: it is looked for. */
  | { readonly _tag: 'Barred'; readonly sending: Submission | null; readonly bar: Settled }
  /** Not known to be there: push the frozen body of an earlier attempt, or a new one. */
  | { readonly _tag: 'Push'; readonly sending: Submission | null };

const isAttempted = (outcome: Outcome): boolean =>
  outcome === 'succeeded' || outcome === 'alreadyPresent' || outcome === 'failed';

/**
 * Decides from what the record book knows. Pure.
 *
 * The list proves presence, never absence: what is not in it is pushed, and the service's 409 is the safeguard. An equal
 * id or an equal name is the same transaction by the service's own rule, so that a history which is wholly present costs no
 * question for each sale.
 *
 * @param isRetried whether an outcome of this run is to be replaced
 */
export const settlementOf = (
  { id, name, digest }: Pick<Candidate, 'id' | 'name' | 'digest'>,
  known: PageLookup,
  isRetried: (outcome: Outcome) => boolean = () => false,
): Settlement => {
  const before = known.settledInRun.get(id);
  if (before !== undefined && isAttempted(before) && !isRetried(before)) {
    return { _tag: 'SettledBefore', outcome: before };
  }
  const sending = known.submissions.get(id) ?? null;
  const [byId, byName] = [known.remoteById.get(id), known.remoteByName.get(name)];
  // A service may write ids in another form: then the list showed it under its name alone.
  const presence = (byId?.shown == null ? (byName ?? byId) : byId) ?? null;
  if (sending?.status === 'confirmed') {
    return sending.digest === digest ? { _tag: 'Present', presence, sending } : { _tag: 'Drifted', presence, sending };
  }
  if (presence !== null) return { _tag: 'Present', presence, sending };
  // What was refused, or was another transaction, never arrived: what is sold now may be what the service wants.
  return { _tag: 'Push', sending: sending?.status === 'intent' ? sending : null };
};
