/** Maps the shipping charges of an order as sold, with removed lines, because the buyer was charged for them. */
import { minAmount } from '../../../src/domain/money.ts';
import type { ShippingCharge } from '../../../src/mapping/sale.ts';
import { allocatedOf, type AmountReader } from './amounts.ts';
import { isGiven } from '../../../src/domain/fields.ts';
import type { Order } from '../records/order.ts';
import { taxesOf } from './taxes.ts';

/** `undefined` when the response has no shipping fields. */
export const shippingCharges = (reader: AmountReader, order: Order): readonly ShippingCharge[] | undefined => {
  const lines = order.shippingLines?.nodes ?? (order.shippingLine ? [order.shippingLine] : undefined);
  if (lines !== undefined) {
    return lines.map((line) => {
      const after = reader.read(line.discountedPriceSet, 'shippingLines.discountedPriceSet');
      const before = reader.read(line.originalPriceSet, 'shippingLines.originalPriceSet');
      const allocated = allocatedOf(reader, line.discountAllocations, 'shippingLines.discountAllocations');
      const price = before > after ? before : after;
      const shown = isGiven(line.discountedPriceSet) ? price - after : 0n;
      return {
        name: line.title ?? 'Shipping',
        price,
        // The discounted price may omit discounts on the whole order; the allocations list all of them.
        discount: allocated > shown ? minAmount(allocated, price) : shown,
        taxes: taxesOf(reader, line.taxLines, 'shippingLines.taxLines'),
      };
    });
  }
  if (!isGiven(order.totalShippingPriceSet)) return undefined;
  const price = reader.read(order.totalShippingPriceSet, 'totalShippingPriceSet');
  return price === 0n ? [] : [{ name: 'Shipping', price, discount: 0n, taxes: [] }];
};
