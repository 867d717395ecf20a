import { isList, isRecord } from '../../../../src/domain/fields.ts';
import { listOf, restMoney, type RestObject } from './rest-values.ts';

const taxOf = (currency: unknown, object: RestObject): unknown => restMoney(currency)(object, 'tax_amount');

const isOfShipping = (adjustment: unknown): adjustment is RestObject =>
  isRecord(adjustment) && adjustment['kind'] === 'shipping_refund';

const hasLines = ({ refund_shipping_lines: lines }: RestObject): boolean => isList(lines) && lines.length > 0;

const isReduction = (adjustment: RestObject): boolean => String(adjustment['amount']).startsWith('-');

/**
 * The adjustments that stand for missing lines of refunded shipping. None when there are lines, when an adjustment was undone,
 * or when prices include tax, because it is not documented whether these amounts do.
 */
const adjustmentsInsteadOfLines = (refund: RestObject, taxesIncluded: boolean): readonly RestObject[] => {
  const { order_adjustments: adjustments } = refund;
  const ofShipping = isList(adjustments) && !taxesIncluded && !hasLines(refund) ? adjustments.filter(isOfShipping) : [];
  return ofShipping.every(isReduction) ? ofShipping : [];
};

/** Refunded shipping is also among the adjustments: alone in old responses, in addition to its line in newer ones. It counts once. */
export const adjustmentsBesideShipping = (refund: RestObject, taxesIncluded: boolean): unknown => {
  const { order_adjustments: adjustments } = refund;
  return isList(adjustments) && (hasLines(refund) || adjustmentsInsteadOfLines(refund, taxesIncluded).length > 0)
    ? adjustments.filter((adjustment) => !isOfShipping(adjustment))
    : adjustments;
};

/** Adjustments are negative where lines of refunded shipping are positive. */
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

const lineOfAdjustment =
  (currency: unknown) =>
  (adjustment: RestObject): unknown => ({
    subtotalAmountSet: withoutSign(restMoney(currency)(adjustment, 'amount')),
    taxAmountSet: withoutSign(taxOf(currency, adjustment)),
  });

/** `"10.0"` and `10` are the same amount; NaN when missing. */
const decimalOf = (money: unknown): number =>
  isRecord(money) && isRecord(money['shopMoney']) ? Number(money['shopMoney']['amount']) : Number.NaN;

const nothing = { shopMoney: { amount: '0' } };

/** The taxes of a line of refunded shipping; undefined when a taxed charge was only refunded in part. */
const taxesOfShipping = (currency: unknown, line: unknown): readonly unknown[] | undefined => {
  if (!isRecord(line)) return undefined;
  const money = restMoney(currency);
  const refunded = decimalOf(money(line, 'subtotal_amount'));
  if (refunded === 0) return [nothing];
  const charge = line['shipping_line'];
  if (!isRecord(charge) || !isList(charge['tax_lines'])) return undefined;
  const taxes = charge['tax_lines'].map((tax) => (isRecord(tax) ? money(tax, 'price') : undefined));
  if (taxes.includes(undefined)) return undefined;
  const isTaxed = taxes.some((tax) => decimalOf(tax) !== 0);
  return !isTaxed || refunded === decimalOf(money(charge, 'discounted_price')) ? [nothing, ...taxes] : undefined;
};

/** All or none: the taxes of some lines would pass for the taxes of all. */
const taxesOfAll = (currency: unknown, lines: readonly unknown[]): readonly unknown[] => {
  const taxes = lines.map((line) => taxesOfShipping(currency, line));
  return taxes.includes(undefined) ? [] : taxes.flatMap((some) => some ?? []);
};

/**
 * The refunded shipping of a REST refund in the shape of GraphQL. Its lines have no tax: the adjustments have it
 * (shopify.dev, Refund of REST) or, in webhooks since 2024-10, the shipping line. That tax is returned as extra lines.
 *
 * Old responses have no such lines; their adjustments of refunded shipping take their place.
 */
export const restRefundedShipping = (currency: unknown, refund: RestObject, taxesIncluded: boolean): unknown => {
  const { refund_shipping_lines: lines, order_adjustments: adjustments } = refund;
  const alone = adjustmentsInsteadOfLines(refund, taxesIncluded);
  if (alone.length > 0) return alone.map(lineOfAdjustment(currency));
  if (lines === undefined && isList(adjustments)) return [];
  if (!isList(lines)) return undefined;
  const ofLines = [listOf(lines, lineOf(currency))].flat();
  if (lines.some((line) => isRecord(line) && taxOf(currency, line) !== undefined)) return ofLines;
  const adjusted = isList(adjustments) && hasLines(refund) ? adjustments.filter(isOfShipping) : [];
  const taxes =
    adjusted.length > 0 ? adjusted.map((one) => withoutSign(taxOf(currency, one))) : taxesOfAll(currency, lines);
  return [...ofLines, ...taxes.map((taxAmountSet) => ({ taxAmountSet }))];
};
