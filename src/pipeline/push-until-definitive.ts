/**
 * Pushes one transaction until it is certain whether the service stored it, and looks it up before each retry so that it is
 * never stored twice.
 */
import * as E from 'fp-ts/lib/Either.js';
import type { StoreError, ShownFields } from '../domain/sync-store.ts';
import type { Comparable } from '../mapping/comparison.ts';
import type { AnsweredWith, PushReply, OtherBody } from '../domain/tax-service.ts';
import {
  contentChanged,
  isAbout,
  nothingStored,
  placeOf,
  type PushAttempt,
  refusedWithPlace,
  seenUnder,
  unknownBody,
  unseenConflict,
} from './push-attempt.ts';
import {
  comparableBody,
  compareWithBody,
  compareWithFields,
  confirmedEarlierResult,
  failedAgainResult,
  notSentResult,
  pendingResult,
  presentAsCurrentResult,
  presentResult,
  type PushResult,
  refusedResult,
  retriesExhaustedResult,
  sameNameResult,
  succeededResult,
} from './push-result.ts';
import { refusesAllMessage } from './failures.ts';
import { maxConflicts, maxDeferrals, maxUnclearAnswers, proofOfAbsenceAfter, serviceBackoff } from './limits.ts';
import { isOfKey, type PushEnd, type PushTurn, type Stored } from './push-gate.ts';
import { recordAttempts, type StartedByOther } from './record-attempts.ts';
import { fullJitter, wait } from '../domain/async.ts';
import type { FailedBefore } from './failed-before.ts';
import { type AtService, lookUpAtService, type Wanted } from './look-up.ts';
import { remoteTransactionOf } from './remote-transaction.ts';
import { learnService, keepFacts } from './service-facts.ts';
import type { PushContext } from './run-context.ts';

export type PushPorts = Pick<
  PushContext,
  'store' | 'client' | 'gate' | 'remoteList' | 'clock' | 'random' | 'log' | 'wire' | 'crashPoint' | 'failedBefore'
>;

type DefinitiveResult = Promise<E.Either<StoreError, PushResult | StartedByOther>>;

/**
 * Pushes one transaction until the result is definitive or the retries are exhausted. Never rejects.
 *
 * A success is final, whatever its response shows. A response that is neither success nor refusal never counts as a failure:
 * the service is asked by id before the same body is sent again, and also after a refusal when an earlier attempt may have
 * arrived.
 */
export const pushUntilDefinitive = async (ports: PushPorts, attempt: PushAttempt): DefinitiveResult => {
  const { pushes } = ports.gate;
  const before = await pushes.begin(attempt.id, attempt.mayHaveArrived);
  if (before === null) return startedByOther(ports, attempt);
  if (before !== 'begun') return E.right(foundResult(attempt, { _tag: 'Found', ...before }, false));
  let stored: Stored | null = null;
  try {
    const result = await pushExclusively(ports, attempt);
    stored = storedBy(result);
    return result;
  } finally {
    pushes.end(attempt.id, stored);
  }
};

/** The result after another push of the same transaction ended without a clear success. */
const startedByOther = async (ports: PushPorts, attempt: PushAttempt): DefinitiveResult => {
  const known = await ports.store.lookUpTransactions('', [{ id: attempt.id, name: '' }])();
  if (E.isLeft(known)) return known;
  const submission = known.right.submissions.get(attempt.id);
  return submission === undefined
    ? E.right(pendingResult)
    : E.right({ _tag: 'StartedByOther', submission: submission });
};

const foundResult = (
  attempt: PushAttempt,
  { remoteId, shown }: Extract<AtService, { _tag: 'Found' }>,
  isOurs: boolean,
): PushResult => {
  const comparison = compareWithBody(attempt.body, shown);
  const current = compareWithBody(attempt.current.body, shown);
  if (comparison.differences.length > 0 && current.differences.length === 0) {
    return presentAsCurrentResult(attempt.current.digest, current, remoteId);
  }
  return isOurs ? confirmedEarlierResult(comparison, remoteId) : presentResult('confirmed', { comparison, remoteId });
};

