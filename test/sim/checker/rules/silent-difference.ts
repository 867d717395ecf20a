import { type Case, type File, hasFinding } from '../case.ts';
import { contentIn, isSameContent } from '../pushed.ts';
import type { Violation } from '../violation.ts';

/** Whether what another source wrote under its id or name is no version of the sale. */
const isHeldOtherwise = ({ fact, inserts }: Case): boolean =>
  fact.expected === 'conflict' &&
  inserts.some((line) => {
    const content = contentIn(line);
    const isSame = content !== undefined && fact.versions.some((version) => isSameContent(content, version));
    return line.isForeign && line.differsIn !== 'nothing' && (line.differsIn === 'purpose' || !isSame);
  });

const isPresent = ({ entries }: Case): boolean =>
  entries.some(({ outcome }) => outcome === 'succeeded' || outcome === 'alreadyPresent');

/**
 * What the service holds with other values is present, and a report line shows that it differs. Where the list is late,
 * the reconciliation may be the one to show it. Where the service does not show it, the line may report that nothing
 * was compared.
 */
export const silentDifference = ({ cases, evidence }: File): readonly Violation[] => {
  const { isListFull, isListPrompt, isAlwaysAnswered } = evidence;
  const isNamed = (one: Case): boolean => {
    const wasRead = one.fact.inHistoryOf.length > 0;
    const isShownAtOnce = isListFull && isListPrompt && (wasRead || isAlwaysAnswered);
    if (isShownAtOnce || hasFinding(one, 'differs')) return hasFinding(one, 'differs');
    return one.differences.includes('differs') || (!(isListFull && wasRead) && hasFinding(one, 'not compared'));
  };
  return cases
    .filter((one) => isHeldOtherwise(one) && isPresent(one) && !isNamed(one))
    .map(({ fact }) => ({
      name: 'silent difference',
      about: fact.keys[0],
      why: 'another source holds it otherwise, and no line says so',
    }));
};
