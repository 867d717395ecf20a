import type { OutcomeTotal } from '../../core/review-book.ts';
import type { PlaceTotal } from '../../core/run.ts';

export interface Sum {
  readonly count: number;
  /** Minor units. */
  readonly total: bigint;
  /** Minor units. */
  readonly taxCollected: bigint;
}

export const nothing: Sum = { count: 0, total: 0n, taxCollected: 0n };

export const addUp = (parts: readonly Sum[]): Sum =>
  parts.reduce<Sum>(
    (all, { count, total, taxCollected }) => ({
      count: all.count + count,
      total: all.total + total,
      taxCollected: all.taxCollected + taxCollected,
    }),
    nothing,
  );

/** Is in the service, or would be after the run that a dry run looked ahead to. */
export const isTold = ({ outcome, reason }: Pick<OutcomeTotal, 'outcome' | 'reason'>): boolean =>
  outcome === 'succeeded' || outcome === 'alreadyPresent' || reason === 'dry run';

/** In the order of the keys. */
export const groupBy = <A extends Sum>(
  parts: readonly A[],
  keyOf: (part: A) => string,
): readonly { readonly key: string; readonly sum: Sum; readonly parts: readonly A[] }[] => {
  const groups = new Map<string, A[]>();
  for (const part of parts) groups.set(keyOf(part), [...(groups.get(keyOf(part)) ?? []), part]);
  return [...groups]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, group]) => ({ key, sum: addUp(group), parts: group }));
};

/** Currencies, the one with the most transactions first. */
export const currenciesOf = (parts: readonly PlaceTotal[]): readonly string[] =>
  [...groupBy(parts, ({ currency }) => currency)].sort((a, b) => b.sum.count - a.sum.count).map(({ key }) => key);

const magnitude = (value: bigint): bigint => (value < 0n ? -value : value);

/** Parts per thousand that a value is of the largest one; at least 1 for what is not zero. */
export const shareOf = (value: bigint, largest: bigint): number => {
  if (value === 0n || largest === 0n) return 0;
  return Math.max(1, Number((magnitude(value) * 1000n) / magnitude(largest)));
};

export const largestOf = (values: readonly bigint[]): bigint =>
  values.reduce((most, value) => (magnitude(value) > most ? magnitude(value) : most), 0n);
