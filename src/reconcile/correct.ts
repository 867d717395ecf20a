import * as E from 'fp-ts/lib/Either.js';
import type * as TE from 'fp-ts/lib/TaskEither.js';
import { auditedBody, type AuditRecord } from '../domain/audit.ts';
import { instantOfMilliseconds } from '../domain/instant.ts';
import type { ReviewStore } from '../domain/review-store.ts';
import type { StoreError } from '../domain/sync-store.ts';
import { notEncoded } from '../domain/tax-service.ts';
import type { FieldDifference } from '../mapping/comparison.ts';
import { auditSettings } from '../pipeline/audit-settings.ts';
import { withDecisions } from '../pipeline/apply-decisions.ts';
import { applyBeforePush } from '../pipeline/before-push.ts';
import { liveCalendar } from '../pipeline/calendar.ts';
import type { FailureCause, SyncFailure } from '../pipeline/failures.ts';
import type { ExplainPorts } from './explain.ts';
import { readNamedRecord } from './read-record.ts';
import { askOwn } from '../pipeline/ask-own.ts';
import { answersForSingleIds } from '../pipeline/held-at-service.ts';
import { lookUpAtService } from '../pipeline/look-up.ts';
import { openRemoteIndex } from '../pipeline/remote-index.ts';
import { mayNotBeShownYet, notShownYet } from '../pipeline/lateness.ts';
import { mapRecord, toMapContext } from '../pipeline/map-page.ts';
import type { MappedRecord, PushCandidate } from '../pipeline/mapped-record.ts';
import type { SyncPorts } from '../pipeline/ports.ts';
import { compareWithBody } from '../pipeline/push-result.ts';
import { askService, makeServiceClient } from '../pipeline/rate-limit/service-client.ts';
import { readFacts } from '../pipeline/service-facts.ts';
import { pushGateOf } from '../pipeline/push-gate.ts';
import { type SentChain, stateOf } from '../pipeline/sent-chain.ts';
import { untrueAtService } from './untrue.ts';
import { correctedChains } from './corrected.ts';
import { storeWithRetry } from '../pipeline/store-with-retry.ts';

type CorrectedRecord = Pick<AuditRecord, 'storefront' | 'sourceId' | 'name'>;

/** A transaction of a record, compared with what the service holds of it. */
export type Correction =
  | { readonly _tag: 'Same'; readonly id: string }
  /** The service holds other values. `remoteId` is its own id, `body` what is sent in its place. */
  | {
      readonly _tag: 'Differs';
      readonly id: string;
      readonly remoteId: string;
      readonly body: string;
      readonly about: CorrectedRecord;
      readonly differences: readonly FieldDifference[];
    }
  /** Confirmed before, and the service no longer holds it: a correction by deletion was cut off, or it was deleted there. */
  | { readonly _tag: 'Gone'; readonly id: string; readonly body: string; readonly about: CorrectedRecord }
  /** The platform took it back since. `message` has both amounts. It is offset by its opposite: see decision 27. */
  | { readonly _tag: 'NoLongerTrue'; readonly id: string; readonly about: CorrectedRecord; readonly message: string }
  /** There is nothing to correct: it was never confirmed, or its push is not settled. `message` has the next step. */
  | { readonly _tag: 'NotConfirmed'; readonly id: string; readonly message: string }
  /** The service gave no clear response. */
  | { readonly _tag: 'Unknown'; readonly id: string; readonly cause: FailureCause; readonly message: string };

/** What a correction changed at the service. */
export type CorrectionResult = {
  /** Why its answer could not be noted. */
  readonly notNoted?: string;
} &
  /** `offset`: the transaction that took it back; left out where it was replaced. */
  (
    | { readonly _tag: 'Corrected'; readonly offset?: string }
    /** Nothing is lost: run the command again. */
    | { readonly _tag: 'NotCorrected'; readonly answer: AuditRecord['answer']; readonly message: string }
  );

type CorrectPorts = ExplainPorts & Pick<SyncPorts, 'wire' | 'beforePush'>;

/** What of a record can be corrected: what would be sent of it now, and what was sent and is no longer true. */
interface Correctables {
  readonly candidates: readonly PushCandidate[];
  readonly untrue: readonly SentChain[];
}

