import type { Case, File } from '../case.ts';
import type { Fact } from '../fact.ts';
import type { Verdict } from '../verdict.ts';

/**
 * After a loss of the book a changed sale is a conflict, for a person to decide; so is one that somebody else told before it
 * changed. Its refunds wait, and say so.
 */
const waitsForAPerson = ({ fact, entries }: Case): boolean =>
  fact.kind === 'refund' &&
  entries.some(({ outcome, reason }) => outcome === 'held' && reason === 'sale not confirmed');

/** Everything that has to be told is at the service. */
export const lost = ({ cases, evidence }: File): readonly Verdict[] => {
  const toldByOthers = new Set(
    cases.filter(({ inserts }) => inserts.some(({ isForeign }) => isForeign)).map(({ fact }) => fact.keys[0]),
  );
  const mayConflict = ({ parent }: Fact): boolean =>
    evidence.wasBookLost || (parent !== null && toldByOthers.has(parent));
  return cases
    .filter(({ fact, inserts }) => fact.expected === 'told' && inserts.length === 0)
    .filter((one) => !(mayConflict(one.fact) && waitsForAPerson(one)))
    .map(({ fact, entries }) => ({
      name: 'lost',
      about: fact.keys[0],
      why: `never told; the record book says ${entries.map(({ outcome }) => outcome).join(', ') || 'nothing'}`,
    }));
};
