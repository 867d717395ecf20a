import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import { instantOfMilliseconds, millisecondsOf } from '../../domain/instant.ts';
import type { StoreError, Intent, RemoteTransaction, Submission, ShownFields } from '../../domain/sync-store.ts';
import { comparableOf } from '../../mapping/comparison.ts';
import type { Candidate } from '../entry/candidate.ts';
import { compareWithBody, parseBody, type ServiceComparison } from '../entry/compare.ts';
import { driftMovement } from '../entry/drift-movement.ts';
import type { Settlement } from '../entry/settlement.ts';
import { alreadyPresent, arrived, dryRun, gaveUp, pending, presentAsItIsNow, type Verdict } from '../entry/verdict.ts';
import { lookUpAtService } from '../presence/look-up-at-service.ts';
import { pushUntilSettled } from './push-until-settled.ts';
import type { Work } from './work.ts';

type Result = Promise<E.Either<StoreError, Verdict>>;

export const intentOf = (storefront: string, { sourceId, references, id, name, body, digest }: Candidate): Intent => ({
  storefront,
  sourceId,
  references,
  id,
  name,
  body,
  digest,
});

/**
 * What was settled by an earlier body is not the sale as it is now: that is a drift, and it would not be seen again. Where
 * that body was erased, it is the sale as it is now that was sent.
 */
const asSentBy = ({ clock }: Work, candidate: Candidate, sending: Submission, verdict: Verdict): Verdict => {
  const isOther = sending.digest !== candidate.digest;
  if (!isOther || verdict._tag !== 'Settled' || verdict.sending !== 'confirmed' || verdict.digest !== null)
    return verdict;
  if (sending.body === null) return { ...verdict, digest: candidate.digest };
  const sent = parseBody(sending.body);
  if (O.isNone(sent)) return verdict;
  const drift = driftMovement(candidate, E.right(comparableOf(sent.value)), instantOfMilliseconds(clock.now()));
  return { ...verdict, drift };
};

/** Where the service assigns ids, a refund names its sale by the service's id. */
const textOf = async (work: Work, body: string): Promise<E.Either<StoreError, string>> => {
  if (work.gate.facts()?.identity !== 'service') return E.right(body);
  const parsed = parseBody(body);
  if (O.isNone(parsed) || parsed.value.parentId === undefined) return E.right(body);
  const { parentId } = parsed.value;
  const known = await work.book.lookUpTransactions(work.runId, [{ id: parentId, name: '' }])();
  if (E.isLeft(known)) return known;
  const remoteId = work.remoteIds.get(parentId) ?? known.right.submissions.get(parentId)?.remoteId ?? null;
  return E.right(remoteId === null ? body : JSON.stringify({ ...parsed.value, parentId: remoteId }));
};

/** The service's list shows it. What we pushed without an answer has arrived; anything else was there before. */
const present = (
  work: Work,
  candidate: Candidate,
  sending: Submission | null,
  presence: RemoteTransaction | null,
): Verdict => {
  const isInDoubt = sending?.status === 'intent';
  const comparison = compareWithBody(
    isInDoubt ? (sending.body ?? candidate.body) : candidate.body,
    presence?.shown ?? null,
  );
  if (!isInDoubt) return alreadyPresent(null, { comparison });
  const now = compareWithBody(candidate.body, presence?.shown ?? null);
  if (comparison.differences.length > 0 && now.differences.length === 0) {
    return presentAsItIsNow(candidate.digest, presence?.id);
  }
  return asSentBy(work, candidate, sending, arrived(comparison, presence?.id));
};

