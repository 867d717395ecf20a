import { type MinorUnits, sum } from '../../../src/domain/money.ts';
import type { SaleLine } from '../../../src/mapping/sale.ts';
import type { AmountReader } from './amount-reader.ts';
import { idOfGid } from '../records/gid.ts';
import type { Order } from '../records/order.ts';

/** The id of the line that is made for a tip without a line of its own. */
export const addedTip = 'tip';

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
