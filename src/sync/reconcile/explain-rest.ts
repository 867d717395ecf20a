import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import { isWithin, intervalOf, type DateRange } from '../../core/date-range.ts';
import { askService } from '../pace/ask-service.ts';
import { readSource } from '../patience/read-source.ts';
import type { Desk } from './desk.ts';
import type { Difference } from './reconciliation.ts';
import { type Told, toTold } from './told.ts';

type Explained = Pick<Difference, 'kind' | 'message'>;

/** `shopify:1:5012:refund:901` is told of record 5012. */
const sourceIdOf = ({ prefix }: Desk, id: string): string => id.slice(prefix.length).replace(/:refund:.*$/, '');

const stays = 'What was told stays as it is; correct it at the service if it has to change.';

const explain = async ({ session, connector }: Desk, sourceId: string): Promise<Explained> => {
  const entry = await readSource(session.ports, session.lane.isOver)(connector.readRecord(sourceId));
  if (E.isLeft(entry)) {
    const why = entry.left._tag === 'NotRead' ? 'interrupted' : entry.left.message;
    return { kind: 'unclear', message: `The platform did not say what became of it: ${why}` };
  }
  if (O.isNone(entry.right)) {
    return { kind: 'deleted at source', message: `The platform has no such record any more. ${stays}` };
  }
  const record = entry.right.value;
  if (E.isLeft(record)) {
    const { reason, message } = record.left;
    return { kind: 'told, though set aside', message: `Today it would not be told: ${reason}, ${message}. ${stays}` };
  }
  const message = `The platform has it as a sale of ${record.right.occurredAt} now. ${stays}`;
  return { kind: 'not among the sales', message };
};

/** A transaction whose day the list does not say is asked for. */
const dated = async ({ session, prepare }: Desk, told: Told): Promise<Told> => {
  if (O.isSome(told.transactedAt)) return told;
  const answer = await askService({ ...session.ports, lane: session.lane })(told.id);
  return answer._tag === 'Found' ? toTold(answer.stored, prepare.calendar.monthOf) : told;
};

/** Names why the service holds transactions for which the range's records gave no sale. */
export const explainRest = async (desk: Desk, range: DateRange): Promise<void> => {
  const interval = intervalOf(range, desk.timeZone);
  for (const listed of [...desk.told.values()]) {
    const told = await dated(desk, listed);
    if (O.isNone(told.transactedAt) || !isWithin(interval, told.transactedAt.value)) {
      desk.told.delete(told.id);
      continue;
    }
    const day = desk.dayOf(told.transactedAt.value);
    if (O.isSome(told.amounts)) desk.ledger.add('service', told.amounts.value, day);
    const sourceId = sourceIdOf(desk, told.id);
    const explained = await explain(desk, sourceId);
    desk.findings.differ({ ...explained, transactionId: told.id, sourceId, name: told.name, day });
  }
};
