/** The types of an order's history, and its totals at three moments, derived from the ledger. */
import { type PricedLine, type PricedShipping, type PricedTax, type Priced, totalOf, taxOf } from './priced.ts';
import type { Recipe } from './recipe.ts';

/** One row of the ledger: a signed change of what was sold. `total` contains the taxes. */
export interface LedgerRow {
  readonly type: 'PRODUCT' | 'GIFT_CARD' | 'TIP' | 'SHIPPING' | 'DUTY' | 'ADDITIONAL_FEE' | 'FEE' | 'ADJUSTMENT';
  readonly action: 'ORDER' | 'RETURN' | 'UPDATE';
  /** Id of the line, shipping charge, duty or fee of this row; null for the whole order. */
  readonly about: string | null;
  readonly quantity: number | null;
  readonly total: bigint;
  readonly taxes: readonly PricedTax[];
  readonly discount: bigint;
}

export interface Agreement {
  readonly kind: 'order' | 'edit' | 'refund' | 'return';
  readonly at: number;
  /** Id of the refund or return behind it. */
  readonly about: string | null;
  readonly rows: readonly LedgerRow[];
}

export interface PricedRefund {
  readonly id: string;
  readonly at: number;
  readonly restock: 'RETURN' | 'CANCEL' | 'NO_RESTOCK';
  readonly returnId: string | null;
  readonly lines: readonly RefundedUnits[];
  readonly shipping: { readonly charged: bigint; readonly taxes: readonly PricedTax[] } | null;
  /** The amount beyond lines and shipping; if below 0, it went to the buyer. */
  readonly adjustment: bigint;
  /** The amount that went back to the buyer, tax included. */
  readonly money: bigint;
  readonly isPending: boolean;
}

export interface RefundedUnits {
  readonly line: PricedLine;
  readonly quantity: number;
  readonly charged: bigint;
  readonly taxes: readonly PricedTax[];
}

export interface PricedReturn {
  readonly id: string;
  readonly at: number;
  readonly status: 'OPEN' | 'CLOSED';
  readonly lines: readonly { readonly line: PricedLine; readonly quantity: number }[];
  readonly exchanged: readonly PricedLine[];
  readonly fee: bigint;
  /** What the buyer had to add, because the exchanged goods cost more than the returned ones. */
  readonly due: bigint;
}

/** An order with everything that happened to it. */
export interface History {
  readonly recipe: Recipe;
  readonly lines: readonly PricedLine[];
  /** Units refunded, returned or removed, by position of the line. */
  readonly gone: readonly number[];
  readonly shipping: readonly PricedShipping[];
  readonly removedShipping: readonly number[];
  readonly agreements: readonly Agreement[];
  readonly refunds: readonly PricedRefund[];
  readonly returns: readonly PricedReturn[];
  readonly cancelled: { readonly at: number; readonly reason: string } | null;
}

const typeOfKind = { goods: 'PRODUCT', 'gift card': 'GIFT_CARD', tip: 'TIP' } as const;

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

/** The reversed row. A refunded shipping charge names no shipping line. */
export const takenBack = (row: LedgerRow): LedgerRow => ({
  ...row,
  action: 'RETURN',
  about: row.type === 'SHIPPING' ? null : row.about,
  quantity: row.quantity === null ? null : -row.quantity,
  total: -row.total,
  taxes: row.taxes.map((tax) => ({ ...tax, amount: -tax.amount })),
  discount: -row.discount,
});

/** One state of an order's amounts, in minor units. `subtotal` and `shipping` contain tax if prices include it. */
interface AmountsOf {
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

/** Adjustments change the money, not the order. */
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
