import type { History, LedgerRow } from './history.ts';
import { shippingRow, soldRow, takenBack } from './ledger-rows.ts';
import type { EditEvent } from './order-event.ts';
import { type PricedLine, totalOf } from './priced.ts';
import { priceLine } from './price-lines.ts';
import type { Recipe } from './recipe.ts';
import { taxesOn } from './taxes-on.ts';
import { takeUnits } from './take-units.ts';

const discounted = (recipe: Recipe, line: PricedLine, amount: bigint): PricedLine => {
  const charged = line.charged - amount;
  const taxed = { ...recipe.taxedIn, rates: line.taxes };
  return {
    ...line,
    charged,
    discount: line.discount + amount,
    laterDiscount: line.laterDiscount + amount,
    taxes: taxesOn(taxed, charged, recipe.taxesIncluded, recipe.liable.goods),
  };
};

const changeRow = ({ taxesIncluded }: Recipe, before: PricedLine, after: PricedLine): LedgerRow => ({
  type: 'PRODUCT',
  action: 'UPDATE',
  about: after.id,
  quantity: null,
  total: totalOf(after, taxesIncluded) - totalOf(before, taxesIncluded),
  taxes: after.taxes.map((tax, index) => ({ ...tax, amount: tax.amount - (before.taxes[index]?.amount ?? 0n) })),
  discount: after.discount - before.discount,
});

/** An edit by the merchant: what was sold stays in the list of lines, and its own amounts move where Shopify moves them. */
export const editHistory = (history: History, event: EditEvent): History => {
  const { recipe } = history;
  const taken = takeUnits(history, event.removed);
  const lines = history.lines.map((line, position) => {
    const discount = event.discounted.find((one) => one.line === position);
    return discount === undefined ? line : discounted(recipe, line, discount.amount);
  });
  const added = event.added.map((line, index) => ({
    ...priceLine(recipe, line, lines.length + index, 0n, false),
    isAddedLater: true,
  }));
  const rows = [
    ...taken.rows,
    ...history.lines.flatMap((before, position) => {
      const after = lines[position];
      return after === undefined || after === before ? [] : [changeRow(recipe, before, after)];
    }),
    ...added.map((line) => soldRow(recipe, line, line, line.recipe.quantity)),
    ...history.shipping
      .filter((_, position) => event.removedShipping.includes(position))
      .map((shipping) => takenBack(shippingRow(recipe, shipping))),
  ];
  return {
    ...history,
    lines: [...lines, ...added],
    gone: [...taken.gone, ...added.map(() => 0)],
    removedShipping: [...history.removedShipping, ...event.removedShipping],
    agreements: [...history.agreements, { kind: 'edit', at: event.at, about: null, rows }],
  };
};
