import type { Dice } from '../../kernel/dice.ts';
import { anyPlace } from '../place.ts';
import { netOf, type Order, type OrderRefund } from './order.ts';

export const orderChanges = ['refunded', 'edited', 'sent elsewhere', 'paid', 'touched', 'deleted'] as const;
export type OrderChange = (typeof orderChanges)[number];

const refundOf = ({ id, lines, refunds }: Order, at: number): OrderRefund | undefined => {
  const line = lines.find((one) => netOf(one) + one.tax > 0n && !refunds.some((refund) => refund.line.id === one.id));
  return line === undefined ? undefined : { id: `88${id}${refunds.length}`, at, line };
};

/** An order after a change at the shop. The sale as it was made stays the same. */
export const changedOrder = (dice: Dice, order: Order, change: Exclude<OrderChange, 'deleted'>, at: number): Order => {
  const touched: Order = { ...order, updatedAt: at };
  switch (change) {
    case 'refunded': {
      const refund = order.payment === 'PAID' ? refundOf(order, at) : undefined;
      return refund === undefined ? touched : { ...touched, refunds: [...order.refunds, refund] };
    }
    case 'edited':
      return { ...touched, edits: [...order.edits, at] };
    case 'sent elsewhere':
      return { ...touched, shipTo: anyPlace(dice) };
    case 'paid':
      return { ...touched, payment: 'PAID' };
    case 'touched':
      return touched;
  }
};
