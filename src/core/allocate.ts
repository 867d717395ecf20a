import { type MinorUnits, sum } from './minor-units.ts';

interface Part {
  readonly index: number;
  readonly weight: bigint;
  /** What was cut off, in units of the sum of all weights. */
  readonly remainder: bigint;
}

const descending = (a: bigint, b: bigint): number => (a === b ? 0 : a > b ? -1 : 1);

const inOrder = (a: Part, b: Part): number =>
  descending(a.remainder, b.remainder) || descending(a.weight, b.weight) || a.index - b.index;

/**
 * Splits an amount in proportion to weights by largest remainder: the shares add up to the amount, to the last unit. Of
 * equal remainders the one of the larger weight goes first. Weights are never negative.
 *
 * All weights zero gives everything to the first; no weights gives no shares.
 *
 * @example
 * allocate(100n, [1n, 1n, 1n]) // [34n, 33n, 33n]
 */
export const allocate = (amount: MinorUnits, weights: readonly MinorUnits[]): readonly MinorUnits[] => {
  if (amount < 0n) return allocate(-amount, weights).map((share) => -share);
  const all = sum(weights);
  if (all === 0n) return weights.map((_, index) => (index === 0 ? amount : 0n));
  const cut = weights.map((weight) => (amount * weight) / all);
  const parts = weights.map((weight, index): Part => ({ index, weight, remainder: (amount * weight) % all }));
  const left = Number(amount - sum(cut));
  const raised = new Set(
    parts
      .toSorted(inOrder)
      .slice(0, left)
      .map(({ index }) => index),
  );
  return cut.map((share, index) => (raised.has(index) ? share + 1n : share));
};
