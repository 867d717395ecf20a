import {
  type AuditAnswer,
  type AuditContext,
  type AuditedAnswer,
  type AuditRecord,
  auditedBody,
} from '../domain/audit.ts';
import type { Instant } from '../domain/instant.ts';
import type { AuditFilter } from '../domain/review-store.ts';
import type { PageCommit } from '../domain/sync-store.ts';
import { laterKindOf } from '../mapping/identity.ts';

/** A submission that an answer settles, or does not. */
export interface AuditedSubmission extends Pick<AuditRecord, 'storefront' | 'sourceId' | 'id' | 'name' | 'remoteId'> {
  readonly status: string;
  readonly digest: string;
  readonly body: string | null;
  readonly savedAt: Instant;
  readonly attemptedAt: Instant | null;
}

type GivenAnswer = AuditedAnswer & { readonly answer: AuditAnswer; readonly remoteId?: string };

/** The record of an answer; undefined for a submission that an earlier one settled. Pure. */
export const auditRecordOf = (
  submission: AuditedSubmission | undefined,
  { answer, message, by, remoteId }: GivenAnswer,
  commit: { readonly runId: string; readonly at: Instant; readonly context: AuditContext | undefined },
): AuditRecord | undefined => {
  if (submission?.status !== 'intent') return undefined;
  const { storefront, sourceId, id, name, digest, body, savedAt, attemptedAt } = submission;
  const known = submission.remoteId ?? remoteId ?? null;
  return {
    ...{ storefront, sourceId, id, name, action: laterKindOf(id) === null ? 'create' : 'adjust' },
    ...{ sentAt: attemptedAt ?? savedAt, answeredAt: commit.at, answer, message: message ?? null },
    remoteId: known === id ? null : known,
    ...auditedBody(body, digest),
    cause: commit.context?.cause ?? null,
    ...{ by: by ?? null, runId: commit.runId, settings: commit.context?.settings ?? null },
  };
};

/** Of the record of an intent, what the process knows that sent it. */
export type SenderAnswer = Pick<AuditRecord, 'answer' | 'message' | 'cause' | 'by' | 'runId' | 'settings'>;

/** The answer to a request whose transaction another run has found and settled before; undefined for any other. Pure. */
export const answerOfSender = (
  submission: Pick<AuditedSubmission, 'status'>,
  { answer, message, by }: GivenAnswer,
  { runId, context }: { readonly runId: string; readonly context: AuditContext | undefined },
): SenderAnswer | undefined =>
  submission.status === 'confirmed' && answer === 'accepted'
    ? {
        answer,
        message: message ?? null,
        by: by ?? null,
        runId,
        cause: context?.cause ?? null,
        settings: context?.settings ?? null,
      }
    : undefined;

/** Whether a record is that of a run which only found the transaction, and was not erased since. Pure. */
export const isOfFinder = ({ action, answer, body }: Pick<AuditRecord, 'action' | 'answer' | 'body'>): boolean =>
  action !== 'correct' && body !== null && (answer === 'found' || answer === 'present');

/** The answers that a commit records, by transaction id. Of several of one id the last one counts; but confirmed is final. Pure. */
export const answersOf = ({
  settledIntents,
  audit,
}: Pick<PageCommit, 'settledIntents' | 'audit'>): ReadonlyMap<string, GivenAnswer> => {
  const answers = new Map<string, GivenAnswer>();
  for (const one of audit?.unanswered ?? []) answers.set(one.id, { ...one, answer: 'no answer' });
  const confirmed = new Set<string>();
  for (const one of settledIntents) {
    if (confirmed.has(one.id)) continue;
    if (one.status === 'confirmed') confirmed.add(one.id);
    answers.set(one.id, { ...one, answer: one.answer ?? (one.status === 'refused' ? 'refused' : 'accepted') });
  }
  return answers;
};

/** The record of what an earlier version settled; undefined while nothing did. Pure. */
export const notRecorded = ({
  storefront,
  sourceId,
  id,
  name,
  status,
  digest,
  savedAt,
  attemptedAt,
  settledAt,
  remoteId,
}: Omit<AuditedSubmission, 'body'> & { readonly settledAt: Instant | null }): AuditRecord | undefined => {
  if (settledAt === null) return undefined;
  return {
    ...{ storefront, sourceId, id, name, action: laterKindOf(id) === null ? 'create' : 'adjust' },
    ...{ sentAt: attemptedAt ?? savedAt, answeredAt: settledAt, answer: 'not recorded' },
    ...{ message: status === 'refused' ? 'refused' : null, remoteId, digest, body: null, amounts: null },
    ...{ cause: null, by: null, runId: null, settings: null },
  };
};

/** Whether a filter names a submission that was settled then. Pure. */
export const isAuditedIn = (
  { storefronts, sourceId, days }: AuditFilter,
  record: { readonly storefront: string; readonly sourceId: string; readonly settledAt: Instant | null },
): boolean => {
  const day = record.settledAt?.slice(0, 10) ?? '';
  return (
    (storefronts?.includes(record.storefront) ?? true) &&
    (sourceId === undefined || sourceId === record.sourceId) &&
    (days === undefined || (day >= days.from && day <= days.to))
  );
};
