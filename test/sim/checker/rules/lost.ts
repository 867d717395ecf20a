import type { File } from '../case.ts';
import type { Violation } from '../violation.ts';

/** Everything that has to be sent is at the service. */
export const lost = ({ cases }: File): readonly Violation[] =>
  cases
    .filter(({ fact, inserts }) => fact.expected === 'pushed' && inserts.length === 0)
    .map(({ fact, entries }) => ({
      name: 'lost',
      about: fact.keys[0],
      why: `never sent; the sync database says ${entries.map(({ outcome }) => outcome).join(', ') || 'nothing'}`,
    }));
