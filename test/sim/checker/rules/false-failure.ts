import { type Case, type File, ownInserts } from '../case.ts';
import { contentIn, isSameContent } from '../told.ts';
import { wasErasedInDoubt } from '../was-erased-in-doubt.ts';
import type { Verdict } from '../verdict.ts';

/** Whether the service has what the source says now. */
const isInService = (one: Case): boolean => {
  const latest = one.fact.versions.at(-1) ?? one.fact.versions[0];
  return ownInserts(one).some((line) => {
    const told = contentIn(line);
    return told !== undefined && isSameContent(told, latest);
  });
};

/** A sale may change, and change back: what one run called a conflict in truth, another one found as it was told. */
const isFoundAgain = ({ fact, entries }: Case): boolean => {
  const latest = fact.versions.at(-1) ?? fact.versions[0];
  const hasChangedBack = fact.versions.slice(0, -1).some((before) => isSameContent(before, latest));
  return hasChangedBack && entries.some(({ outcome }) => outcome === 'alreadyPresent');
};

/** What the record book calls failed for good, the service does not hold from us. "Gave up" is an honest word. */
export const falseFailure = ({ cases, evidence }: File): readonly Verdict[] => {
  const closed = new Map(
    evidence.tried
      .filter(({ status }) => status === 'refused' || status === 'conflict')
      .map(({ id, status }) => [id, status]),
  );
  return cases.flatMap((one): readonly Verdict[] => {
    const said = one.entries.find(({ outcome, reason }) => outcome === 'failed' && reason !== 'gave up')?.reason;
    const kept = ownInserts(one)
      .map(({ id }) => closed.get(id))
      .find((status) => status !== undefined);
    const word = said ?? kept;
    // What changed while the record book was lost is a conflict in truth: nobody knows any more that it was ours.
    const mayConflict = word === 'conflict' && (evidence.wasBookLost || wasErasedInDoubt(evidence, one));
    const isFalse = mayConflict
      ? isInService(one) && !isFoundAgain(one)
      : word !== undefined && ownInserts(one).length > 0;
    return isFalse
      ? [{ name: 'false failure', about: one.fact.keys[0], why: `${word ?? ''}, and the service has it` }]
      : [];
  });
};
