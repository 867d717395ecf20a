import { sum } from '../../../src/domain/money.ts';
import type { SaleLine } from '../../../src/mapping/sale.ts';
import { allocatedOf, type AmountReader, statesDiscount } from './amounts.ts';
import { deliveryOf, isShipped } from './destinations.ts';
import { idOfGid } from '../records/gid.ts';
import type { LineItem } from '../records/line-item.ts';
import type { Order } from '../records/order.ts';
import { taxesOf } from './taxes.ts';

const listedOf = (reader: AmountReader, line: LineItem, quantity: number): bigint => {
  if (line.originalUnitPriceSet !== null && line.originalUnitPriceSet !== undefined) {
    return reader.read(line.originalUnitPriceSet, 'lineItems.originalUnitPriceSet') * BigInt(quantity);
  }
  if (line.originalTotalSet !== null && line.originalTotalSet !== undefined) {
    return reader.read(line.originalTotalSet, 'lineItems.originalTotalSet');
  }
  reader.noteMissing('lineItems.originalUnitPriceSet');
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
      reader.noteMissing('lineItems.quantity');
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
