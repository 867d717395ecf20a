/** Turns the results of pushes into what a commit records about them: answered intents, and intents that may have arrived. */
import type { AuditAnswer, AuditedAnswer } from '../domain/audit.ts';
import { decisionFor } from '../domain/decision.ts';
import type { PageCommit, PageLookup } from '../domain/sync-store.ts';
import type { PushResult, SettledResult } from './push-result.ts';

/** The people who asked for a push: in decisions, and by the id of a correction. */
type Asked = Pick<PageLookup, 'decisions'> & { readonly askedBy: ReadonlyMap<string, string> };

/** The answered intents, each of which leaves an audit record. Pure. */
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

/** The intents without an answer. They leave an audit record and stay intents. Pure. */
export const unansweredOf = (results: ReadonlyMap<string, PushResult>, known: Asked): readonly AuditedAnswer[] => {
  const unanswered: AuditedAnswer[] = [];
  for (const [id, result] of results)
    if (result._tag === 'Settled' && result.isUnanswered) unanswered.push(auditedAnswer(id, result, known));
  return unanswered;
};

const auditedAnswer = (id: string, result: SettledResult, { decisions, askedBy }: Asked): AuditedAnswer => {
  const message = auditMessageOf(result);
  const by = askedBy.get(id) ?? decisionFor(decisions?.get(id), 'send')?.by;
  return { id, answer: answerOf(result), ...(message !== null && { message }), ...(by !== undefined && { by }) };
};

/** The message for the audit record, which names fields and holds no values. */
const auditMessageOf = ({ message, comparison }: SettledResult): string | null => {
  const fields = comparison?.differences.map(({ field }) => field) ?? [];
  return fields.length === 0 ? message : `it holds other values: ${fields.join(', ')}`;
};

const answerOf = ({ outcome, submissionStatus, isFound }: SettledResult): AuditAnswer => {
  if (submissionStatus === 'refused') return 'refused';
  if (outcome === 'alreadyPresent') return 'present';
  return isFound ? 'found' : 'accepted';
};
