import type { AuditAnswer, AuditedAnswer } from '../domain/audit.ts';
import { decisionFor } from '../domain/decision.ts';
import type { PageCommit, PageLookup } from '../domain/sync-store.ts';
import type { PushResult, SettledResult } from './push-result.ts';

/* What a commit notes about pushes: those that the service answered, and those that may have arrived. */

const answerOf = ({ outcome, submissionStatus, isFound }: SettledResult): AuditAnswer => {
  if (submissionStatus === 'refused') return 'refused';
  if (outcome === 'alreadyPresent') return 'present';
  return isFound ? 'found' : 'accepted';
};

/** Names of fields only. */
const auditMessageOf = ({ message, comparison }: SettledResult): string | null => {
  const fields = comparison?.differences.map(({ field }) => field) ?? [];
  return fields.length === 0 ? message : `it holds other values: ${fields.join(', ')}`;
};

/** What people asked for: by decisions, and by the ids of corrections. */
type Asked = Pick<PageLookup, 'decisions'> & { readonly askedBy: ReadonlyMap<string, string> };

const auditedAnswer = (id: string, result: SettledResult, { decisions, askedBy }: Asked): AuditedAnswer => {
  const message = auditMessageOf(result);
  const by = askedBy.get(id) ?? decisionFor(decisions?.get(id), 'send')?.by;
  return { id, answer: answerOf(result), ...(message !== null && { message }), ...(by !== undefined && { by }) };
};

/** What a commit notes about the intents that the service answered, and leaves as audit records. Pure. */
export const settledIntentsOf = (
  results: ReadonlyMap<string, PushResult>,
  known: Asked,
): PageCommit['settledIntents'] => {
  const intents: PageCommit['settledIntents'][number][] = [];
  for (const [id, result] of results) {
    if (result._tag !== 'Settled' || result.submissionStatus === null) continue;
    const { submissionStatus: status, digest, remoteId, comparison } = result;
    const isOfService = remoteId !== '' && remoteId !== id;
    const shown = comparison?.shown;
    intents.push({
      ...auditedAnswer(id, result, known),
      status,
      ...(digest !== null && { digest }),
      ...(isOfService && { remoteId }),
      ...(shown !== undefined && { shown }),
    });
  }
  return intents;
};

/** The pushes without an answer: they leave a record, and stay intents. Pure. */
export const unansweredOf = (results: ReadonlyMap<string, PushResult>, known: Asked): readonly AuditedAnswer[] => {
  const unanswered: AuditedAnswer[] = [];
  for (const [id, result] of results)
    if (result._tag === 'Settled' && result.isUnanswered) unanswered.push(auditedAnswer(id, result, known));
  return unanswered;
};
