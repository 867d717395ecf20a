import { allocate, type MinorUnits } from '../../../src/domain/money.ts';
import type { RefundLine } from '../../../src/mapping/sale.ts';
import { idOfGid } from '../records/gid.ts';
import type { Duty } from '../records/line-item.ts';
import type { OrderRefund } from '../records/order-refund.ts';
import type { Order } from '../records/order.ts';
import type { AmountReader } from './amount-reader.ts';
import { taxesOf, totalTax } from './taxes.ts';

const dutyOf = ({ lineItems }: Order, id: string): Duty | undefined =>
  (lineItems?.nodes ?? []).flatMap(({ duties }) => duties?.nodes ?? []).find((duty) => duty.id === id);

/** As much of the tax on a duty as of the duty itself. Prices that contain tax contain this one too. */
const taxWith = (reader: AmountReader, order: Order, duty: Duty | undefined, amount: MinorUnits): MinorUnits => {
  if (duty === undefined || order.taxesIncluded === true) return 0n;
  const price = reader.read(duty.price, 'lineItems.duties.price');
  const tax = totalTax(taxesOf(reader, duty.taxLines, 'lineItems.duties.taxLines'));
  return amount <= 0n || amount > price ? 0n : (allocate(tax, [amount, price - amount])[0] ?? 0n);
};

/**
 * The duties that a refund gives back, each with the tax that goes back with it. Shopify states only the duties: whether the
 * tax on them went back shows in the money alone.
 */
export const refundedDuties = (reader: AmountReader, order: Order, refund: OrderRefund): readonly RefundLine[] =>
  (refund.duties?.nodes ?? []).map(({ amountSet, originalDuty }) => {
    const id = originalDuty?.id ?? '';
    const amount = reader.read(amountSet, 'refunds.duties.amountSet');
    return {
      lineId: `duty-${idOfGid(id || 'total')}`,
      quantity: 1,
      amount,
      tax: taxWith(reader, order, dutyOf(order, id), amount),
    };
  });
