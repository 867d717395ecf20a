import { noTax } from './jurisdiction.ts';
import type { PricedLine, PricedShipping } from './priced.ts';
import type { RecipeLine } from './recipe-line.ts';
import type { Recipe } from './recipe.ts';
import { spread } from './spread.ts';
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
