import type { History, LedgerRow } from './history.ts';
import { taxOf } from './priced.ts';

/** One state of an order's amounts, in minor units. `subtotal` and `shipping` contain tax where prices include it. */
export interface AmountsOf {
  readonly subtotal: bigint;
  readonly shipping: bigint;
  readonly discounts: bigint;
  readonly tip: bigint;
  readonly duties: bigint;
  readonly fees: bigint;
  readonly tax: bigint;
  readonly total: bigint;
}

/**
 * The three states that Shopify shows: `original` as it was sold, `displayed` with later additions and discounts but
 * without removals (`totalPriceSet` and its like), `current` after everything.
 */
export interface Totals {
  readonly original: AmountsOf;
  readonly displayed: AmountsOf;
  readonly current: AmountsOf;
}

const amountsOf = (rows: readonly LedgerRow[], taxesIncluded: boolean, misstatedBy: bigint): AmountsOf => {
  const sum = (types: readonly LedgerRow['type'][], amount: (row: LedgerRow) => bigint): bigint =>
    rows.reduce((total, row) => (types.includes(row.type) ? total + amount(row) : total), 0n);
  const charged = (row: LedgerRow): bigint => (taxesIncluded ? row.total : row.total - taxOf(row));
  const everything = rows.reduce((total, row) => total + row.total, 0n);
  return {
    subtotal: sum(['PRODUCT', 'GIFT_CARD'], charged),
    shipping: sum(['SHIPPING'], charged),
    discounts: rows.reduce((total, row) => total + row.discount, 0n),
    tip: sum(['TIP'], charged),
    duties: sum(['DUTY'], charged),
    fees: sum(['ADDITIONAL_FEE'], charged),
    tax: rows.reduce((total, row) => total + taxOf(row), 0n),
    total: everything + misstatedBy,
  };
};

/** All totals of an order, from its ledger. Adjustments move money, not the order. */
export const totalsOf = ({ recipe, agreements }: History): Totals => {
  const of = (rows: readonly LedgerRow[]): AmountsOf => amountsOf(rows, recipe.taxesIncluded, recipe.misstatedBy);
  const original = agreements[0]?.rows ?? [];
  const later = agreements.slice(1).flatMap(({ rows }) => rows);
  const shown = later.filter(({ action, type }) => action !== 'RETURN' && type !== 'FEE');
  const kept = later.filter(({ type }) => type !== 'ADJUSTMENT');
  return {
    original: of(original),
    displayed: of([...original, ...shown]),
    current: of([...original, ...kept]),
  };
};
