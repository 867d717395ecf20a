import type { Case, File } from '../case.ts';
import { contentIn, isSameContent } from '../pushed.ts';
import type { Violation } from '../violation.ts';

/** Sent once, as its source still has it. */
const isAsItShouldBe = ({ fact, inserts }: Case): boolean => {
  const pushed = inserts[0] === undefined ? undefined : contentIn(inserts[0]);
  const latest = fact.versions.at(-1) ?? fact.versions[0];
  return fact.expected === 'pushed' && inserts.length === 1 && pushed !== undefined && isSameContent(pushed, latest);
};

/** Longer than a proof takes. */
const aMinute = 60_000;

/** The proof of completeness calls nothing different that is as it should be, and was before. */
export const unproven = ({ cases, evidence }: File): readonly Violation[] =>
  cases
    // A service that is known to be late may not show it yet.
    .filter(
      (one) =>
        one.differences.some((kind) => kind !== 'not shown yet') && one.fact.keys.length === 1 && isAsItShouldBe(one),
    )
    .filter(({ inserts }) => inserts.every(({ at }) => at < evidence.provenAt - aMinute))
    .map(({ fact, differences }) => ({
      name: 'report does not add up',
      about: fact.keys[0],
      why: `the proof says: ${differences.join(', ')}`,
    }));