const push = async (work: Work, candidate: Candidate, sending: Submission | null): Result => {
  if (work.dryRun) return E.right(dryRun);
  const { id, name } = candidate;
  const body = sending?.body ?? candidate.body;
  const text = await textOf(work, body);
  if (E.isLeft(text)) return text;
  const verdict = await pushUntilSettled(work)({
    id,
    name,
    remoteId: sending?.remoteId ?? null,
    body,
    text: text.right,
    mayHaveArrivedSince:
      sending?.status === 'intent'
        ? Math.min(millisecondsOf(sending.attemptedAt ?? sending.savedAt), work.clock.now())
        : null,
    attemptedAt: sending?.attemptedAt ?? null,
    current: candidate,
  });
  if (E.isLeft(verdict)) return verdict;
  if (verdict.right._tag === 'BegunElsewhere') {
    const { sending: begun } = verdict.right;
    return begun.status === 'confirmed' ? E.right(present(work, candidate, begun, null)) : push(work, candidate, begun);
  }
  return E.right(sending === null ? verdict.right : asSentBy(work, candidate, sending, verdict.right));
};

const drifted = async (
  work: Work,
  candidate: Candidate,
  sending: Submission,
  presence: RemoteTransaction | null,
): Promise<E.Either<StoreError, Verdict>> => {
  const now = instantOfMilliseconds(work.clock.now());
  const known = (shown: ShownFields): Verdict => {
    const comparison: ServiceComparison = compareWithBody(candidate.body, shown);
    // By a correction at the service, or back at the source: it holds the sale as it is now.
    const isSame = comparison.isCompared && comparison.differences.length === 0;
    if (isSame) return alreadyPresent(null, { comparison });
    return alreadyPresent(null, { comparison, drift: driftMovement(candidate, E.right(shown), now) });
  };
  const unknown = (why: string): Verdict => alreadyPresent(null, { drift: driftMovement(candidate, E.left(why), now) });
  if (presence?.shown != null) return E.right(known(presence.shown));
  if (!work.takeDriftQuestion()) return E.right(unknown('the service was not asked for the difference'));
  const answer = await lookUpAtService({ ...work, facts: work.gate.facts })({
    id: candidate.id,
    name: candidate.name,
    remoteId: sending.remoteId,
  });
  if (E.isLeft(answer)) return answer;
  switch (answer.right._tag) {
    case 'Held':
      return E.right(
        answer.right.shown === null ? unknown('the service does not show what it holds') : known(answer.right.shown),
      );
    case 'Absent':
      return E.right(unknown('the service holds it no longer'));
    case 'NoClearAnswer':
      return E.right(unknown('the service did not show what it holds'));
    case 'NotAsked':
      return E.right(pending);
  }
};

/** Looks for what must not be pushed now: what the service holds is no affair of a closed period. */
const barred = async (
  work: Work,
  candidate: Candidate,
  { sending, bar }: Extract<Settlement, { _tag: 'Barred' }>,
): Result => {
  // The list that was read for this run does not show it.
  if (sending === null && work.isListRead) return E.right(bar);
  const { id, name } = candidate;
  const wanted = { id, name, remoteId: sending?.remoteId ?? null };
  const answer = await lookUpAtService({ ...work, facts: work.gate.facts })(wanted);
  if (E.isLeft(answer)) return answer;
  switch (answer.right._tag) {
    case 'Held': {
      const { remoteId, shown } = answer.right;
      return E.right(present(work, candidate, sending, { id: remoteId, name, shown }));
    }
    case 'Absent':
      return E.right(bar);
    case 'NoClearAnswer':
      work.lane.gaveUp('question');
      return E.right(gaveUp(answer.right.message));
    case 'NotAsked':
      return E.right(pending);
  }
};

/** Does what was decided about one transaction. Left only when the record book fails; never rejects. */
export const carryOut =
  (work: Work) =>
  async (candidate: Candidate, settlement: Settlement): Result => {
    switch (settlement._tag) {
      case 'SettledBefore':
        return E.right(settlement);
      case 'Present':
        return E.right(present(work, candidate, settlement.sending, settlement.presence));
      case 'Drifted':
        return drifted(work, candidate, settlement.sending, settlement.presence);
      case 'Barred':
        return barred(work, candidate, settlement);
      case 'Push':
        return push(work, candidate, settlement.sending);
    }
  };
