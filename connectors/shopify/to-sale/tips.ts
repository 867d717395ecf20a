import { type MinorUnits, sum } from '../../../src/domain/money.ts';
import type { Sale, SaleLine } from '../../../src/mapping/sale.ts';
import type { AmountReader } from './amounts.ts';
import { idOfGid } from '../records/gid.ts';
import type { Order } from '../records/order.ts';
import { sumOfParts } from '../../../src/mapping/amounts.ts';

/** The id of the line that is made for a tip without a line of its own. */
const addedTip = 'tip';

const isNamedTip = ({ name, kind }: SaleLine): boolean => kind === 'goods' && name.trim().toLowerCase() === 'tip';

const isMarkedTip = ({ lineItems }: Order): ((line: SaleLine) => boolean) => {
  const marked = (lineItems?.nodes ?? []).flatMap(({ id, isTip }) => (isTip === true && id ? [idOfGid(id)] : []));
  return ({ id, kind }) => kind === 'goods' && marked.includes(id);
};

const added = (tip: MinorUnits): SaleLine => ({
  id: addedTip,
  kind: 'tip',
  name: 'Tip',
  sku: null,
  quantity: 1,
  listed: tip,
  discount: 0n,
  taxes: [],
  isShipped: false,
});

/**
 * Tips counted once. Shopify tells a tip twice: as `totalTipReceivedSet`, and often as a line without a product, which REST
 * marks and which is named "Tip". Lines so marked, or so named, which come to the stated tip are that tip; otherwise the
 * tip is a line that is added.
 */
export const withTips = (reader: AmountReader, order: Order, lines: readonly SaleLine[]): readonly SaleLine[] => {
  const tip = reader.read(order.totalTipReceivedSet, 'totalTipReceivedSet');
  if (tip === 0n) return lines;
  const isTwin = [isMarkedTip(order), isNamedTip].find(
    (matches) => sum(lines.filter(matches).map(({ listed, discount }) => listed - discount)) === tip,
  );
  return isTwin === undefined
    ? [...lines, added(tip)]
    : lines.map((line) => (isTwin(line) ? { ...line, kind: 'tip' as const, isShipped: false } : line));
};

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
