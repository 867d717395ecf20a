import * as O from 'fp-ts/lib/Option.js';
import type { Candidate } from '../entry/candidate.ts';
import { dayTold } from './day-told.ts';
import type { Desk } from './desk.ts';
import { disagreement } from './disagreement.ts';
import type { Told } from './told.ts';

/** Compares a transaction as it would be told today with what the service holds of it. */
export const compareTold = (desk: Desk, candidate: Candidate, told: Told): void => {
  const { id, sourceId, name, amounts, transactedAt } = candidate;
  const day = desk.dayOf(transactedAt);
  desk.told.delete(id);
  desk.ledger.add('source', amounts, day);
  // What the service does not say of itself cannot disagree.
  desk.ledger.add('service', O.isSome(told.amounts) ? told.amounts.value : amounts, dayTold(desk, told) ?? day);
  const fields = disagreement({ name, amounts, transactedAt }, told);
  if (fields.length === 0) return;
  desk.findings.differ({ kind: 'differs', transactionId: id, sourceId, name, message: `${fields.join('; ')}.`, day });
};
