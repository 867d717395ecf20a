import { isList } from './is-list.ts';
import { isRecord } from './is-record.ts';
import { listOf, restMoney, type RestObject } from './rest-values.ts';

const taxOf = (currency: unknown, object: RestObject): unknown => restMoney(currency)(object, 'tax_amount');

const isOfShipping = (adjustment: unknown): adjustment is RestObject =>
  isRecord(adjustment) && adjustment['kind'] === 'shipping_refund';

const hasLines = ({ refund_shipping_lines: lines }: RestObject): boolean => isList(lines) && lines.length > 0;

/** Refunded shipping stands among the adjustments too: alone in old answers, beside its line since then. One of them counts. */
export const adjustmentsBesideShipping = (refund: RestObject): unknown => {
  const { order_adjustments: adjustments } = refund;
  return isList(adjustments) && hasLines(refund)
    ? adjustments.filter((adjustment) => !isOfShipping(adjustment))
    : adjustments;
};

/** An adjustment states what it takes off the order, a line of refunded shipping what went back. */
const withoutSign = (money: unknown): unknown =>
  isRecord(money) && isRecord(money['shopMoney'])
    ? { shopMoney: { ...money['shopMoney'], amount: String(money['shopMoney']['amount']).replace(/^-/, '') } }
    : money;

const lineOf =
  (currency: unknown) =>
  (line: RestObject): unknown => ({
    subtotalAmountSet: restMoney(currency)(line, 'subtotal_amount'),
    taxAmountSet: taxOf(currency, line),
  });

/**
 * The refunded shipping of a refund of REST in the shape of GraphQL. Its lines leave out their tax, which stands on the
 * adjustment beside them (shopify.dev, Refund of REST): there it comes as a line of nothing but tax.
 *
 * Old answers have no such list: among their adjustments stands refunded shipping as well.
 */
export const restRefundedShipping = (currency: unknown, refund: RestObject): unknown => {
  const { refund_shipping_lines: lines, order_adjustments: adjustments } = refund;
  if (lines === undefined && isList(adjustments)) return [];
  if (!isList(lines)) return undefined;
  const statesTax = lines.some((line) => isRecord(line) && taxOf(currency, line) !== undefined);
  const beside = hasLines(refund) && !statesTax && isList(adjustments) ? adjustments.filter(isOfShipping) : [];
  return [
    listOf(lines, lineOf(currency)),
    beside.map((one) => ({ taxAmountSet: withoutSign(taxOf(currency, one)) })),
  ].flat();
};
