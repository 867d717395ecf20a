import type { File } from '../case.ts';
import type { Verdict } from '../verdict.ts';

const isForbidden = (expected: string): boolean => expected === 'never' || expected === 'refused';

/** Nothing is sent that is not a sale, and nothing unknown. */
export const unexpected = ({ cases, strays }: File): readonly Verdict[] => [
  ...strays.map(({ id }): Verdict => ({ name: 'unexpected', about: id, why: 'no source knows it' })),
  ...cases
    .filter(({ fact, inserts }) => isForbidden(fact.expected) && inserts.length > 0)
    .map(({ fact }): Verdict => ({ name: 'unexpected', about: fact.keys[0], why: `expected: ${fact.expected}` })),
];
