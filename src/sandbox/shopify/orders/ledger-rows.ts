import type { LedgerRow } from './history.ts';
import { type Priced, type PricedLine, type PricedShipping, totalOf } from './priced.ts';
import type { Recipe } from './recipe.ts';

const typeOfKind = { goods: 'PRODUCT', 'gift card': 'GIFT_CARD', tip: 'TIP' } as const;

/** The row for units that are sold. */
export const soldRow = (recipe: Recipe, line: PricedLine, units: Priced, quantity: number): LedgerRow => ({
  type: typeOfKind[line.recipe.kind],
  action: 'ORDER',
  about: line.id,
  quantity,
  total: totalOf(units, recipe.taxesIncluded),
  taxes: units.taxes,
  discount: units.discount,
});

export const shippingRow = (recipe: Recipe, shipping: PricedShipping): LedgerRow => ({
  type: 'SHIPPING',
  action: 'ORDER',
  about: shipping.id,
  quantity: 1,
  total: totalOf(shipping, recipe.taxesIncluded),
  taxes: shipping.taxes,
  discount: shipping.discount,
});

/** A row without tax: a duty, a fee, an adjustment. */
export const plainRow = (type: LedgerRow['type'], about: string | null, total: bigint): LedgerRow => ({
  type,
  action: type === 'ADJUSTMENT' ? 'RETURN' : 'ORDER',
  about,
  quantity: null,
  total,
  taxes: [],
  discount: 0n,
});

/** The same row taken back. A shipping charge that is given back names no shipping line. */
export const takenBack = (row: LedgerRow): LedgerRow => ({
  ...row,
  action: 'RETURN',
  about: row.type === 'SHIPPING' ? null : row.about,
  quantity: row.quantity === null ? null : -row.quantity,
  total: -row.total,
  taxes: row.taxes.map((tax) => ({ ...tax, amount: -tax.amount })),
  discount: -row.discount,
});
