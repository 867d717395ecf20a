import type { Known } from '../../core/record-book.ts';
import type { Candidate } from '../entry/candidate.ts';
import { settlementOf } from '../entry/settlement.ts';
import type { Work } from './work.ts';

/** Whether the record book has never heard of a transaction: neither that it was tried, nor that the service lists it. Pure. */
export const isUnknown = (
  { isRetried }: Pick<Work, 'isRetried'>,
  known: Known,
  candidate: Pick<Candidate, 'id' | 'name' | 'digest'>,
): boolean => !known.sendings.has(candidate.id) && settlementOf(candidate, known, isRetried)._tag === 'Push';
