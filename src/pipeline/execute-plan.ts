/**
 * Does what the plan of a transaction says: push it, look it up at the service, or take it as present, and reports drift
 * since it was sent.
 */
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import { instantOfMilliseconds } from '../domain/instant.ts';
import type { StoreError, Intent, RemoteTransaction, Submission, ShownFields } from '../domain/sync-store.ts';
import { comparableOf } from '../mapping/comparison.ts';
import type { PushCandidate } from './mapped-record.ts';
import {
  compareWithBody,
  confirmedEarlierResult,
  driftAdjustment,
  dryRunResult,
  parseBody,
  pendingResult,
  presentAsCurrentResult,
  presentResult,
  type PushResult,
  retriesExhaustedResult,
  saleNotConfirmedResult,
  type ServiceComparison,
} from './push-result.ts';
import type { PushPlan } from './plan-push.ts';
import { lookAgain } from './look-again.ts';
import { findGone } from './find-gone.ts';
import { lookUpAtService } from './look-up.ts';
import { pushUntilDefinitive } from './push-until-definitive.ts';
import type { PushContext } from './run-context.ts';
import { attempt } from '../domain/attempt.ts';

export const intentOf = (
  storefront: string,
  { sourceId, references, id, name, body, digest }: PushCandidate,
): Intent => ({
  storefront,
  sourceId,
  references,
  id,
  name,
  body,
  digest,
});

type PushResultPromise = Promise<E.Either<StoreError, PushResult>>;

/** Executes the plan of one transaction. Left only when the sync database fails; never rejects. */
export const executePlan = async (
  pushContext: PushContext,
  candidate: PushCandidate,
  plan: PushPlan,
): PushResultPromise => {
  switch (plan._tag) {
    case 'SettledBefore':
      return E.right(plan);
    case 'Present': {
      const gone = await findGone(pushContext, candidate, plan.submission);
      if (E.isLeft(gone)) return gone;
      if (gone.right !== null && gone.right !== 'unseen') return E.right(gone.right);
      const remote = gone.right === 'unseen' ? null : plan.remote;
      const present = presentAtService(pushContext, candidate, plan.submission, remote);
      return E.right(isPassedOver(pushContext, candidate, plan) ? { ...present, isPassedOver: true } : present);
    }
    case 'Drifted':
      return lookUpDrifted(pushContext, candidate, plan.submission, plan.remote);
    case 'Blocked':
      return lookUpBlocked(pushContext, candidate, plan);
    case 'Push':
      return pushCandidate(pushContext, candidate, plan.submission);
  }
};

/**
 * The result for a transaction that the service's list shows: either our push without a response has arrived, or the service
 * held it before.
 */
const presentAtService = (
  pushContext: PushContext,
  candidate: PushCandidate,
  submission: Submission | null,
  remote: RemoteTransaction | null,
): PushResult => {
  const isUnconfirmed = submission?.status === 'intent';
  const shown = pushContext.remoteList.asListed(remote?.shown ?? null);
  const comparison = compareWithBody(isUnconfirmed ? (submission.body ?? candidate.body) : candidate.body, shown);
  if (!isUnconfirmed) return presentResult(null, { comparison });
  const now = compareWithBody(candidate.body, shown);
  if (comparison.differences.length > 0 && now.differences.length === 0) {
    return presentAsCurrentResult(candidate.digest, now, remote?.id);
  }
  return withDriftSince(pushContext, candidate, submission, confirmedEarlierResult(comparison, remote?.id));
};

/**
 * Adds a drift where the service has an earlier body and the sale has changed since: it would not be noticed again. If the
 * earlier body was erased, the current sale counts as sent.
 */
const withDriftSince = (
  { clock }: PushContext,
  candidate: PushCandidate,
  submission: Submission,
  result: PushResult,
): PushResult => {
  const isOther = submission.digest !== candidate.digest;
  if (!isOther || result._tag !== 'Settled' || result.submissionStatus !== 'confirmed' || result.digest !== null)
    return result;
  if (submission.body === null) return { ...result, digest: candidate.digest };
  const sent = parseBody(submission.body);
  if (O.isNone(sent)) return result;
  const drift = driftAdjustment(
    candidate,
    E.right(comparableOf(sent.value, undefined, 'own')),
    instantOfMilliseconds(clock.now()),
  );
  return { ...result, drift };
};

/** Whether no reading of the list in this run came far enough to show it. */
const isPassedOver = (
  { isListRead, remoteList }: PushContext,
  { id, name }: PushCandidate,
  { remote, submission }: Extract<PushPlan, { _tag: 'Present' }>,
): boolean => isListRead && remoteList.passesOver({ id, name, remoteId: submission?.remoteId ?? remote?.id ?? null });

