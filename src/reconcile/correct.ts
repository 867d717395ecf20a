import * as E from 'fp-ts/lib/Either.js';
import type * as TE from 'fp-ts/lib/TaskEither.js';
import { auditedBody, type AuditRecord } from '../domain/audit.ts';
import { instantOfMilliseconds } from '../domain/instant.ts';
import type { ReviewStore } from '../domain/review-store.ts';
import type { StoreError } from '../domain/sync-store.ts';
import { notEncoded, type PushReply } from '../domain/tax-service.ts';
import { auditSettings } from '../pipeline/audit-settings.ts';
import type { SyncPorts } from '../pipeline/ports.ts';
import type { Offsettable, Replaceable } from './find-corrections.ts';

/**
 * How a transaction at the service is corrected.
 *
 * - `offset`: by a transaction with the opposite amounts and, where it counts, another one with what is right; always possible
 * - `replace`, `delete`: as `service.wire.corrections` names it
 * - `send again`: what the service no longer holds
 */
export type CorrectionWay = 'offset' | 'replace' | 'delete' | 'send again';

/** What a correction changed at the service. */
export type CorrectionResult = {
  /** Why its answer could not be noted. */
  readonly notNoted?: string;
} &
  /** `offset`: the transaction that took it back, `replacement` the one that was sent in its place; left out where none was. */
  (
    | { readonly _tag: 'Corrected'; readonly offset?: string; readonly replacement?: string }
    /** Nothing is lost: run the command again. */
    | { readonly _tag: 'NotCorrected'; readonly answer: AuditRecord['answer']; readonly message: string }
  );

const replyTo = async (
  service: SyncPorts['service'],
  correction: Replaceable | Offsettable,
): Promise<PushReply | undefined> => {
  if (correction._tag === 'NoLongerTrue') return service.remove?.(correction.remoteId)();
  // What the service no longer holds needs no way to change it: it is sent as it was the first time.
  return service.correct === undefined && correction._tag === 'Gone'
    ? service.push(correction.body)()
    : service.correct?.(correction._tag === 'Differs' ? correction.remoteId : null, correction.body)();
};

const requestOf = async (
  service: SyncPorts['service'],
  correction: Replaceable | Offsettable,
): Promise<CorrectionResult> => {
  const reply = await replyTo(service, correction);
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
  correction: Replaceable | Offsettable,
  by: string,
): ((answer: AuditRecord['answer'], message: string) => AuditRecord) => {
  const { about } = correction;
  const id = correction._tag === 'NoLongerTrue' ? correction.standing : correction.id;
  const sentAt = instantOfMilliseconds(ports.clock.now());
  const remoteId = correction._tag !== 'Gone' && correction.remoteId !== id ? correction.remoteId : null;
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
    // Of what is deleted, nothing is sent.
    ...auditedBody(correction._tag === 'NoLongerTrue' ? null : correction.body, ''),
    ...{ cause: 'person', by, runId: null, settings: auditSettings(ports, about.storefront) },
  });
};

/**
 * Replaces one transaction at the service, or deletes one that is no longer true, in the way that `service.wire.corrections` names. Call it after a person agreed:
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
  (correction: Replaceable | Offsettable, by: string): TE.TaskEither<StoreError, CorrectionResult> =>
  async () => {
    const record = recordOf(ports, correction, by);
    const begun = await ports.reviews.saveCorrection(record('no answer', 'the request began'), null)();
    if (E.isLeft(begun)) return begun;
    const result = await requestOf(ports.service, correction);
    const isCorrected = result._tag === 'Corrected';
    const fields = correction._tag === 'Differs' ? correction.differences.map(({ field }) => field).join(', ') : 'all';
    const answered = isCorrected ? record('accepted', fields) : record(result.answer, result.message);
    const how = correction._tag === 'NoLongerTrue' ? 'deleted at the service' : `corrected at the service: ${fields}`;
    const note = isCorrected ? how : null;
    const noted = await ports.reviews.saveCorrection(answered, note)();
    return E.right(E.isLeft(noted) ? { ...result, notNoted: noted.left.message } : result);
  };
