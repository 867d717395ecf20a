import type { File } from '../case.ts';
import { standing } from '../standing.ts';
import type { Violation } from '../violation.ts';

/** One sale is sent once, by any storefront that knows it, but for what a correction takes back; another client's insert is no double of ours. */
export const doubled = ({ cases }: File): readonly Violation[] =>
  cases
    .filter(
      ({ fact, inserts }) =>
        standing(inserts).length > 1 || (fact.expected === 'conflict' && inserts.some((one) => !one.isForeign)),
    )
    .map(({ fact, inserts }) => ({
      name: 'doubled',
      about: fact.keys[0],
      why: inserts.map(({ id }) => id).join(' and '),
    }));
