import * as O from 'fp-ts/lib/Option.js';
import type { Candidate } from '../entry/candidate.ts';
import { dayTold } from './day-told.ts';
import type { Comparison } from './comparison.ts';
import { disagreement } from './disagreement.ts';
import type { Told } from './told.ts';

/** Compares a transaction as it would be told today with what the service holds of it. */
export const compareTold = (comparison: Comparison, candidate: Candidate, told: Told): void => {
  const { id, sourceId, name, amounts, transactedAt } = candidate;
  const day = comparison.dayOf(transactedAt);
  comparison.told.delete(id);
  comparison.ledger.add('source', amounts, day);
  // What the service does not say of itself cannot disagree.
  comparison.ledger.add(
    'service',
    O.isSome(told.amounts) ? told.amounts.value : amounts,
    dayTold(comparison, told) ?? day,
  );
  const fields = disagreement({ name, amounts, transactedAt }, told);
  if (fields.length === 0) return;
  comparison.findings.differ({
    kind: 'differs',
    transactionId: id,
    sourceId,
    name,
    message: `${fields.join('; ')}.`,
    day,
  });
};
