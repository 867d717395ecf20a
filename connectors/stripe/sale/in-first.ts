import { allocateWhole } from './allocate-whole.ts';
import type { StripeMoney } from './money.ts';

/** How much of `whole` is in the first `amount` of a total that went back, by largest remainder. Amounts in Stripe's units. */
export const inFirst = (money: Pick<StripeMoney, 'step'>, whole: bigint, total: bigint, amount: bigint): bigint => {
  if (total <= 0n) return 0n;
  const back = amount < total ? amount : total;
  return allocateWhole(money, whole, [back, total - back])[0] ?? 0n;
};
