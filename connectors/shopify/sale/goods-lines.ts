import { sum } from '../../../src/domain/money.ts';
import type { SaleLine } from '../../../src/mapping/sale.ts';
import { allocatedOf } from './allocated.ts';
import type { AmountReader } from './amount-reader.ts';
import { deliveryOf, isShipped } from './delivery.ts';
import { idOfGid } from '../records/gid.ts';
import type { LineItem } from '../records/line-item.ts';
import type { Order } from '../records/order.ts';
import { statesDiscount } from './states-amounts.ts';
import { taxesOf } from './taxes.ts';

const listedOf = (reader: AmountReader, line: LineItem, quantity: number): bigint => {
  if (line.originalUnitPriceSet !== null && line.originalUnitPriceSet !== undefined) {
    return reader.read(line.originalUnitPriceSet, 'lineItems.originalUnitPriceSet') * BigInt(quantity);
  }
  if (line.originalTotalSet !== null && line.originalTotalSet !== undefined) {
    return reader.read(line.originalTotalSet, 'lineItems.originalTotalSet');
  }
  reader.lacks('lineItems.originalUnitPriceSet');
  return 0n;
};

const discountOf = (reader: AmountReader, line: LineItem): bigint =>
  statesDiscount(line)
    ? allocatedOf(reader, line.discountAllocations, 'lineItems.discountAllocations')
    : reader.read(line.totalDiscountSet, 'lineItems.totalDiscountSet');

/** The line items as they were sold: quantity, discounts and taxes contain what was refunded or removed later. */
export const goodsLines = (reader: AmountReader, order: Order): readonly SaleLine[] => {
  const delivery = deliveryOf(order);
  return (order.lineItems?.nodes ?? []).flatMap((line, index): readonly SaleLine[] => {
    const { quantity } = line;
    if (quantity === null || quantity === undefined || !Number.isSafeInteger(quantity) || quantity < 0) {
      reader.lacks('lineItems.quantity');
      return [];
    }
    if (quantity === 0) return [];
    const duties =
      order.dutiesIncluded === true
        ? sum((line.duties?.nodes ?? []).map(({ price }) => reader.read(price, 'lineItems.duties.price')))
        : 0n;
    const kind = line.isGiftCard === true ? 'gift card' : 'goods';
    return [
      {
        id: line.id === null || line.id === undefined ? `line-${index + 1}` : idOfGid(line.id),
        kind,
        name: line.name ?? line.title ?? 'Item',
        sku: line.sku ?? null,
        quantity,
        listed: listedOf(reader, line, quantity) - duties,
        discount: discountOf(reader, line),
        taxes: taxesOf(reader, line.taxLines, 'lineItems.taxLines'),
        isShipped: kind === 'goods' && isShipped(delivery, line),
      },
    ];
  });
};