/** After a push without an answer, the list is searched every `betweenScans` milliseconds, for `maxScanTime` at most. */
const betweenScans = 5_000;
const maxScanTime = 2 * proofOfAbsenceAfter;
const maxScans = maxScanTime / betweenScans;

const pushExclusively = async (ports: PushPorts, attempt: PushAttempt): DefinitiveResult => {
  const { client, gate, clock, random, crashPoint } = ports;
  const lookUp = (wanted: Wanted): ReturnType<ReturnType<typeof lookUpAtService>> =>
    lookUpAtService({ ...ports, facts: gate.facts })({ ...wanted, since });
  const attempts = recordAttempts(ports, attempt);
  const since = ports.remoteList.latest();
  const ours = comparableBody(attempt.body);
  const place = placeOf(ours);
  let { mayHaveArrived } = attempt;
  /** Whether an attempt of this call may have arrived. */
  let isUnanswered = false;
  /** No earlier attempt has arrived, and each later one was answered with a 409, which stores nothing. */
  let isAbsenceProven = false;
  let [unclear, deferrals, scans, conflicts, isOutOfStep] = [0, 0, 0, 0, false];
  /** Set if the latest response had a success status and was not a success. */
  let answeredWith: AnsweredWith | undefined;
  let otherBody: OtherBody | undefined;
  let problem = 'the service did not respond';
  /** The failure of an earlier run: other sales then go first where many fail. */
  let failedBefore: FailedBefore | null = null;
  const stopForAll = (fingerprint: string): void =>
    client.stop(refusesAllMessage(fingerprint), isOfKey(fingerprint) ? 'credentials' : 'refused');
  /** Counts a push that the service neither stored nor clearly refused; too many in a row stop all pushes. */
  const isStoppedBy = (kind: string, number: number): boolean => {
    gate.note({ _tag: 'Refused', fingerprint: kind, id: `${attempt.id}#${number}` });
    const fingerprint = gate.refusedAll();
    if (fingerprint !== null) stopForAll(fingerprint);
    return fingerprint !== null;
  };
  const giveUp = (what: 'push' | 'question', message: string): PushResult => {
    client.noteRetriesExhausted(what);
    return retriesExhaustedResult(message, isUnanswered);
  };
  for (;;) {
    if (mayHaveArrived && !isAbsenceProven) {
      const found = await lookUp(attempt);
      if (E.isLeft(found)) return found;
      crashPoint('after_get_before_commit');
      if (found.right._tag === 'Found') {
        if (isUnanswered) client.noteArrived();
        if (answeredWith !== undefined) gate.note({ _tag: 'Stored', facts: null });
        if (otherBody !== undefined) gate.forms.note(otherBody);
        return E.right(foundResult(attempt, found.right, true));
      }
      if (found.right._tag === 'NotAsked') return E.right(pendingResult);
      if (found.right._tag === 'NoClearAnswer') return E.right(giveUp('question', found.right.message));
      const missing = attempts.untilAbsenceIsProven();
      const isHopeless = gate.facts() !== null && missing > maxScanTime;
      if (isHopeless || scans >= maxScans) {
        return E.right(giveUp('push', `${problem}, and its list does not show it yet`));
      }
      if (missing > 0) {
        scans += 1;
        await wait(clock, Math.min(missing, betweenScans), client.isOver);
        continue;
      }
      if (answeredWith !== undefined && answeredWith !== 'web page' && !gate.hasStored()) {
        client.stop(nothingStored(problem));
        return E.right(pendingResult);
      }
      if (isOutOfStep) {
        isOutOfStep = false;
        // One extra request, whose answer does not matter: the lookup before it is the proof.
        await client.find(attempt.remoteId ?? attempt.id);
      }
    }
    if (!mayHaveArrived && gate.skips(place)) {
      const fingerprint = gate.refusedAll();
      if (fingerprint !== null) stopForAll(fingerprint);
      return E.right(fingerprint === null ? notSentResult(refusedWithPlace) : pendingResult);
    }
    const isTriedNow = unclear + deferrals + conflicts > 0;
    if (!isTriedNow && (mayHaveArrived || gate.sendsOnlyUntried())) {
      const before = await ports.failedBefore(attempt.id);
      if (E.isLeft(before)) return before;
      failedBefore = before.right;
      if (failedBefore !== null && gate.sendsOnlyUntried()) return E.right(failedAgainResult(failedBefore));
    }
    const turn = await gate.takeTurn(client.isOver);
    if (turn === null) return E.right(pendingResult);
    const changed = gate.facts()?.changed ?? [];
    if (changed.length > 0) {
      turn.end({ _tag: 'Other' });
      client.stop(contentChanged(changed));
      return E.right(pendingResult);
    }
    crashPoint('before_post');
    const isRepeated = isTriedNow || failedBefore !== null;
    const reply = await client.push(attempt.text, attempts.begin, isRepeated);
    if (reply._tag !== 'NotStarted') crashPoint('after_post_before_commit');
    switch (reply._tag) {
      case 'Accepted':
        if (!gate.forms.isDoubted(reply.otherBody)) return acceptedResult(ports, attempt, ours, turn, reply);
        turn.end({ _tag: 'Other' });
        [mayHaveArrived, isUnanswered, isAbsenceProven, scans] = [true, true, false, 0];
        ({ otherBody } = reply);
        [answeredWith, problem] = [unknownBody, `the service answered with a ${unknownBody}`];
        if (isStoppedBy(problem, unclear + 1)) return E.right(pendingResult);
        break;
      case 'NotStarted':
      case 'CredentialsRefused':
      case 'Misdirected':
        turn.end({ _tag: 'Other' });
        if (isRepeated && client.sendsOnlyUntried() && !client.isOver())
          return E.right(
            isTriedNow || failedBefore === null ? giveUp('push', problem) : failedAgainResult(failedBefore),
          );
        return attempts.failed() ?? E.right(pendingResult);
      case 'SlowDown': {
        turn.end({ _tag: 'Other' });
        const forgotten = await attempts.forget();
        if (E.isLeft(forgotten)) return forgotten;
        [deferrals, problem] = [deferrals + 1, 'the service keeps asking to slow down'];
        if (deferrals >= maxDeferrals) return E.right(giveUp('push', problem));
        continue;
      }
      case 'Refused': {
        turn.end({ _tag: 'Refused', fingerprint: reply.fingerprint, id: attempt.id, place });
        const fingerprint = gate.refusedAll();
        if (fingerprint !== null) stopForAll(fingerprint);
        // An earlier attempt may have arrived after the lookup.
        const found = mayHaveArrived ? await lookUp(attempt) : E.right(null);
        if (E.isLeft(found)) return found;
        if (found.right?._tag === 'Found') return E.right(foundResult(attempt, found.right, true));
        const forgotten = await attempts.forget();
        if (E.isLeft(forgotten)) return forgotten;
        return E.right(fingerprint === null ? refusedResult(reply.message) : pendingResult);
      }
      case 'Exists': {
        turn.end({ _tag: 'Other' });
        const found = await lookUp(attempt);
        if (E.isLeft(found)) return found;
        crashPoint('after_get_before_commit');
        if (found.right._tag === 'NotAsked') return E.right(pendingResult);
        if (found.right._tag === 'Absent' && found.right.sameName !== undefined) {
          const forgotten = await attempts.forget();
          return E.isLeft(forgotten) ? forgotten : E.right(sameNameResult(found.right.sameName));
        }
        if (reply.isWebPage === true && found.right._tag !== 'Found') {
          const forgotten = await attempts.forget();
          if (E.isLeft(forgotten)) return forgotten;
          problem = 'it answered 409 with a web page';
          break;
        }
        const sight =
          found.right._tag === 'Found' ? E.right(found.right) : await seenUnder(ports, attempt, reply.named);
        if (E.isLeft(sight)) return sight;
        if (sight.right !== null) {
          const isOtherId = sight.right.remoteId !== attempt.id;
          const noted = isOtherId ? await keepFacts(ports, { refusesEqualNames: true }) : E.right(undefined);
          return E.isLeft(noted) ? noted : E.right(foundResult(attempt, sight.right, mayHaveArrived));
        }
        conflicts += 1;
        problem = unseenConflict;
        if (isStoppedBy(unseenConflict, conflicts)) return E.right(pendingResult);
        if (conflicts < maxConflicts) {
          isAbsenceProven = true;
          await wait(clock, fullJitter(serviceBackoff)(conflicts, random.next()), client.isOver);
          continue;
        }
        return E.right(giveUp('push', problem));
      }
      case 'Unclear':
        turn.end({ _tag: 'Other' });
        [mayHaveArrived, isUnanswered, isAbsenceProven, scans] = [true, true, false, 0];
        otherBody = undefined;
        problem = reply.message;
        ({ answeredWith } = reply);
        if (answeredWith !== undefined && isStoppedBy(reply.message, unclear + 1)) return E.right(pendingResult);
    }
    unclear += 1;
    if (unclear >= maxUnclearAnswers) return E.right(giveUp('push', problem));
    await wait(clock, fullJitter(serviceBackoff)(unclear, random.next()), client.isOver);
    // A service that fails every third request would fail every push if always two lookups came between, so we shift by one.
    if (unclear % 2 === 0) isOutOfStep = true;
  }
};

