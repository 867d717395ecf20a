import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import { isWithin, intervalOf, type DateRange } from '../domain/date-range.ts';
import type { StoreError } from '../domain/sync-store.ts';
import type { ReportLine } from '../domain/run.ts';
import { recordNamed, saleIdWithin } from '../mapping/identity.ts';
import type { Sale } from '../mapping/sale.ts';
import type { PushCandidate } from '../pipeline/mapped-record.ts';
import { askService } from '../pipeline/rate-limit/questions.ts';
import { callSource } from '../pipeline/call-source.ts';
import { comparePushed, describePushedDay } from './compare-pushed.ts';
import type { Comparison } from './comparison.ts';
import type { Difference } from './reconciliation.ts';
import { addPushed, mapRefund } from './compare-page.ts';
import { isDay, momentOf, type PushedTransaction, toPushedTransaction } from './pushed.ts';

type Explained = Pick<Difference, 'kind' | 'message'>;

/** `shopify:1:5012:refund:901` is told of record 5012. */
const sourceIdOf = ({ prefix }: Comparison, id: string): string => saleIdWithin(id.slice(prefix.length));

const stays = 'What was told stays as it is; correct it at the service if it has to change.';

/** Right: the refund of an earlier sale that it is, to be compared. Left: what it is otherwise. Null: as it should be. */
const explain = async (
  comparison: Comparison,
  id: string,
  sourceId: string,
  moment: string,
): Promise<E.Either<Explained, PushCandidate> | null> => {
  const { runContext, connector } = comparison;
  const entry = await callSource(runContext.ports, runContext.client.isOver)(connector.readRecord(sourceId));
  if (E.isLeft(entry)) {
    const why = entry.left._tag === 'NotRead' ? 'interrupted' : entry.left.message;
    return E.left({ kind: 'unclear', message: `The platform did not say what became of it: ${why}` });
  }
  if (O.isNone(entry.right)) {
    return E.left({ kind: 'deleted at source', message: `The platform has no such record any more. ${stays}` });
  }
  const record = entry.right.value;
  const refund = await mapRefund(comparison, record, { id, sourceId });
  if (refund !== undefined && E.isRight(refund)) return refund;
  const aside: E.Either<Pick<ReportLine, 'reason' | 'message'>, Sale> = refund ?? record;
  if (E.isRight(aside)) {
    // Where only the day in UTC is shown, it may be one that the storefront's calendar does not have the sale in.
    if (isDay(moment) && aside.right.occurredAt.startsWith(moment)) return null;
    const message = `The platform has it as a sale of ${aside.right.occurredAt} now. ${stays}`;
    return E.left({ kind: 'not among the sales', message });
  }
  const { reason, message } = aside.left;
  const why = `${reason ?? 'no reason given'}, ${message ?? ''}`;
  return E.left({ kind: 'told, though set aside', message: `Today it would not be told: ${why}. ${stays}` });
};

/** A transaction whose day the list does not show is asked for. */
const dated = async (
  { runContext, takeQuestion }: Comparison,
  pushed: PushedTransaction,
): Promise<PushedTransaction> => {
  if (O.isSome(momentOf(pushed)) || !takeQuestion()) return pushed;
  const answer = await askService({ ...runContext.ports, client: runContext.client })(pushed.id);
  return answer._tag === 'Found' ? { ...toPushedTransaction(answer.stored), id: pushed.id } : pushed;
};

/** Our id of a transaction that the service keeps under one of its own; none when we did not push it for this storefront. */
const ownIdOf = async (
  comparison: Comparison,
  pushed: PushedTransaction,
): Promise<E.Either<StoreError, string | undefined>> => {
  const { runContext, prefix, mapContext } = comparison;
  if (pushed.id.startsWith(prefix)) return E.right(pushed.id);
  const id = `${prefix}${recordNamed(mapContext, pushed.name)}`;
  const known = await runContext.store.lookUpTransactions(runContext.run.id, [{ id, name: '' }])();
  if (E.isLeft(known)) return known;
  return E.right(known.right.submissions.get(id)?.remoteId === pushed.id ? id : undefined);
};

const isOfRange = ({ timeZone }: Comparison, range: DateRange, moment: string): boolean =>
  isDay(moment) ? moment >= range.from && moment <= range.to : isWithin(intervalOf(range, timeZone), moment);

/** Names why the service holds transactions for which the range's records gave no sale, and compares refunds of earlier sales. */
export const explainRest = async (comparison: Comparison, range: DateRange): Promise<E.Either<StoreError, void>> => {
  for (const [key, listed] of [...comparison.pushed]) {
    const own = await ownIdOf(comparison, listed);
    if (E.isLeft(own)) return own;
    const pushed = own.right === undefined ? listed : await dated(comparison, listed);
    const moment = momentOf(pushed);
    if (own.right === undefined || O.isNone(moment) || !isOfRange(comparison, range, moment.value)) {
      comparison.pushed.delete(key);
      continue;
    }
    const sourceId = sourceIdOf(comparison, own.right);
    const explained = await explain(comparison, own.right, sourceId, moment.value);
    if (explained === null) {
      comparison.pushed.delete(key);
      continue;
    }
    if (E.isRight(explained)) {
      await comparePushed(comparison, explained.right, key, pushed);
      continue;
    }
    addPushed(comparison, pushed);
    const day = describePushedDay(comparison, pushed);
    comparison.findings.differ({ ...explained.left, transactionId: own.right, sourceId, name: pushed.name, day });
  }
  return E.right(undefined);
};
