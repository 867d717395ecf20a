import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import type * as TE from 'fp-ts/lib/TaskEither.js';
import type { AuditAnswer, AuditCause, AuditRecord } from '../domain/audit.ts';
import type { AuditPage, ReviewStore } from '../domain/review-store.ts';
import type { StoreError } from '../domain/sync-store.ts';

/** The requests about one record of a storefront, in the order of their answers. */
export const auditOf =
  ({ auditRecords }: Pick<ReviewStore, 'auditRecords'>) =>
  (storefront: string, sourceId: string): TE.TaskEither<StoreError, readonly AuditRecord[]> =>
  async () => {
    const records: AuditRecord[] = [];
    let after: O.Option<string> = O.none;
    do {
      const page: E.Either<StoreError, AuditPage> = await auditRecords(
        { storefronts: [storefront], sourceId },
        after,
      )();
      if (E.isLeft(page)) return page;
      records.push(...page.right.records);
      after = page.right.next;
    } while (O.isSome(after));
    return E.right(records);
  };

const answers: Readonly<Record<AuditAnswer, string>> = {
  accepted: 'accepted',
  found: 'no answer at first, then found at the service',
  present: 'the service held it already',
  refused: 'refused',
  'not sent': 'not sent',
  'credentials refused': 'credentials refused, nothing arrived',
  'no answer': 'no clear answer',
  'not recorded': 'sent by an earlier version, which kept no audit record',
};

const causes: Readonly<Record<AuditCause, string>> = {
  run: 'a sync',
  webhook: 'a webhook',
  schedule: 'the schedule',
  resync: 'a request to read it again',
  person: 'a person',
};

const actions: Readonly<Record<AuditRecord['action'], string>> = {
  create: 'Sent',
  adjust: 'Later change sent',
  correct: 'Correction sent',
};

const whoOf = ({ cause, by, runId }: AuditRecord): string | null => {
  if (cause === null) return null;
  const run = cause === 'run' && runId !== null ? ` (${runId})` : '';
  if (cause === 'person') return `by ${by === null || by === '' ? causes.person : by}`;
  return `by ${causes[cause]}${run}${by === null ? '' : `, decided by ${by === '' ? causes.person : by}`}`;
};

/** What was done, what came of it, and on whose action, in words. Pure. */
export const describeRequest = (record: AuditRecord): { readonly what: string; readonly answer: string } => {
  const { action, answer, message } = record;
  const who = whoOf(record);
  return {
    what: who === null ? actions[action] : `${actions[action]} ${who}`,
    answer: message === null ? answers[answer] : `${answers[answer]}: ${message}`,
  };
};
