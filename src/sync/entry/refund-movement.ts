import { sum } from '../../domain/money.ts';
import type { Adjustment } from '../../domain/run.ts';
import type { Refund, Sale } from '../../mapping/sale.ts';

const taxOf = ({ lines, shipping, adjustment }: Refund): bigint =>
  sum(lines.map(({ tax }) => tax)) + shipping.tax + adjustment.tax;

/** A refund as a line of what came after the sale: money that went back is negative. */
export const refundMovement =
  ({ currency }: Sale) =>
  (refund: Refund): Adjustment => ({
    kind: 'refund',
    id: refund.id,
    occurredAt: refund.occurredAt,
    currency: currency.code,
    amount: -refund.total,
    tax: refund.isUnclear === true ? null : -taxOf(refund),
    sent: false,
    message: refund.isExact === false ? `${refund.message}; its amounts are cut off to whole units` : refund.message,
  });