const lookUpDrifted = async (
  pushContext: PushContext,
  candidate: PushCandidate,
  submission: Submission,
  remote: RemoteTransaction | null,
): Promise<E.Either<StoreError, PushResult>> => {
  const now = instantOfMilliseconds(pushContext.clock.now());
  const known = (shown: ShownFields): PushResult => {
    const comparison: ServiceComparison = compareWithBody(candidate.body, shown);
    // Corrected at the service, or changed back at the source: the service holds the current sale.
    const isSame = comparison.isCompared && comparison.differences.length === 0;
    if (isSame) return presentResult(null, { comparison });
    return presentResult(null, { comparison, drift: driftAdjustment(candidate, E.right(shown), now) });
  };
  // After an erasure of the address the digest never matches again, which shows no change.
  const isErased = candidate.findings.includes('erased, not compared');
  const unknown = (why: string): PushResult =>
    isErased ? presentResult(null) : presentResult(null, { drift: driftAdjustment(candidate, E.left(why), now) });
  if (remote?.shown != null) return E.right(known(remote.shown));
  if (isErased || !pushContext.takeDriftLookup())
    return E.right(unknown('the service was not asked about the difference'));
  const answer = await lookUpAtService({ ...pushContext, facts: pushContext.gate.facts })({
    id: candidate.id,
    name: candidate.name,
    remoteId: submission.remoteId,
  });
  if (E.isLeft(answer)) return answer;
  switch (answer.right._tag) {
    case 'Found':
      return E.right(
        answer.right.shown === null ? unknown('the service does not show what it holds') : known(answer.right.shown),
      );
    case 'Absent':
      return E.right(unknown('the service no longer holds it'));
    case 'NoClearAnswer':
      return E.right(unknown('the service did not show what it holds'));
    case 'NotAsked':
      return E.right(pendingResult);
  }
};

/** Looks up a transaction that must not be pushed now: if the service holds it, the closed period does not matter. */
const lookUpBlocked = async (
  pushContext: PushContext,
  candidate: PushCandidate,
  { submission, block }: Extract<PushPlan, { _tag: 'Blocked' }>,
): PushResultPromise => {
  // The whole list was read before the lookup, and does not show it.
  if (submission === null && pushContext.isListRead) return E.right(block);
  const { id, name } = candidate;
  const wanted = { id, name, remoteId: submission?.remoteId ?? null };
  const answer = await lookUpAtService({ ...pushContext, facts: pushContext.gate.facts })(wanted);
  if (E.isLeft(answer)) return answer;
  switch (answer.right._tag) {
    case 'Found': {
      const { remoteId, shown } = answer.right;
      return E.right(presentAtService(pushContext, candidate, submission, { id: remoteId, name, shown }));
    }
    case 'Absent':
      return E.right(block);
    case 'NoClearAnswer':
      pushContext.client.noteRetriesExhausted('question');
      return E.right(pushContext.dryRun ? block : retriesExhaustedResult(answer.right.message, false));
    case 'NotAsked':
      return E.right(pendingResult);
  }
};

const pushCandidate = (
  pushContext: PushContext,
  candidate: PushCandidate,
  submission: Submission | null,
): PushResultPromise =>
  attempt(async (take) => {
    if (pushContext.dryRun) return dryRunResult;
    const { id, name } = candidate;
    const body = submission?.body ?? candidate.body;
    const text = await take(textToSend(pushContext, body));
    if (text === null) return saleNotConfirmedResult;
    const result = await take(
      pushUntilDefinitive(pushContext, {
        id,
        name,
        remoteId: submission?.remoteId ?? null,
        body,
        text,
        mayHaveArrived: submission?.status === 'intent',
        attemptedAt: submission?.attemptedAt ?? null,
        current: candidate,
      }),
    );
    if (result._tag === 'StartedByOther') {
      const { submission: begun } = result;
      return take(
        begun.status === 'confirmed'
          ? E.right(presentAtService(pushContext, candidate, begun, null))
          : pushCandidate(pushContext, candidate, begun),
      );
    }
    return submission === null ? result : withDriftSince(pushContext, candidate, submission, result);
  });

/** Where the service assigns ids, a refund names its sale by the service's id. Null while that is not known. */
const textToSend = async (pushContext: PushContext, body: string): Promise<E.Either<StoreError, string | null>> => {
  if (pushContext.gate.facts()?.identity !== 'service') return E.right(body);
  const parsed = parseBody(body);
  if (O.isNone(parsed) || parsed.value.parentId === undefined) return E.right(body);
  const remoteId = await remoteIdOfSale(pushContext, parsed.value.parentId);
  if (E.isLeft(remoteId) || remoteId.right === null) return remoteId;
  return E.right(JSON.stringify({ ...parsed.value, parentId: remoteId.right }));
};

/** The service's own id of a refund's sale; null while neither an answer nor the list has shown it. */
const remoteIdOfSale = async (pushContext: PushContext, id: string): Promise<E.Either<StoreError, string | null>> => {
  const { sales, store, runId, remoteList } = pushContext;
  const { name = '', remoteId = '' } = sales.get(id) ?? {};
  if (remoteId !== '') return E.right(remoteId);
  const known = await store.lookUpTransactions(runId, [{ id, name }])();
  if (E.isLeft(known)) return known;
  const kept = known.right.submissions.get(id)?.remoteId ?? known.right.remoteByName.get(name)?.id;
  if (kept !== undefined) return E.right(kept);
  const listed = await lookAgain(pushContext, async () => {
    const answer = await remoteList.find({ id, name });
    return E.isLeft(answer) ? answer : answer.right.found === null ? undefined : E.right(answer.right.found.id);
  });
  return listed ?? E.right(null);
};
