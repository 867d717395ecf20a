import type { AuditAnswer, AuditCause } from '../../domain/audit.ts';
import type { DecisionAction } from '../../domain/decision.ts';
import type { ComparedTransaction, CorrectionWay } from '../../operations/correct.ts';
import {
  count,
  fields,
  instant,
  list,
  money,
  named,
  oneOf,
  orNull,
  type Schema,
  text,
  whole,
  yesNo,
} from './schema.ts';

const eachAction: Readonly<Record<DecisionAction, true>> = { send: true, 'leave out': true, accept: true, later: true };

export const decisionActions = Object.keys(eachAction) as readonly DecisionAction[];

const action = oneOf(...decisionActions);
const what = text('The reason, the finding, or "adjustment: refund"');
const isSent = yesNo('Whether the service holds it');

const page = (of: string): Schema =>
  fields({ items: list(named(of)), next: orNull(text('Pass it as "cursor" for the following page')) });

const eachAnswer: Readonly<Record<AuditAnswer, true>> = {
  ...{ accepted: true, found: true, present: true, refused: true, 'not sent': true, 'credentials refused': true },
  'no answer': true,
};
const eachState: Readonly<Record<ComparedTransaction['state'], true>> = {
  ...{ Same: true, Differs: true, Gone: true, NoLongerTrue: true, NotConfirmed: true, Unknown: true },
};
const eachWay: Readonly<Record<CorrectionWay, true>> = {
  ...{ offset: true, replace: true, delete: true, 'send again': true },
};
export const way = oneOf(...Object.keys(eachWay));
const answer = oneOf(...(Object.keys(eachAnswer) as AuditAnswer[]));
const eachCause: Readonly<Record<AuditCause, true>> = {
  ...{ run: true, webhook: true, schedule: true, resync: true, person: true },
};

const corrected = list(
  fields({
    id: text(),
    isCorrected: yesNo(),
    way,
    offset: orNull(text('The transaction that offset it')),
    replacement: orNull(text('The transaction that was sent in its place after an offset')),
    answer: orNull(answer),
    message: orNull(text('Why it was not corrected, or why its audit record is incomplete')),
  }),
);

/** The answers about decisions, and about what was sent because of them. */
export const decisionSchemas: Readonly<Record<string, Schema>> = {
  OpenGroupPage: page('OpenGroup'),
  OpenGroup: fields({
    ...{ what, isSent, count },
    storefronts: list(text()),
    totals: list(fields({ currency: orNull(text()), count, total: money })),
    message: text('What to do about it'),
    settings: list(text()),
    choices: list(fields({ setting: text('As a configuration has it'), meaning: text() })),
    actions: list(action),
  }),
  MatterPage: page('Matter'),
  Matter: fields({
    ...{
      storefront: text(),
      sourceId: text(),
      lineId: text(),
      id: text('The same, or of an adjustment'),
      what,
      isSent,
    },
    ...{
      currency: orNull(text()),
      total: orNull(money),
      runId: orNull(text()),
      name: text(),
      kind: oneOf('sale', 'refund'),
    },
    url: orNull(text('Its page at the platform')),
    ...{ message: orNull(text()), occurredAt: orNull(instant), jurisdiction: orNull(text()) },
    timeZone: orNull(text('IANA, of its storefront')),
    decision: orNull(fields({ action, note: text(), by: text(), at: instant, until: orNull(instant), batch: text() })),
  }),
  DecidedBatch: fields({ batch: text('For "send" and "undo"'), count }),
  DecisionProgress: fields({
    decided: count,
    waiting: whole('Not read again since', { minimum: 0 }),
    inService: whole('Of the other decisions, how many sales the service holds', { minimum: 0 }),
    isAtWork: yesNo('Whether sales are being read now'),
  }),
  UndoneBatch: fields({ undone: count, kept: whole('Sent, or on its way', { minimum: 0 }) }),
  AuditRecord: fields({
    ...{
      storefront: text(),
      sourceId: text(),
      id: text(),
      name: text(),
      action: oneOf('create', 'adjust', 'correct', 'subscribe'),
    },
    ...{ sentAt: instant, answeredAt: instant, answer },
    ...{ message: orNull(text()), remoteId: orNull(text("The service's own id")) },
    digest: text('SHA-256 of the whole body'),
    body: orNull(text('JSON without street, city and product names; null after an erasure')),
    amounts: orNull(
      fields({ occurredAt: text(), currency: text(), jurisdiction: text(), total: money, taxCollected: money }),
    ),
    cause: orNull(oneOf(...(Object.keys(eachCause) as AuditCause[]))),
    by: orNull(text('The person who decided it')),
    runId: orNull(text()),
    settings: orNull(text('JSON of version, wire profile and policy')),
  }),
  RequestedRecords: fields({ records: count }),
  ClosedPeriod: fields({ month: text('YYYY-MM'), by: text(), at: instant }),
  ClosedPeriodPage: page('ClosedPeriod'),
  ChangedPeriod: fields({
    month: text('YYYY-MM'),
    isClosed: yesNo(),
    hasChanged: yesNo('False when it was so before'),
    closed: orNull(fields({ by: text(), at: instant })),
  }),
  PeriodState: fields({
    month: text('YYYY-MM'),
    isClosed: yesNo(),
    changes: list(
      fields({ action: oneOf('close', 'reopen'), by: text(), at: instant, reason: text('Empty for a close') }),
      'The newest first',
    ),
  }),
  PeriodStatePage: page('PeriodState'),
  FoundCorrections: fields({
    storefront: text(),
    items: list(
      fields({
        id: text(),
        state: oneOf(...Object.keys(eachState)),
        ways: list(way, 'How it can be corrected, the default first; none where there is nothing to correct'),
        differences: list(fields({ field: text() }, { ours: money, theirs: text('At the service') })),
        message: orNull(text('Why it cannot be compared, and what to do')),
        cause: orNull(text('Why the service gave no clear response')),
      }),
      'None for a record that is skipped or held',
    ),
    seen: text('Stands for what was found; to be sent back to correct it'),
  }),
  Corrected: fields({ storefront: text(), items: corrected }),
  GoneSales: fields({ storefront: text(), count, names: list(text(), 'The first hundred transactions') }),
  SentAgain: fields({
    storefront: text(),
    items: corrected,
    held: whole('The service held them by then, or they had been taken back there', { minimum: 0 }),
  }),
};
