/**
 * Replaces or deletes one transaction at the service after a person agreed, and leaves an audit record even if the process dies.
 */
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
 * - `offset`: by a transaction with the opposite amounts and, if something still counts, another one with the right values; always
 *   possible
 * - `replace`, `delete`: by the request that `service.wire.corrections` describes
 * - `send again`: if the service no longer holds it
 */
export type CorrectionWay = 'offset' | 'replace' | 'delete' | 'send again';

/** The result of a correction at the service. */
export type CorrectionResult = {
  /** Why the answer could not be saved. */
  readonly notNoted?: string;
} &
  /**
   * `offset`: the transaction that takes it back, `replacement` the one that was sent instead; left out if there is no such
   * transaction.
   */
  (
    | { readonly _tag: 'Corrected'; readonly offset?: string; readonly replacement?: string }
    /** Nothing is lost: run the command again. */
    | { readonly _tag: 'NotCorrected'; readonly answer: AuditRecord['answer']; readonly message: string }
  );

type CorrectorPorts = Pick<SyncPorts, 'service' | 'clock' | 'version' | 'wire' | 'storefronts'> & {
  readonly reviews: Pick<ReviewStore, 'saveCorrection'>;
};

/**
 * Replaces one transaction at the service, or deletes one that is no longer true, by the request that `service.wire.corrections`
 * describes. Call it only after a person agreed: the service may have filed the old values. It makes one request and never repeats
 * it. The next comparison shows its effect. One audit record is saved before the request, so that a process that dies leaves a
 * trace, and another one with the answer. Left if the first record cannot be saved: then nothing was sent.
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
    // A deletion sends no body.
    ...auditedBody(correction._tag === 'NoLongerTrue' ? null : correction.body, ''),
    ...{ cause: 'person', by, runId: null, settings: auditSettings(ports, about.storefront) },
  });
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

const replyTo = async (
  service: SyncPorts['service'],
  correction: Replaceable | Offsettable,
): Promise<PushReply | undefined> => {
  if (correction._tag === 'NoLongerTrue') return service.remove?.(correction.remoteId)();
  // A transaction that the service no longer holds is sent again as the first time; that needs no request for corrections.
  return service.correct === undefined && correction._tag === 'Gone'
    ? service.push(correction.body)()
    : service.correct?.(correction._tag === 'Differs' ? correction.remoteId : null, correction.body)();
};
