import { isList } from './is-list.ts';
import { isRecord } from './is-record.ts';
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

const shippingLineOf =
  (currency: unknown) =>
  (line: RestObject): unknown => ({
    subtotalAmountSet: restMoney(currency)(line, 'subtotal_amount'),
    taxAmountSet: taxOf(currency, line),
  });

const taxOf = (currency: unknown, line: RestObject): unknown => restMoney(currency)(line, 'tax_amount');

const adjustmentOf =
  (currency: unknown) =>
  (adjustment: RestObject): unknown => ({
    amountSet: restMoney(currency)(adjustment, 'amount'),
    taxAmountSet: taxOf(currency, adjustment),
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

/** Old answers tell refunded shipping as an adjustment of its own kind, and as a line since then: one of them counts. */
const adjustmentsOf = ({ refund_shipping_lines: lines, order_adjustments: adjustments }: RestObject): unknown => {
  const hasShippingLines = isList(lines) && lines.length > 0;
  const isTwice = (adjustment: unknown): boolean =>
    hasShippingLines && isRecord(adjustment) && adjustment['kind'] === 'shipping_refund';
  return isList(adjustments) ? adjustments.filter((adjustment) => !isTwice(adjustment)) : adjustments;
};

/** Old answers have no such list: among their adjustments stands refunded shipping as well. */
const shippingLinesOf = ({ refund_shipping_lines: lines, order_adjustments: adjustments }: RestObject): unknown =>
  lines === undefined && isList(adjustments) ? [] : lines;

const dutyOf =
  (currency: unknown) =>
  (duty: RestObject): unknown => ({
    originalDuty: { id: gidOf(duty, 'Duty', 'duty_id') },
    amountSet: restMoney(currency)(duty, 'amount'),
  });

/** A refund of REST in the shape of GraphQL. */
export const restRefund =
  (currency: unknown) =>
  (refund: RestObject): unknown => ({
    id: gidOf(refund, 'Refund'),
    createdAt: refund['created_at'],
    processedAt: refund['processed_at'],
    duties: listOf(refund['duties'], dutyOf(currency)),
    refundLineItems: listOf(refund['refund_line_items'], lineOf(currency)),
    refundShippingLines: listOf(shippingLinesOf(refund), shippingLineOf(currency)),
    orderAdjustments: listOf(adjustmentsOf(refund), adjustmentOf(currency)),
    transactions: listOf(refund['transactions'], transactionOf(currency)),
  });
