import type { Priced, PricedLine } from './priced.ts';

/** What `count` units of a line cost, after `from` units: pieces of a line that are taken in turn add up to it. */
export const unitsOf = (line: PricedLine, from: number, count: number): Priced => {
  const quantity = BigInt(line.recipe.quantity);
  const upTo = (amount: bigint, units: number): bigint => (2n * amount * BigInt(units) + quantity) / (2n * quantity);
  const piece = (amount: bigint): bigint => upTo(amount, from + count) - upTo(amount, from);
  return {
    listed: piece(line.listed),
    discount: piece(line.discount),
    charged: piece(line.charged),
    taxes: line.taxes.map((tax) => ({ ...tax, amount: piece(tax.amount) })),
  };
};
