/** The totals in a platform's own books, which the tie-out of a month compares with the sales that were read from its records. */
import type { Currency, MinorUnits } from '../domain/money.ts';
import type { LineKind } from './sale.ts';

/**
 * A platform's own totals for a range of days. A connector reads them from reports or from the balance, and never adds up the
 * records from which it makes sales, because a missing record would be missing in both.
 */
export interface PlatformTotals {
  /** The report or ledger, in the platform's words: `ShopifyQL report "sales"`. */
  readonly source: string;
  /** What the books leave out although a sale contains it: kinds of lines, test orders, disputes. */
  readonly leavesOut: readonly (LineKind | 'test order' | 'dispute')[];
  readonly entries: readonly PlatformEntry[];
}

/** One row of the books: a day's total, or one payment. */
export interface PlatformEntry {
  /** In the storefront's time zone, `YYYY-MM-DD`. */
  readonly day: string;
  readonly currency: Currency;
  /** With tax. Money that went back is negative. */
  readonly amount: MinorUnits;
  /** The tax in it; null where the books do not state it. */
  readonly tax: MinorUnits | null;
  /** The payment that the entry is about; left out where the books only have totals. */
  readonly of?: PaymentOfEntry;
}

/** What a single entry of the books is about. */
export interface PaymentOfEntry {
  readonly kind: 'sale' | 'refund' | 'dispute';
  /** An id that `readRecord` takes. Sales name it in their references, refunds or adjustments. */
  readonly recordId: string;
}
