import * as E from 'fp-ts/lib/Either.js';
import type { StoreError, PageLookup } from '../../domain/sync-store.ts';
import { atMost } from '../at-most.ts';
import type { Candidate } from '../entry/candidate.ts';
import { findRival } from '../rivals/find-rival.ts';
import { mostAskedElsewhere } from '../limits.ts';
import { settlementOf } from '../entry/settlement.ts';
import type { Verdict } from '../entry/verdict.ts';
import type { Work } from './work.ts';

/** Never tried and not known to be there: only such a sale can still be left to another storefront. */
const isNew = (work: Work, known: PageLookup, candidate: Candidate): boolean => {
  const settlement = settlementOf(candidate, known, work.isRetried);
  return settlement._tag === 'Push' && settlement.sending === null;
};

/** By transaction id, the sales of a page that are not told here, because another storefront tells them or may do so. */
export const findRivals = async (
  work: Work,
  candidates: readonly Candidate[],
  known: PageLookup,
): Promise<E.Either<StoreError, ReadonlyMap<string, Verdict>>> => {
  const verdicts = new Map<string, Verdict>();
  const failures: StoreError[] = [];
  const fresh: Candidate[] = [];
  for (const candidate of candidates) if (isNew(work, known, candidate)) fresh.push(candidate);
  await atMost(mostAskedElsewhere)(fresh, async (candidate) => {
    if (failures.length > 0) return;
    const rival = await findRival(work, candidate, known);
    if (E.isLeft(rival)) failures.push(rival.left);
    else if (rival.right !== null) verdicts.set(candidate.id, rival.right);
  });
  const [failure] = failures;
  return failure === undefined ? E.right(verdicts) : E.left(failure);
};
