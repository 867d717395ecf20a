import { allocate as allocateDinero, dinero, toSnapshot } from 'dinero.js/bigint';
import { type MinorUnits, sum } from './minor-units.ts';

/**
 * Splits an amount in proportion to weights by largest remainder: the shares add up to the amount, to the last unit.
 *
 * All weights zero gives everything to the first; no weights gives no shares.
 *
 * @example
 * allocate(100n, [1n, 1n, 1n]) // [34n, 33n, 33n]
 */
export const allocate = (amount: MinorUnits, weights: readonly MinorUnits[]): readonly MinorUnits[] => {
  if (weights.length === 0) return [];
  if (sum(weights) === 0n) return weights.map((_, index) => (index === 0 ? amount : 0n));
  // The currency is only a carrier here: allocation works on whole units of whatever it is.
  const whole = dinero({ amount, currency: { code: 'units', base: 10n, exponent: 0n } });
  return allocateDinero(whole, [...weights]).map((share) => toSnapshot(share).amount);
};
