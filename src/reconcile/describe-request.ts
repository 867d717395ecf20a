/** Describes one request of the audit in words that a bookkeeper reads: what was sent, on whose action, with which answer. */
import type { AuditAnswer, AuditCause, AuditRecord } from '../domain/audit.ts';

const actions: Readonly<Record<AuditRecord['action'], string>> = {
  create: 'Sent',
  adjust: 'Later change sent',
  correct: 'Correction sent',
  subscribe: 'Webhooks subscribed',
};

const answers: Readonly<Record<AuditAnswer, string>> = {
  accepted: 'accepted',
  found: 'no answer at first, then found at the service',
  present: 'the service held it already',
  refused: 'refused',
  'not sent': 'not sent',
  'credentials refused': 'credentials refused, nothing arrived',
  'no answer': 'no clear answer',
};

export const describeRequest = (
  record: Omit<AuditRecord, 'amounts'>,
): { readonly what: string; readonly answer: string } => {
  const { action, answer, message } = record;
  const who = whoOf(record);
  return {
    what: who === null ? actions[action] : `${actions[action]} ${who}`,
    answer: message === null ? answers[answer] : `${answers[answer]}: ${message}`,
  };
};

const causes: Readonly<Record<AuditCause, string>> = {
  run: 'a sync',
  webhook: 'a webhook',
  schedule: 'the schedule',
  resync: 'a request to read it again',
  person: 'a person',
};

const whoOf = ({ cause, by, runId }: Pick<AuditRecord, 'cause' | 'by' | 'runId'>): string | null => {
  if (cause === null) return null;
  const run = cause === 'run' && runId !== null ? ` (${runId})` : '';
  if (cause === 'person') return `by ${by === null || by === '' ? causes.person : by}`;
  return `by ${causes[cause]}${run}${by === null ? '' : `, decided by ${by === '' ? causes.person : by}`}`;
};
