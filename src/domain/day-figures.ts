/*
 * Day figures are sums of transactions by day of the storefront's calendar. The commit that changes a transaction also
 * updates them: minus its amounts before, plus its amounts now. Everything that shows sums of days reads them.
 */

/** What the transactions of one sum have in common. */
export interface FigureGroup {
  readonly storefront: string;
  /** `YYYY-MM-DD` in the storefront's time zone. */
  readonly day: string;
  /**
   * See `jurisdictionOf`; empty where it is not known. For a sale that is not sent, the currency and the day may be empty
   * too.
   */
  readonly jurisdiction: string;
  readonly currency: string;
  /**
   * `in service`: the service holds them. `preview`: only dry runs have seen them so far, and would send them or found them at the
   * service. `not sent`: they are skipped, on hold or failed, in a dry run too; they count toward nothing.
   */
  readonly state: 'in service' | 'preview' | 'not sent';
  /** Why they are not sent; empty for the other states. */
  readonly reason: string;
  /** `refund`: also one that was not sent. `change`: any other later change of a sale that was not sent. */
  readonly kind: 'sale' | 'refund' | 'change';
  /** A marketplace remits the tax. */
  readonly isMarketplace: boolean;
  /** Sent with a purpose or an entity. */
  readonly isExempt: boolean;
  /** Sent as bought for resale. */
  readonly isResale: boolean;
}

/** Amounts in minor units; negative for a refund. */
export interface FigureSums {
  /** How many transactions and changes were added up. */
  readonly entries: number;
  /** The same, but an offset counts as -1: it takes a transaction back. */
  readonly count: number;
  /** With shipping, after discounts, without tax. */
  readonly gross: bigint;
  /** The part of `gross` that the platform taxed. */
  readonly taxed: bigint;
  /** The part of `gross` that is not exempt, and may or may not have been taxed. */
  readonly unknownIfTaxed: bigint;
  readonly discount: bigint;
  readonly shipping: bigint;
  readonly tax: bigint;
  /** Refunds, and sales that are not sent, whose tax is not known: it is in `gross`. */
  readonly withoutTax: number;
  /** Sales that count toward thresholds. The two parts of a sale that was split by who remits its tax are one. A free sale does not count. */
  readonly thresholdCount: number;
  /** Without tax. */
  readonly thresholdSales: bigint;
  /** Sales in `thresholdCount` that are known not to be taxable as a whole. */
  readonly notTaxableCount: number;
  /**
   * The part of `thresholdSales` that is known not to be taxable: such products, and purchases of an exempt buyer without a
   * stated reason.
   */
  readonly notTaxableSales: bigint;
  /**
   * The part of `thresholdSales` that was taxable and on which you charged no tax: 0 where a marketplace remits or the buyer
   * is exempt.
   */
  readonly untaxedSales: bigint;
  /** Transactions that the service's list or its answer showed; the next three fields are the amounts that it showed for them. */
  readonly shown: number;
  readonly serviceTotal: bigint;
  readonly serviceTax: bigint;
  readonly serviceReportedTax: bigint;
}

/** What a transaction, or a change to one, adds to the sums of a day. */
export type DayFigure = FigureGroup & FigureSums;

/** The sums of a month. */
export type MonthFigure = Omit<DayFigure, 'storefront' | 'day' | 'state' | 'reason'> & {
  /** `YYYY-MM` */
  readonly month: string;
};

/** What the service holds of a month in one currency, all states together. Refunds and other changes are left out. */
export interface MonthSales extends Pick<MonthFigure, 'month' | 'currency' | 'gross' | 'tax'> {
  readonly sales: number;
}

export const noFigures: FigureSums = {
  entries: 0,
  count: 0,
  gross: 0n,
  taxed: 0n,
  unknownIfTaxed: 0n,
  discount: 0n,
  shipping: 0n,
  tax: 0n,
  withoutTax: 0,
  thresholdCount: 0,
  thresholdSales: 0n,
  notTaxableCount: 0,
  notTaxableSales: 0n,
  untaxedSales: 0n,
  shown: 0,
  serviceTotal: 0n,
  serviceTax: 0n,
  serviceReportedTax: 0n,
};
