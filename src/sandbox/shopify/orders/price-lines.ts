import { noTax } from './jurisdiction.ts';
import type { PricedLine, PricedShipping } from './priced.ts';
import type { RecipeLine } from './recipe-line.ts';
import type { Recipe } from './recipe.ts';
import { taxesOn } from './taxes-on.ts';

const partId = (recipe: Recipe, position: number): string => `${recipe.id}${String(position + 1).padStart(3, '0')}`;

/** A line with its share of the order's discount; `isTaxed` is false for what an edit adds. */
export const priceLine = (
  recipe: Recipe,
  line: RecipeLine,
  position: number,
  orderShare: bigint,
  isTaxed: boolean,
): PricedLine => {
  const listed = line.unitPrice * BigInt(line.quantity);
  const discount = line.discount + orderShare;
  const charged = listed - discount;
  const jurisdiction = isTaxed && line.taxable && !recipe.isTaxSkipped ? recipe.taxedIn : noTax;
  return {
    id: partId(recipe, position),
    recipe: line,
    listed,
    discount,
    charged,
    orderShare,
    taxes: taxesOn(jurisdiction, charged, recipe.taxesIncluded, recipe.liable.goods),
    laterDiscount: 0n,
    isAddedLater: false,
  };
};

/** The lines as they were sold. Only goods take part in the order's discount. */
export const priceLines = (recipe: Recipe): readonly PricedLine[] => {
  const weights = recipe.lines.map(({ kind, unitPrice, quantity, discount }) =>
    kind === 'goods' ? unitPrice * BigInt(quantity) - discount : 0n,
  );
  const shares = spread(recipe.orderDiscount, weights);
  return recipe.lines.map((line, position) => priceLine(recipe, line, position, shares[position] ?? 0n, true));
};

export const priceShipping = (recipe: Recipe): readonly PricedShipping[] =>
  recipe.shipping.map((shipping, position) => {
    const charged = shipping.price - shipping.discount;
    const jurisdiction = recipe.taxedIn.taxesShipping && !recipe.isTaxSkipped ? recipe.taxedIn : noTax;
    return {
      id: partId(recipe, 900 + position),
      recipe: shipping,
      listed: shipping.price,
      discount: shipping.discount,
      charged,
      taxes: taxesOn(jurisdiction, charged, recipe.taxesIncluded, recipe.liable.shipping),
    };
  });

/** An amount spread over weights, the last units going to the first ones; the shares add up to the amount. */
const spread = (amount: bigint, weights: readonly bigint[]): readonly bigint[] => {
  const sum = weights.reduce((total, weight) => total + weight, 0n);
  if (sum === 0n) return weights.map(() => 0n);
  const shares = weights.map((weight) => (amount * weight) / sum);
  let rest = amount - shares.reduce((total, share) => total + share, 0n);
  return shares.map((share, index) => {
    if (rest === 0n || weights[index] === 0n) return share;
    rest -= 1n;
    return share + 1n;
  });
};
