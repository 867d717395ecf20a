import type { History, LedgerRow } from './history.ts';
import { plainRow, shippingRow, soldRow } from './ledger-rows.ts';
import { priceLines, priceShipping } from './price-lines.ts';
import type { Recipe } from './recipe.ts';

/** The order as it was sold: one agreement, with a row for each line, charge, duty and fee. */
export const beginHistory = (recipe: Recipe): History => {
  const lines = priceLines(recipe);
  const shipping = priceShipping(recipe);
  const duties = lines.filter((line) => line.recipe.duty > 0n);
  const rows: readonly LedgerRow[] = [
    ...lines.map((line) => soldRow(recipe, line, line, line.recipe.quantity)),
    ...shipping.map((one) => shippingRow(recipe, one)),
    ...duties.map((line) => plainRow('DUTY', line.id, line.recipe.duty)),
    ...recipe.fees.map((fee, position) => plainRow('ADDITIONAL_FEE', String(position), fee.amount)),
  ];
  return {
    recipe,
    lines,
    gone: lines.map(() => 0),
    shipping,
    removedShipping: [],
    agreements: [{ kind: 'order', at: recipe.soldAt, about: null, rows }],
    refunds: [],
    returns: [],
    cancelled: null,
  };
};
