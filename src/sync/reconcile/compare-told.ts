import * as O from 'fp-ts/lib/Option.js';
import { describeDifferences } from '../../mapping/comparison.ts';
import type { Candidate } from '../entry/candidate.ts';
import { compareWithBody } from '../entry/compare.ts';
import { askService } from '../pace/ask-service.ts';
import type { Comparison } from './comparison.ts';
import { dayTold } from './day-told.ts';
import { amountsOfTold, isShown, type Told, toTold } from './told.ts';

/** What the list does not show is asked for alone, as long as that is not too much. */
const shownAlone = async ({ session, takeQuestion }: Comparison, told: Told): Promise<Told> => {
  if (isShown(told) || !takeQuestion()) return told;
  const answer = await askService({ ...session.ports, lane: session.lane })(told.id);
  return answer._tag === 'Found' ? { ...toTold(answer.stored), id: told.id } : told;
};

/** Compares a transaction as it would be sent today with what the service holds of it. */
export const compareTold = async (
  comparison: Comparison,
  candidate: Candidate,
  key: string,
  listed: Told,
): Promise<void> => {
  const { prepare, ledger, findings } = comparison;
  const { id, sourceId, name, amounts, transactedAt, body } = candidate;
  const day = comparison.dayOf(transactedAt);
  comparison.told.delete(key);
  ledger.add('source', amounts, day);
  const told = await shownAlone(comparison, listed);
  const held = amountsOfTold(told, amounts, prepare.calendar.monthOf);
  const dayHeld = dayTold(comparison, told) ?? day;
  if (O.isSome(held)) ledger.add('service', held.value, dayHeld);
  // Ours are not the service's: it holds the transaction, and what it comes to there is not known.
  else ledger.addUnseen(amounts, dayHeld);
  const { differences, isCompared } = compareWithBody(body, told.shown);
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
