import type { Jurisdiction } from './jurisdiction.ts';
import type { PricedTax } from './priced.ts';

const whole = 100_000n;

/** Half up, as a register rounds. */
const divided = (amount: bigint, by: bigint): bigint => (2n * amount + by) / (2n * by);

/** The taxes on an amount of at least 0, each rounded for itself, whether they come on top or are part of it. */
export const taxesOn = (
  { rates }: Jurisdiction,
  charged: bigint,
  taxesIncluded: boolean,
  liable: boolean | null,
): readonly PricedTax[] => {
  const sum = rates.reduce((total, { rate }) => total + rate, 0);
  const base = taxesIncluded ? whole + BigInt(sum) : whole;
  return rates.map(({ title, rate }) => ({ title, rate, liable, amount: divided(charged * BigInt(rate), base) }));
};
