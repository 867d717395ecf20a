/** Compares one transaction with what the service holds under its id or name, and reports each difference. */
import * as O from 'fp-ts/lib/Option.js';
import { causeOf, describeDifferences, marks, textKey } from '../mapping/comparison.ts';
import type { PushCandidate } from '../pipeline/mapped-record.ts';
import { comparableBody, compareWithBody } from '../pipeline/push-result.ts';
import { seenWhole } from './ask-alone.ts';
import type { Comparison } from './comparison.ts';
import { amountsOfPushed, isDay, momentOf, type PushedTransaction } from './pushed.ts';

/** The message about a deleted transaction. A sync does not undo what was done at the service. */
export const deleted = ({ mapContext: { storefront } }: Pick<Comparison, 'mapContext'>, sourceId: string): string =>
  `The service accepted it, and no longer holds it: it was deleted there, or a backup was restored. A sync does not send it again: run tax-nexus correct ${storefront} ${sourceId}`;

/** Compares a transaction as it would be sent today with the one that the service holds. */
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
  for (const under of [id, textKey(name)]) comparison.held.set(under, candidate);
  ledger.add('source', amounts, day);
  comparison.observer?.compared(candidate);
  const seems = await seenWhole(comparison, body, listed);
  const isSame = compareWithBody(body, seems.shown).differences.length === 0;
  const confirmed = isSame || comparison.confirm === undefined ? seems : await comparison.confirm(listed);
  if (confirmed === null) {
    const message = deleted(comparison, sourceId);
    findings.differ({ kind: 'missing at the service', transactionId: id, sourceId, name, day, message });
    return;
  }
  if (confirmed === 'not asked') comparison.unconfirmed += 1;
  const pushed = confirmed === 'not asked' ? seems : confirmed;
  const compared = compareWithBody(body, pushed.shown);
  const { differences } = compared;
  const isCompared = compared.isCompared && comparison.marks.unseen(comparableBody(body), pushed.shown).length === 0;
  const held = amountsOfPushed(pushed, amounts, mapContext.calendar.monthOf);
  const dayHeld = describePushedDay(comparison, pushed) ?? day;
  const isOtherDay = differences.some(({ field }) => field === 'transactedAt');
  // A day in UTC may be of another month than the same moment in the storefront's calendar.
  if (O.isSome(held) && isCompared)
    ledger.add('service', isOtherDay ? held.value : { ...held.value, month: amounts.month }, dayHeld);
  // The service holds the transaction, but its amounts there are not known, and ours may differ.
  else ledger.addUnseen(amounts, dayHeld);
  if (confirmed === 'not asked') return;
  if (!isCompared) comparison.notCompared += 1;
  if (differences.length === 0) {
    const isByList = isCompared && pushed === listed && marks.some((mark) => pushed.shown[mark] === undefined);
    if (isByList) comparison.listedAlone.push({ candidate, listed });
    return;
  }
  const cause = causeOf(differences);
  findings.differ({
    kind: 'differs',
    transactionId: id,
    sourceId,
    name,
    message: `${describeDifferences(differences)}.${cause === undefined ? '' : ` Likely cause: ${cause}.`}`,
    day,
  });
};

/** The day of a transaction at the service; null if the service does not show it. */
export const describePushedDay = ({ dayOf }: Pick<Comparison, 'dayOf'>, pushed: PushedTransaction): string | null => {
  const moment = momentOf(pushed);
  if (O.isNone(moment)) return null;
  return isDay(moment.value) ? moment.value : dayOf(moment.value);
};
