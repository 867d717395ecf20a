import type { DecisionAction } from '../../domain/decision.ts';
import { fields, list, named, oneOf, orNull, type Schema, text, whole, yesNo } from './schema.ts';

const eachAction: Readonly<Record<DecisionAction, true>> = { send: true, 'leave out': true, accept: true, later: true };

export const decisionActions = Object.keys(eachAction) as readonly DecisionAction[];

const count = whole(undefined, { minimum: 0 });
const money = text('Decimals in major units of the currency, such as 12.34', { pattern: '^-?\\d+(\\.\\d+)?$' });
const instant = text('RFC 3339, UTC');
const action = oneOf(...decisionActions);
const what = text('The reason, the finding, or "adjustment: refund"');
const isSent = yesNo('Whether the service holds it');

const page = (of: string): Schema =>
  fields({ items: list(named(of)), next: orNull(text('Pass it as "cursor" for the following page')) });

/** The answers about decisions. */
export const decisionSchemas: Readonly<Record<string, Schema>> = {
  OpenGroupPage: page('OpenGroup'),
  OpenGroup: fields({
    ...{ what, isSent, count },
    storefronts: list(text()),
    totals: list(fields({ currency: orNull(text()), count, total: money })),
    message: text('What to do about it'),
    settings: list(text()),
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
    ...{ currency: orNull(text()), total: orNull(money), runId: text(), name: text(), kind: oneOf('sale', 'refund') },
    ...{ message: orNull(text()), occurredAt: orNull(instant), jurisdiction: orNull(text()) },
    decision: orNull(fields({ action, note: text(), by: text(), at: instant, until: orNull(instant), batch: text() })),
  }),
  DecidedBatch: fields({ batch: text('For "send" and "undo"'), count }),
  UndoneBatch: fields({ undone: count, kept: whole('Sent, or on its way', { minimum: 0 }) }),
  RequestedRecords: fields({ records: count }),
};
