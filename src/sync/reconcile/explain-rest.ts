import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import { isWithin, intervalOf, type DateRange } from '../../core/date-range.ts';
import type { RunEntry } from '../../core/run.ts';
import { saleIdWithin } from '../../mapping/naming.ts';
import type { Sale } from '../../mapping/sale.ts';
import type { Candidate } from '../entry/candidate.ts';
import { askService } from '../pace/ask-service.ts';
import { readSource } from '../patience/read-source.ts';
import { compareTold } from './compare-told.ts';
import type { Comparison } from './comparison.ts';
import type { Difference } from './reconciliation.ts';
import { refundTold } from './refund-told.ts';
import { type Told, toTold } from './told.ts';

type Explained = Pick<Difference, 'kind' | 'message'>;

/** `shopify:1:5012:refund:901` is told of record 5012. */
const sourceIdOf = ({ prefix }: Comparison, id: string): string => saleIdWithin(id.slice(prefix.length));

const stays = 'What was told stays as it is; correct it at the service if it has to change.';

/** Right: the refund of an earlier sale that it is, to be compared. Left: what it is otherwise. */
const explain = async (
  comparison: Comparison,
  id: string,
  sourceId: string,
): Promise<E.Either<Explained, Candidate>> => {
  const { session, connector } = comparison;
  const entry = await readSource(session.ports, session.lane.isOver)(connector.readRecord(sourceId));
  if (E.isLeft(entry)) {
    const why = entry.left._tag === 'NotRead' ? 'interrupted' : entry.left.message;
    return E.left({ kind: 'unclear', message: `The platform did not say what became of it: ${why}` });
  }
  if (O.isNone(entry.right)) {
    return E.left({ kind: 'deleted at source', message: `The platform has no such record any more. ${stays}` });
  }
  const record = entry.right.value;
  const refund = await refundTold(comparison, record, { id, sourceId });
  if (refund !== undefined && E.isRight(refund)) return refund;
  const aside: E.Either<Pick<RunEntry, 'reason' | 'message'>, Sale> = refund ?? record;
  if (E.isRight(aside)) {
    const message = `The platform has it as a sale of ${aside.right.occurredAt} now. ${stays}`;
    return E.left({ kind: 'not among the sales', message });
  }
  const { reason, message } = aside.left;
  const why = `${reason ?? 'no reason given'}, ${message ?? ''}`;
  return E.left({ kind: 'told, though set aside', message: `Today it would not be told: ${why}. ${stays}` });
};

/** A transaction whose day the list does not say is asked for. */
const dated = async ({ session, prepare }: Comparison, told: Told): Promise<Told> => {
  if (O.isSome(told.transactedAt)) return told;
  const answer = await askService({ ...session.ports, lane: session.lane })(told.id);
  return answer._tag === 'Found' ? toTold(answer.stored, prepare.calendar.monthOf) : told;
};

/** Names why the service holds transactions for which the range's records gave no sale, and compares refunds of earlier sales. */
export const explainRest = async (comparison: Comparison, range: DateRange): Promise<void> => {
  const interval = intervalOf(range, comparison.timeZone);
  for (const listed of [...comparison.told.values()]) {
    const told = await dated(comparison, listed);
    if (O.isNone(told.transactedAt) || !isWithin(interval, told.transactedAt.value)) {
      comparison.told.delete(told.id);
      continue;
    }
    const sourceId = sourceIdOf(comparison, told.id);
    const explained = await explain(comparison, told.id, sourceId);
    if (E.isRight(explained)) {
      compareTold(comparison, explained.right, told);
      continue;
    }
    const day = comparison.dayOf(told.transactedAt.value);
    if (O.isSome(told.amounts)) comparison.ledger.add('service', told.amounts.value, day);
    comparison.findings.differ({ ...explained.left, transactionId: told.id, sourceId, name: told.name, day });
  }
};
