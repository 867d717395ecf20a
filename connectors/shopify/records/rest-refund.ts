import { isRecord } from './is-record.ts';
import { adjustmentsBesideShipping, restRefundedShipping } from './rest-refunded-shipping.ts';
import { countOf, enumOf, gidOf, listOf, restMoney, type RestObject } from './rest-values.ts';

const lineOf =
  (currency: unknown) =>
  (line: RestObject): unknown => ({
    quantity: countOf(line['quantity']),
    lineItem: {
      id: isRecord(line['line_item']) ? gidOf(line['line_item'], 'LineItem') : gidOf(line, 'LineItem', 'line_item_id'),
    },
    subtotalSet: restMoney(currency)(line, 'subtotal'),
    totalTaxSet: restMoney(currency)(line, 'total_tax'),
  });

const adjustmentOf =
  (currency: unknown) =>
  (adjustment: RestObject): unknown => ({
    amountSet: restMoney(currency)(adjustment, 'amount'),
    taxAmountSet: restMoney(currency)(adjustment, 'tax_amount'),
  });

const transactionOf =
  (currency: unknown) =>
  (transaction: RestObject): unknown => ({
    kind: enumOf(transaction['kind']),
    status: enumOf(transaction['status']),
    // A transaction states its own currency, which is the buyer's when that differs from the shop's.
    amountSet:
      transaction['currency'] === undefined || transaction['currency'] === currency
        ? restMoney(currency)(transaction, 'amount')
        : undefined,
  });

const dutyOf =
  (currency: unknown) =>
  (duty: RestObject): unknown => ({
    originalDuty: { id: gidOf(duty, 'Duty', 'duty_id') },
    amountSet: restMoney(currency)(duty, 'amount'),
  });

/** A refund of REST in the shape of GraphQL. */
export const restRefund =
  (currency: unknown, taxesIncluded: boolean) =>
  (refund: RestObject): unknown => ({
    id: gidOf(refund, 'Refund'),
    createdAt: refund['created_at'],
    processedAt: refund['processed_at'],
    duties: listOf(refund['duties'], dutyOf(currency)),
    refundLineItems: listOf(refund['refund_line_items'], lineOf(currency)),
    refundShippingLines: restRefundedShipping(currency, refund, taxesIncluded),
    orderAdjustments: listOf(adjustmentsBesideShipping(refund, taxesIncluded), adjustmentOf(currency)),
    transactions: listOf(refund['transactions'], transactionOf(currency)),
  });
