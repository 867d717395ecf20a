import { type File, ownInserts } from '../case.ts';
import { contentIn, isSameContent } from '../pushed.ts';
import { isReplacement, standing } from '../standing.ts';
import type { Violation } from '../violation.ts';

/**
 * What is sent and stands is what the source stated at some time: exact to the cent, the jurisdiction and the date of the sale, or
 * of a later change.
 */
export const wrongMoney = ({ cases }: File): readonly Violation[] =>
  cases.flatMap((one) =>
    standing(ownInserts(one)).flatMap((line): readonly Violation[] => {
      const pushed = contentIn(line);
      const isDated = (at: number): boolean => isReplacement(line) && pushed !== undefined && pushed.at >= at;
      const isTrue =
        pushed !== undefined &&
        one.fact.versions.some((version) =>
          isSameContent(pushed, isDated(version.at) ? { ...version, at: pushed.at } : version),
        );
      if (isTrue) return [];
      const shown =
        pushed === undefined
          ? 'no transaction'
          : `${pushed.total} ${pushed.currency}, ${pushed.tax} tax, ${pushed.state}, ${pushed.at}`;
      const sold = one.fact.versions.map(
        ({ currency, total, tax, state, at }) => `${total} ${currency}, ${tax} tax, ${state}, ${at}`,
      );
      return [{ name: 'wrong money', about: one.fact.keys[0], why: `sent ${shown}; sold ${sold.join(' or ')}` }];
    }),
  );
