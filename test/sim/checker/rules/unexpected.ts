import type { File } from '../case.ts';
import type { Violation } from '../violation.ts';

const isForbidden = (expected: string): boolean => expected === 'never' || expected === 'refused';

/** Nothing is sent that is not a sale, and nothing unknown. */
export const unexpected = ({ cases, strays }: File): readonly Violation[] => [
  ...strays.map(({ id }): Violation => ({ name: 'unexpected', about: id, why: 'no source knows it' })),
  ...cases
    .filter(({ fact, inserts }) => isForbidden(fact.expected) && inserts.length > 0)
    .map(({ fact }): Violation => ({ name: 'unexpected', about: fact.keys[0], why: `expected: ${fact.expected}` })),
];