const candidatesOf = async (
  ports: CorrectPorts,
  storefront: string,
  id: string,
): Promise<E.Either<SyncFailure, Correctables>> => {
  const read = await readNamedRecord(ports)(storefront, id)();
  if (E.isLeft(read)) return read;
  const { configured, account, sourceId, result } = read.right;
  const calendar = liveCalendar(account.timeZone);
  const context = toMapContext(ports, configured, { storefront, account: account.id, calendar });
  const candidates: PushCandidate[] = [];
  const records: MappedRecord[] = [];
  for (const mapped of mapRecord(context, result, sourceId)) records.push(await applyBeforePush(context, mapped));
  const store = storeWithRetry(ports.store, ports);
  const decided = await withDecisions(store, '')(records);
  if (E.isLeft(decided)) return decided;
  const chains = await correctedChains(store, decided.right);
  if (E.isLeft(chains)) return chains;
  const corrected = new Set(chains.right.map(({ base }) => base));
  for (const { sale, refunds } of decided.right) {
    for (const one of [sale, ...refunds.map(({ refund }) => refund)])
      if (E.isRight(one) && !corrected.has(one.right.id)) candidates.push(one.right);
  }
  const untrue = chains.right.filter((chain) => stateOf(chain) === 'undone');
  const isNamed = (one: { readonly id: string; readonly name: string | null }): boolean =>
    one.id === id || one.name === id;
  const exact = {
    candidates: candidates.filter(isNamed),
    untrue: untrue.filter(({ base, first }) => isNamed({ id: base, name: first?.name ?? null })),
  };
  return E.right(exact.candidates.length + exact.untrue.length > 0 ? exact : { candidates, untrue });
};

const compare = async (
  ports: CorrectPorts,
  storefront: string,
  { id, name, sourceId, body }: PushCandidate,
): Promise<E.Either<SyncFailure, Correction>> => {
  const about = { storefront, sourceId, name };
  const store = storeWithRetry(ports.store, ports);
  const known = await store.lookUpTransactions('', [{ id, name }])();
  if (E.isLeft(known)) return known;
  const submission = known.right.submissions.get(id);
  if (submission?.status === 'intent') {
    return E.right({ _tag: 'NotConfirmed', id, message: 'An earlier push is not confirmed yet. Run the sync first.' });
  }
  const client = makeServiceClient(ports);
  const ask = askService({ ...ports, client });
  const kept = await readFacts(store, ports.wire);
  if (E.isLeft(kept)) return kept;
  const facts = () => pushGateOf(ports.service).facts() ?? kept.right;
  const own = { id, name, remoteId: submission?.remoteId ?? null };
  if (submission?.status === 'confirmed' && (await askOwn({ ...ports, client }, facts())(own))._tag === 'Absent') {
    const isGone = await answersForSingleIds(store, ask, id);
    if (E.isLeft(isGone)) return isGone;
    if (isGone.right) return E.right({ _tag: 'Gone', id, body, about });
  }
  const remoteList = openRemoteIndex({ ports, store, client, reportProgress: () => undefined });
  const answer = await lookUpAtService({ ...ports, client, remoteList, facts })(own);
  if (E.isLeft(answer)) return answer;
  switch (answer.right._tag) {
    case 'NotAsked': {
      const { cause, message } = client.stopped() ?? { cause: 'interrupted', message: 'the lookup was interrupted' };
      return E.right({ _tag: 'Unknown', id, cause, message });
    }
    case 'NoClearAnswer':
      return E.right({ _tag: 'Unknown', id, cause: 'no answer', message: answer.right.message });
    case 'Absent': {
      if (submission?.status !== 'confirmed') {
        return E.right({ _tag: 'NotConfirmed', id, message: 'The service does not hold it. Run the sync to push it.' });
      }
      return E.right(
        mayNotBeShownYet(facts(), submission, ports.clock.now())
          ? { _tag: 'Unknown', id, cause: 'no answer', message: notShownYet }
          : { _tag: 'Gone', id, body, about },
      );
    }
    case 'Found': {
      const { remoteId, shown } = answer.right;
      const { differences, isCompared } = compareWithBody(body, shown);
      if (!isCompared) {
        return E.right({ _tag: 'Unknown', id, cause: 'no answer', message: 'the service shows nothing to compare' });
      }
      return E.right(
        differences.length === 0
          ? { _tag: 'Same', id }
          : { _tag: 'Differs', id, remoteId: remoteId === '' ? id : remoteId, body, about, differences },
      );
    }
  }
};

/**
 * Compares the transactions of one record, as they would be sent now, with what the service holds. Changes nothing.
 *
 * @param id of the record or the transaction, or anything that the connector accepts, such as `#1001`
 * @example
 * const corrections = await findCorrections(ports)('us-store', '#1001')();
 */
export const findCorrections =
  (ports: CorrectPorts) =>
  (storefront: string, id: string): TE.TaskEither<SyncFailure, readonly Correction[]> =>
  async () => {
    const candidates = await candidatesOf(ports, storefront, id);
    if (E.isLeft(candidates)) return candidates;
    const corrections: Correction[] = [];
    for (const chain of candidates.right.untrue) {
      const correction = await untrueAtService(ports, storefront, chain);
      if (correction !== undefined) corrections.push(correction);
    }
    for (const candidate of candidates.right.candidates) {
      const correction = await compare(ports, storefront, candidate);
      if (E.isLeft(correction)) return correction;
      corrections.push(correction.right);
    }
    return E.right(corrections);
  };

