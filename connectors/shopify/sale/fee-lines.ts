import type { SaleLine } from '../../../src/mapping/sale.ts';
import type { AmountReader } from './amount-reader.ts';
import { idOfGid } from '../records/gid.ts';
import type { Order } from '../records/order.ts';
import { taxesOf } from './taxes.ts';

/** Additional fees, such as a retail delivery fee, with their taxes; their total where the answer does not list them. */
export const feeLines = (reader: AmountReader, order: Order): readonly SaleLine[] => {
  const fee = (id: string, name: string, listed: bigint, taxes: SaleLine['taxes']): SaleLine => ({
    id: `fee-${id}`,
    kind: 'fee',
    name,
    sku: null,
    quantity: 1,
    listed,
    discount: 0n,
    taxes,
    isShipped: false,
  });
  if (order.additionalFees !== null && order.additionalFees !== undefined) {
    return order.additionalFees.nodes.map(({ id, name, price, taxLines }, index) =>
      fee(
        id === null || id === undefined ? String(index + 1) : idOfGid(id),
        name ?? 'Fee',
        reader.read(price, 'additionalFees.price'),
        taxesOf(reader, taxLines, 'additionalFees.taxLines'),
      ),
    );
  }
  const total = reader.read(order.originalTotalAdditionalFeesSet, 'originalTotalAdditionalFeesSet');
  return total === 0n ? [] : [fee('total', 'Additional fees', total, [])];
};
