import * as O from 'fp-ts/lib/Option.js';
import { describeDifferences } from '../mapping/comparison.ts';
import type { PushCandidate } from '../pipeline/mapped-record.ts';
import { compareWithBody } from '../pipeline/push-result.ts';
import { askService } from '../pipeline/rate-limit/service-client.ts';
import type { Comparison } from './comparison.ts';
import { amountsOfPushed, isDay, isShown, momentOf, type PushedTransaction, toPushedTransaction } from './pushed.ts';

/** What the list does not show is asked for alone, as long as that is not too much. */
const shownAlone = async (
  { runContext, takeQuestion }: Comparison,
  pushed: PushedTransaction,
): Promise<PushedTransaction> => {
  if (isShown(pushed) || !takeQuestion()) return pushed;
  const answer = await askService({ ...runContext.ports, client: runContext.client })(pushed.id);
  return answer._tag === 'Found' ? { ...toPushedTransaction(answer.stored), id: pushed.id } : pushed;
};

/** Compares a transaction as it would be sent today with what the service holds of it. */
export const comparePushed = async (
  comparison: Comparison,
  candidate: PushCandidate,
  key: string,
  listed: PushedTransaction,
): Promise<void> => {
  const { mapContext, ledger, findings } = comparison;
  const { id, sourceId, name, amounts, transactedAt, body } = candidate;
  const day = comparison.dayOf(transactedAt);
  comparison.pushed.delete(key);
  ledger.add('source', amounts, day);
  const pushed = await shownAlone(comparison, listed);
  const held = amountsOfPushed(pushed, amounts, mapContext.calendar.monthOf);
  const dayHeld = describePushedDay(comparison, pushed) ?? day;
  if (O.isSome(held)) ledger.add('service', held.value, dayHeld);
  // Ours are not the service's: it holds the transaction, and what it comes to there is not known.
  else ledger.addUnseen(amounts, dayHeld);
  const { differences, isCompared } = compareWithBody(body, pushed.shown);
  if (!isCompared) comparison.notCompared += 1;
  if (differences.length === 0) return;
  findings.differ({
    kind: 'differs',
    transactionId: id,
    sourceId,
    name,
    message: `${describeDifferences(differences)}.`,
    day,
  });
};

/** The day of a transaction as the service has it; null when the service does not show it. */
export const describePushedDay = ({ dayOf }: Pick<Comparison, 'dayOf'>, pushed: PushedTransaction): string | null => {
  const moment = momentOf(pushed);
  if (O.isNone(moment)) return null;
  return isDay(moment.value) ? moment.value : dayOf(moment.value);
};
