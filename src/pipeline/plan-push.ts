import * as E from 'fp-ts/lib/Either.js';
import { isInService, type Outcome } from '../domain/run.ts';
import type { PageLookup, RemoteTransaction, Submission } from '../domain/sync-store.ts';
import { isOtherTransaction } from '../mapping/identity.ts';
import type { MappedRecord, PushCandidate } from './mapped-record.ts';
import type { SettledResult } from './push-result.ts';

/** What is to be done about one transaction, as far as our own knowledge goes. */
export type PushPlan =
  /** This run settled it already. */
  | { readonly _tag: 'SettledBefore'; readonly outcome: Outcome }
  /** The service holds it, under our id or our name. `remote`: what the list showed; null when no list did yet. */
  | { readonly _tag: 'Present'; readonly remote: RemoteTransaction | null; readonly submission: Submission | null }
  /** The service holds it, as it was before the source changed. */
  | { readonly _tag: 'Drifted'; readonly remote: RemoteTransaction | null; readonly submission: Submission }
  /** Not known to be there, and not to be pushed now, for the reason that `block` gives: the service is asked for it. */
  | { readonly _tag: 'Blocked'; readonly submission: Submission | null; readonly block: SettledResult }
  /** Not known to be there: push the frozen body of an earlier attempt, or a new one. */
  | { readonly _tag: 'Push'; readonly submission: Submission | null };

const isAttempted = (outcome: Outcome): boolean =>
  outcome === 'succeeded' || outcome === 'alreadyPresent' || outcome === 'failed';

/**
 * Decides from what the sync database knows. Pure.
 *
 * What the list has not shown is pushed. The safeguard is the service's 409 or, where it may assign ids, a list that was read
 * whole (`push-all.ts`). An equal id or an equal name is the same transaction by the service's own rule, unless its id is that of another one of ours, so that a
 * history which is wholly present costs no question for each sale.
 *
 * @param isRetried whether an outcome of this run is to be replaced
 */
export const planPush = (
  { id, name, digest }: Pick<PushCandidate, 'id' | 'name' | 'digest'>,
  known: PageLookup,
  isRetried: (outcome: Outcome) => boolean = () => false,
): PushPlan => {
  const before = known.settledInRun.get(id);
  if (before !== undefined && isAttempted(before) && !isRetried(before)) {
    return { _tag: 'SettledBefore', outcome: before };
  }
  const submission = known.submissions.get(id) ?? null;
  const [byId, named] = [known.remoteById.get(id), known.remoteByName.get(name)];
  const byName = named === undefined || isOtherTransaction(named.id, id) ? undefined : named;
  // A service may write ids in another form: then the list showed it under its name alone.
  const remote = (byId?.shown == null ? (byName ?? byId) : byId) ?? null;
  if (submission?.status === 'confirmed') {
    return submission.digest === digest
      ? { _tag: 'Present', remote, submission }
      : { _tag: 'Drifted', remote, submission };
  }
  if (remote !== null) return { _tag: 'Present', remote, submission };
  // What was refused, or was another transaction, never arrived: what is sold now may be what the service wants.
  return { _tag: 'Push', submission: submission?.status === 'intent' ? submission : null };
};

/** What is to be done about a transaction that must not be pushed: all but a push stays as it is. Pure. */
export const withBlock = (plan: PushPlan, block: SettledResult | undefined): PushPlan =>
  block === undefined || plan._tag !== 'Push' ? plan : { _tag: 'Blocked', submission: plan.submission, block };

/**
 * The lookup without this run's outcome of sales whose refunds are not all sent: their lines are written again, so that
 * a refund that is pushed now is not listed as unsent. Pure.
 */
export const reopenSalesWithUnsentRefunds = (records: readonly MappedRecord[], known: PageLookup): PageLookup => {
  const settledInRun = new Map(known.settledInRun);
  for (const { sale, refunds } of records) {
    if (E.isLeft(sale) || !isInService(settledInRun.get(sale.right.id))) continue;
    const isOpen = refunds.some(
      ({ refund }) => E.isRight(refund) && !isInService(known.settledInRun.get(refund.right.id)),
    );
    if (isOpen) settledInRun.delete(sale.right.id);
  }
  return { ...known, settledInRun };
};
