import type { Case, File } from '../case.ts';
import type { Verdict } from '../verdict.ts';

const claims = ({ fact, entries }: Case): readonly Verdict[] => {
  if (fact.expected !== 'conflict') return [];
  // A list that shows our id and our name counts as present; this fact's rival has only one of the two.
  const claim = entries.find(({ outcome }) => outcome === 'succeeded' || outcome === 'alreadyPresent');
  if (claim === undefined) return [];
  return [
    { name: 'false success', about: fact.keys[0], why: `${claim.outcome}, and the service holds something else` },
  ];
};

/** What the record book calls told, the service holds, at that moment and at the end. */
export const falseSuccess = ({ evidence, cases }: File): readonly Verdict[] => {
  const ids = new Set(evidence.journal.map(({ id }) => id));
  const entries = evidence.runs.flatMap((run) => run.entries);
  const claimed = [
    ...evidence.tried.filter(({ status }) => status === 'confirmed').map(({ id }) => id),
    ...entries.filter(({ outcome }) => outcome === 'succeeded' || outcome === 'alreadyPresent').map(({ id }) => id),
  ];
  const absent = [...new Set(claimed)].filter((id) => !ids.has(id));
  return [
    ...absent.map((id): Verdict => ({ name: 'false success', about: id, why: 'the service has no such transaction' })),
    ...evidence.falseClaims.map((id): Verdict => ({
      name: 'false success',
      about: id,
      why: 'the service did not have it when it was written down',
    })),
    ...cases.flatMap(claims),
  ];
};
