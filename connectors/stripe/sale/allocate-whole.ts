import { allocate } from '../../../src/domain/money.ts';
import type { StripeMoney } from './money.ts';

/**
 * Splits an amount of Stripe's units by largest remainder into shares that the currency can hold: half a krone would hold
 * the whole sale. An amount that is itself finer than the currency is split as it is; the sale is held for it.
 *
 * @example
 * allocateWhole({ step: 100n }, 500n, [1n, 1n]) // [300n, 200n]
 */
export const allocateWhole = (
  { step }: Pick<StripeMoney, 'step'>,
  amount: bigint,
  weights: readonly bigint[],
): readonly bigint[] =>
  amount % step === 0n ? allocate(amount / step, weights).map((share) => share * step) : allocate(amount, weights);
