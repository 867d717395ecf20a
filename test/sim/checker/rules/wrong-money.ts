import { type File, ownInserts } from '../case.ts';
import { contentIn, isSameContent } from '../pushed.ts';
import type { Violation } from '../violation.ts';

/**
 * What is sent is what the source stated at some time: exact to the cent, the jurisdiction and the date of the sale.
 */
export const wrongMoney = ({ cases }: File): readonly Violation[] =>
  cases.flatMap((one) =>
    ownInserts(one).flatMap((line): readonly Violation[] => {
      const pushed = contentIn(line);
      const isTrue = pushed !== undefined && one.fact.versions.some((version) => isSameContent(pushed, version));
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
