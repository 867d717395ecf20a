/**
 * Decides from the sync database alone what to do with a transaction: push it, compare it, report a drift, or leave it
 * settled.
 */
import * as E from 'fp-ts/lib/Either.js';
import { isInService, type Outcome } from '../domain/run.ts';
import type { PageLookup, RemoteTransaction, Submission } from '../domain/sync-store.ts';
import { isOtherTransaction } from '../mapping/identity.ts';
import type { MappedRecord, PushCandidate } from './mapped-record.ts';
import type { SettledResult } from './push-result.ts';

/** The plan for one transaction. */
export type PushPlan =
  /** This run settled it already. */
  | { readonly _tag: 'SettledBefore'; readonly outcome: Outcome }
  /** The service holds it, under our id or our name. `remote`: what the list showed; null when no list did yet. */
  | { readonly _tag: 'Present'; readonly remote: RemoteTransaction | null; readonly submission: Submission | null }
  /** The service holds it as it was before the source changed. */
  | { readonly _tag: 'Drifted'; readonly remote: RemoteTransaction | null; readonly submission: Submission }
  /** Not known at the service, and not to be pushed now because of `block`: the service is asked for it. */
  | { readonly _tag: 'Blocked'; readonly submission: Submission | null; readonly block: SettledResult }
  /** Not known at the service: push the frozen body of an earlier attempt, or a new one. */
  | { readonly _tag: 'Push'; readonly submission: Submission | null };

/**
 * Decides from what the sync database knows. Pure.
 *
 * A transaction that the list has not shown is pushed. The safeguard is the service's 409 or, where it may assign ids, a list
 * that was read as a whole (`push-all.ts`). By the service's own rule an equal id or name is the same transaction, unless the
 * id belongs to another one of ours. So a history that is already present costs no request per sale.
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
  // A service may write ids in another form, and then the list shows it only under its name.
  const remote = (byId?.shown == null ? (byName ?? byId) : byId) ?? null;
  if (submission?.status === 'confirmed') {
    return submission.digest === digest
      ? { _tag: 'Present', remote, submission }
      : { _tag: 'Drifted', remote, submission };
  }
  if (remote !== null) return { _tag: 'Present', remote, submission };
  // A refused body never arrived, so the present one is pushed: the service may accept it.
  return { _tag: 'Push', submission: submission?.status === 'intent' ? submission : null };
};

/** The plan under a block: a push becomes `Blocked`, and any other plan stays. Pure. */
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

const isAttempted = (outcome: Outcome): boolean =>
  outcome === 'succeeded' || outcome === 'alreadyPresent' || outcome === 'failed';
