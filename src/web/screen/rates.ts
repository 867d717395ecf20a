/** The effective tax rate of a sum, as a check on what was collected. */
import { money } from './labels.ts';
import type { Sum } from './sums.ts';

/** Tax divided by sales before tax, in thousandths of a percent; null if the sales are zero or less. */
export const rateOf = ({ total, taxCollected }: Pick<Sum, 'total' | 'taxCollected'>): number | null => {
  const net = total - taxCollected;
  return net <= 0n ? null : Number((taxCollected * 100_000n + net / 2n) / net);
};

/** `6.216` becomes `6.22 %`. */
export const percent = (rate: number | null): string => (rate === null ? '' : `${(rate / 1000).toFixed(2)} %`);

/** `120,369.56 USD, tax 7,036.45 (6.21 %)` */
export const ratedLabel = ({ currency, ...sum }: Sum & { readonly currency: string }): string => {
  const rate = rateOf(sum);
  const share = rate === null ? '' : ` (${percent(rate)})`;
  return `${money(currency, sum.total)} ${currency}, tax ${money(currency, sum.taxCollected)}${share}`;
};
