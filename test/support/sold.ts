import type { DailySales } from '../../src/domain/review-store.ts';

/** One own sale of a day to a state, in whole dollars. */
export const sold = (
  jurisdiction: string,
  day: string,
  dollars: number,
  differences: Partial<DailySales> = {},
): DailySales => ({
  currency: 'USD',
  jurisdiction,
  day,
  isMarketplace: false,
  isExempt: false,
  isResale: false,
  count: 1,
  sales: BigInt(dollars) * 100n,
  notTaxableCount: 0,
  notTaxableSales: 0n,
  untaxedSales: 0n,
  taxed: 0n,
  tax: 0n,
  ...differences,
});
