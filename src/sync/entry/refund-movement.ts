import { sum } from '../../core/minor-units.ts';
import type { Movement } from '../../core/run.ts';
import type { Refund, Sale } from '../../mapping/sale.ts';

/** A refund as a line of what came after the sale: money that went back is negative. */
export const refundMovement =
  ({ currency }: Sale) =>
  ({ id, occurredAt, total, lines, shipping, adjustment, message }: Refund): Movement => ({
    kind: 'refund',
    id,
    occurredAt,
    currency: currency.code,
    amount: -total,
    tax: -(sum(lines.map(({ tax }) => tax)) + shipping.tax + adjustment.tax),
    sent: false,
    message,
  });
