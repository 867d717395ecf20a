import { sum } from '../../../src/core/minor-units.ts';
import type { SaleLine } from '../../../src/mapping/sale.ts';
import type { AmountReader } from './amount-reader.ts';
import type { Order } from '../records/order.ts';

const isNamedTip = ({ name, kind }: SaleLine): boolean => kind === 'goods' && name.trim().toLowerCase() === 'tip';

/**
 * Tips counted once. Shopify tells a tip twice: as `totalTipReceivedSet`, and often as a line named "Tip" without a
 * product. Lines of that name which come to the stated tip are that tip; otherwise the tip is a line that is added.
 */
export const withTips = (reader: AmountReader, order: Order, lines: readonly SaleLine[]): readonly SaleLine[] => {
  const tip = reader.read(order.totalTipReceivedSet, 'totalTipReceivedSet');
  if (tip === 0n) return lines;
  const twins = lines.filter(isNamedTip);
  const isTwin = twins.length > 0 && sum(twins.map(({ listed, discount }) => listed - discount)) === tip;
  return isTwin
    ? lines.map((line) => (isNamedTip(line) ? { ...line, kind: 'tip' as const, isShipped: false } : line))
    : [
        ...lines,
        {
          id: 'tip',
          kind: 'tip',
          name: 'Tip',
          sku: null,
          quantity: 1,
          listed: tip,
          discount: 0n,
          taxes: [],
          isShipped: false,
        },
      ];
};
