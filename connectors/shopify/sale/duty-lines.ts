import type { SaleLine } from '../../../src/mapping/sale.ts';
import type { AmountReader } from './amount-reader.ts';
import { idOfGid } from '../records/gid.ts';
import type { Order } from '../records/order.ts';
import { taxesOf } from './taxes.ts';

/** Import duties, each a line of its own; the order's total of them where the lines do not say. */
export const dutyLines = (reader: AmountReader, order: Order): readonly SaleLine[] => {
  const duty = (id: string, listed: bigint, taxes: SaleLine['taxes']): SaleLine => ({
    id: `duty-${id}`,
    kind: 'duty',
    name: 'Import duty',
    sku: null,
    quantity: 1,
    listed,
    discount: 0n,
    taxes,
    isShipped: false,
  });
  const ofLines = (order.lineItems?.nodes ?? []).flatMap((line, at) =>
    (line.duties?.nodes ?? []).map(({ id, price, taxLines }, index) =>
      duty(
        id === null || id === undefined ? `${at + 1}-${index + 1}` : idOfGid(id),
        reader.read(price, 'lineItems.duties.price'),
        taxesOf(reader, taxLines, 'lineItems.duties.taxLines'),
      ),
    ),
  );
  if (ofLines.length > 0) return ofLines;
  const total = reader.read(order.originalTotalDutiesSet, 'originalTotalDutiesSet');
  return total === 0n ? [] : [duty('total', total, [])];
};
