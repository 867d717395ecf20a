import type { Case, File } from '../case.ts';
import type { Fact } from '../fact.ts';
import type { Verdict } from '../verdict.ts';
import { wasErasedInDoubt } from '../was-erased-in-doubt.ts';

/**
 * After a loss of the book a changed sale is a conflict, for a person to decide; so is one that somebody else told before it
 * changed, and one whose body was erased in doubt. Its refunds wait, and say so.
 */
const waitsForAPerson = ({ fact, entries }: Case): boolean =>
  fact.kind === 'refund' &&
  entries.some(({ outcome, reason }) => outcome === 'held' && reason === 'sale not confirmed');

/** Everything that has to be told is at the service. */
export const lost = ({ cases, evidence }: File): readonly Verdict[] => {
  const mayBeNobodys = new Set(
    cases
      .filter((one) => one.inserts.some(({ isForeign }) => isForeign) || wasErasedInDoubt(evidence, one))
      .map(({ fact }) => fact.keys[0]),
  );
  const mayConflict = ({ parent }: Fact): boolean =>
    evidence.wasBookLost || (parent !== null && mayBeNobodys.has(parent));
  return cases
    .filter(({ fact, inserts }) => fact.expected === 'told' && inserts.length === 0)
    .filter((one) => !(mayConflict(one.fact) && waitsForAPerson(one)))
    .map(({ fact, entries }) => ({
      name: 'lost',
      about: fact.keys[0],
      why: `never told; the record book says ${entries.map(({ outcome }) => outcome).join(', ') || 'nothing'}`,
    }));
};
