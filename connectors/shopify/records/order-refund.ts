/** The codec of a refund of an order, with its lines, shipping, duties and payments. */
import * as t from 'io-ts';
import { connection } from './connection.ts';
import { fields } from './fields.ts';
import { Money } from './money.ts';

const Reference = fields({ id: t.string }, 'Reference');

export const RefundLine = fields(
  { quantity: t.number, lineItem: Reference, subtotalSet: Money, totalTaxSet: Money },
  'RefundLineItem',
);

const RefundShippingLine = fields({ subtotalAmountSet: Money, taxAmountSet: Money }, 'RefundShippingLine');

const OrderAdjustment = fields({ amountSet: Money, taxAmountSet: Money }, 'OrderAdjustment');

const Transaction = fields({ kind: t.string, status: t.string, amountSet: Money }, 'OrderTransaction');

const RefundDuty = fields({ amountSet: Money, originalDuty: Reference }, 'RefundDuty');

/** A line's `subtotalSet` is after discounts, and includes tax when the order's prices do. */
export const OrderRefund = fields(
  {
    id: t.string,
    createdAt: t.string,
    processedAt: t.string,
    totalRefundedSet: Money,
    duties: connection(RefundDuty),
    refundLineItems: connection(RefundLine),
    refundShippingLines: connection(RefundShippingLine),
    orderAdjustments: connection(OrderAdjustment),
    transactions: connection(Transaction),
  },
  'Refund',
);
export type OrderRefund = t.TypeOf<typeof OrderRefund>;
