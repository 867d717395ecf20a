import type { File } from '../case.ts';
import type { Violation } from '../violation.ts';

/** Planted where only a person's data or a secret could be. */
const canary = /CANARY\w*|canary@example\.com/i;

/** Nothing of a person's and no secret is printed, and the sync database keeps no address of what is confirmed. */
export const personalData = ({ evidence: { output, tried, runs, erasures } }: File): readonly Violation[] => {
  const seen = output.find((line) => canary.test(line));
  const kept = tried.find(({ status, body }) => status === 'confirmed' && body !== null);
  const pushed = runs
    .flatMap((run) => run.entries)
    .find((entry) => canary.test(`${entry.name} ${entry.message ?? ''}`));
  const [left] = erasures.leftovers;
  return [
    ...(left === undefined
      ? []
      : [{ name: 'personal data seen', about: left, why: 'it was to be erased, and its body is kept' } as const]),
    ...(seen === undefined
      ? []
      : [{ name: 'personal data seen', about: 'output', why: `a line of ${seen.length} characters` } as const]),
    ...(kept === undefined
      ? []
      : [{ name: 'personal data seen', about: kept.id, why: 'its body is kept after it was confirmed' } as const]),
    ...(pushed === undefined
      ? []
      : [{ name: 'personal data seen', about: pushed.id, why: 'it stands in an entry' } as const]),
  ];
};