/** One that can be replaced. */
export type Replaceable = Extract<Correction, { _tag: 'Differs' | 'Gone' }>;

/** One that a transaction with the opposite amounts takes back. */
export type Offsettable = Extract<Correction, { _tag: 'NoLongerTrue' }>;

export type Correctable = Replaceable | Offsettable;

const requestOf = async (service: SyncPorts['service'], correction: Replaceable): Promise<CorrectionResult> => {
  // What the service no longer holds needs no way to change it: it is sent as it was the first time.
  const reply =
    service.correct === undefined && correction._tag === 'Gone'
      ? await service.push(correction.body)()
      : await service.correct?.(correction._tag === 'Differs' ? correction.remoteId : null, correction.body)();
  if (reply === undefined) {
    const message =
      'service.wire.corrections names no way to change a transaction at the service. Correct it in the service by hand.';
    return { _tag: 'NotCorrected', answer: 'not sent', message };
  }
  switch (reply._tag) {
    case 'Accepted':
      return { _tag: 'Corrected' };
    case 'Exists':
      return {
        ...{ _tag: 'NotCorrected', answer: 'present' },
        message: 'The service reports a conflict with another transaction.',
      };
    case 'NotStarted':
      return { _tag: 'NotCorrected', answer: 'not sent', message: 'The request was not made.' };
    case 'SlowDown':
      return {
        ...{ _tag: 'NotCorrected', answer: 'not sent' },
        message: 'The service asks to slow down. Try again later.',
      };
    case 'Unclear':
      return { _tag: 'NotCorrected', answer: 'no answer', message: reply.message };
    case 'Misdirected':
      return { _tag: 'NotCorrected', answer: 'not sent', message: reply.message };
    case 'CredentialsRefused':
      return { _tag: 'NotCorrected', answer: 'credentials refused', message: reply.message };
    case 'Refused': {
      const isSent = reply.fingerprint !== notEncoded;
      return { _tag: 'NotCorrected', answer: isSent ? 'refused' : 'not sent', message: reply.message };
    }
  }
};

type CorrectorPorts = Pick<SyncPorts, 'service' | 'clock' | 'version' | 'wire' | 'storefronts'> & {
  readonly reviews: Pick<ReviewStore, 'saveCorrection'>;
};

const recordOf = (
  ports: CorrectorPorts,
  correction: Replaceable,
  by: string,
): ((answer: AuditRecord['answer'], message: string) => AuditRecord) => {
  const { id, body, about } = correction;
  const sentAt = instantOfMilliseconds(ports.clock.now());
  const remoteId = correction._tag === 'Differs' && correction.remoteId !== id ? correction.remoteId : null;
  return (answer, message) => ({
    ...about,
    ...{
      id,
      action: 'correct',
      sentAt,
      answeredAt: instantOfMilliseconds(ports.clock.now()),
      answer,
      message,
      remoteId,
    },
    ...auditedBody(body, ''),
    ...{ cause: 'person', by, runId: null, settings: auditSettings(ports, about.storefront) },
  });
};

/**
 * Replaces one transaction at the service, in the way that `service.wire.corrections` names. Call it after a person agreed:
 * the service may have filed what it held.
 *
 * One request without a repetition. What it did shows in the next comparison. An audit record is saved before it, so that a
 * process that dies before the answer leaves a trace, and another one with the answer. Left when the first one cannot be saved: then
 * nothing was asked.
 *
 * @param by the person, in the host's words
 */
export const correct =
  (ports: CorrectorPorts) =>
  (correction: Replaceable, by: string): TE.TaskEither<StoreError, CorrectionResult> =>
  async () => {
    const record = recordOf(ports, correction, by);
    const begun = await ports.reviews.saveCorrection(record('no answer', 'the request began'), null)();
    if (E.isLeft(begun)) return begun;
    const result = await requestOf(ports.service, correction);
    const isCorrected = result._tag === 'Corrected';
    const fields = correction._tag === 'Differs' ? correction.differences.map(({ field }) => field).join(', ') : 'all';
    const answered = isCorrected ? record('accepted', fields) : record(result.answer, result.message);
    const note = isCorrected ? `corrected at the service: ${fields}` : null;
    const noted = await ports.reviews.saveCorrection(answered, note)();
    return E.right(E.isLeft(noted) ? { ...result, notNoted: noted.left.message } : result);
  };