const acceptedResult = async (
  ports: PushPorts,
  attempt: PushAttempt,
  ours: Comparable,
  { isProbe, end }: PushTurn,
  reply: Extract<PushReply, { _tag: 'Accepted' }>,
): DefinitiveResult => {
  ports.gate.forms.note(reply.otherBody);
  const stored = reply.stored !== null && isAbout(attempt, reply.stored) ? reply.stored : null;
  if (!isProbe) {
    end({ _tag: 'Stored', facts: null, place: placeOf(ours) });
    const shown = stored === null ? null : remoteTransactionOf(stored).shown;
    return E.right(succeededResult(compareWithFields(ours, shown), stored?.id ?? ''));
  }
  const learned = await learnFromFirst(ports, attempt, stored);
  end(E.isLeft(learned) ? { _tag: 'Other' } : learned.right.end);
  if (E.isLeft(learned)) return learned;
  return E.right(succeededResult(compareWithFields(ours, learned.right.shown), learned.right.remoteId));
};

/** Learns from the first transaction how the service works, and stops the run when the service changed its values. */
const learnFromFirst = async (
  ports: PushPorts,
  { id, name, body }: PushAttempt,
  stored: Extract<PushReply, { _tag: 'Accepted' }>['stored'],
): Promise<
  E.Either<StoreError, { readonly end: PushEnd; readonly shown: ShownFields | null; readonly remoteId: string }>
> => {
  const learned = await learnService(ports, { id, name, body, stored });
  if (E.isLeft(learned)) return learned;
  const { facts, shown } = learned.right;
  if (facts !== null && facts.changed.length > 0) ports.client.stop(contentChanged(facts.changed));
  return E.right({ end: { _tag: 'Stored', facts }, shown, remoteId: facts?.first.remoteId ?? '' });
};

const storedBy = (result: Awaited<DefinitiveResult>): Stored | null =>
  E.isRight(result) && result.right._tag === 'Settled' && result.right.submissionStatus === 'confirmed'
    ? { remoteId: result.right.remoteId, shown: result.right.comparison?.shown ?? null }
    : null;
