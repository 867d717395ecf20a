import type { PricedLine, PricedShipping, PricedTax } from './priced.ts';
import type { Recipe } from './recipe.ts';

/** One row of the ledger: a signed change of what was sold. `total` contains the taxes. */
export interface LedgerRow {
  readonly type: 'PRODUCT' | 'GIFT_CARD' | 'TIP' | 'SHIPPING' | 'DUTY' | 'ADDITIONAL_FEE' | 'FEE' | 'ADJUSTMENT';
  readonly action: 'ORDER' | 'RETURN' | 'UPDATE';
  /** Id of the line, shipping charge, duty or fee that it is about; null where there is none. */
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
  /** What the sale comes to beyond lines and shipping; below 0 went to the buyer. */
  readonly adjustment: bigint;
  /** What went back to the buyer, tax included. */
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
  /** What the buyer had to add, because what went out is dearer than what came back. */
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
