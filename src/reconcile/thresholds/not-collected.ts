/** What was sold while there was a duty to collect, and an estimate of the tax that was not collected. Pure. */
import type { DailySales } from '../../domain/review-store.ts';
import { moneyIn } from '../../domain/money.ts';
import type { CollectionDuty } from './duties.ts';

/**
 * Your own sales, without those of marketplaces, which tax their sales. US dollars as decimals, without tax. Days are
 * `YYYY-MM-DD`.
 */
export interface NotCollected {
  /** The day to collect from. */
  readonly from: string;
  /** The day of the question, or the last day of the duty. */
  readonly to: string;
  /** Everything that was sold in these days. */
  readonly sales: string;
  /** The taxable part on which no tax was charged: the base of the estimate. */
  readonly untaxed: string;
  /**
   * The percentage, with three decimals, that was charged on the taxed sales to the state on all known days. Null without taxed
   * sales.
   */
  readonly rate: string | null;
  /** An estimate: `untaxed` times `rate`. Null if no rate is known. */
  readonly tax: string | null;
}

const dollars = moneyIn('USD');

/**
 * @param sales of one state, up to the day of the question
 * @param duty the last one
 */
export const notCollectedOf = (
  sales: readonly DailySales[],
  duty: CollectionDuty | undefined,
  on: string,
): NotCollected | null => {
  const from = duty?.collectFrom ?? null;
  if (duty === undefined || from === null || from > on) return null;
  const to = duty.until === null || duty.until > on ? on : duty.until;
  let [sold, untaxed, taxed, tax] = [0n, 0n, 0n, 0n];
  for (const one of sales) {
    if (one.isMarketplace) continue;
    taxed += one.taxed;
    tax += one.tax;
    if (one.day < from || one.day > to) continue;
    sold += one.sales;
    untaxed += one.untaxedSales;
  }
  const isRateKnown = taxed > 0n && tax > 0n;
  return {
    ...{ from, to, sales: dollars(sold), untaxed: dollars(untaxed) },
    rate: isRateKnown ? percentText(divided(tax * 100_000n, taxed)) : null,
    tax: isRateKnown ? dollars(divided(untaxed * tax, taxed)) : untaxed === 0n ? dollars(0n) : null,
  };
};

/** `8250n` thousandths of a percent as `8.250`. */
const percentText = (thousandths: bigint): string => {
  const digits = thousandths.toString().padStart(4, '0');
  return `${digits.slice(0, -3)}.${digits.slice(-3)}`;
};

/** Rounded half up; both are positive. */
const divided = (amount: bigint, by: bigint): bigint => (2n * amount + by) / (2n * by);
