import { sum } from '../../../src/domain/money.ts';
import { sumOfParts } from '../../../src/mapping/amounts.ts';
import type { Sale, SaleLine } from '../../../src/mapping/sale.ts';
import { addedTip } from './with-tips.ts';

const priceOf = ({ listed, discount }: SaleLine): bigint => listed - discount;

/** Shopify gives a tip's line neither a product nor a place to be sent to, and no tax. */
const mayBeTip = (line: SaleLine): boolean =>
  line.kind === 'goods' &&
  line.id !== addedTip &&
  !line.isShipped &&
  line.sku === null &&
  line.taxes.every(({ amount }) => amount === 0n);

const twinsAmong = (candidates: readonly SaleLine[], tip: bigint): readonly SaleLine[] => {
  if (sum(candidates.map(priceOf)) === tip) return candidates;
  const equal = candidates.filter((line) => priceOf(line) === tip);
  return equal.length === 1 ? equal : [];
};

/**
 * A tip whose line has another name than "Tip", as in a shop of another language: the parts come to exactly the tip more
 * than the stated total, so the tip is counted twice, and the line that it can be is that tip. Where several could be it,
 * nothing is decided, and the sale does not balance.
 */
export const withTipsThatAddUp = (sale: Sale): Sale => {
  const added = sale.lines.find(({ id, kind }) => id === addedTip && kind === 'tip');
  if (added === undefined || sale.statedTotal === null) return sale;
  if (sumOfParts(sale) - sale.statedTotal !== priceOf(added)) return sale;
  const twins = new Set(twinsAmong(sale.lines.filter(mayBeTip), priceOf(added)));
  if (twins.size === 0) return sale;
  const others = sale.lines.filter((line) => line !== added);
  return { ...sale, lines: others.map((line) => (twins.has(line) ? { ...line, kind: 'tip' } : line)) };
};
