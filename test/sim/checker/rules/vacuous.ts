import type { File } from '../case.ts';
import type { Violation } from '../violation.ts';

/** A world with sales and no attempt proves nothing. */
export const vacuous = ({ evidence, cases }: File): readonly Violation[] => {
  const isAnyToTell = cases.some(
    ({ fact, inserts }) => fact.expected === 'pushed' && !inserts.some(({ isForeign }) => isForeign),
  );
  const isAnySent = evidence.journal.some(({ isForeign }) => !isForeign);
  return isAnyToTell && !isAnySent && evidence.tried.length === 0
    ? [{ name: 'vacuous', about: 'the world', why: 'nothing was attempted' }]
    : [];
};
