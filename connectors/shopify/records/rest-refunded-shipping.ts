import { isList, isRecord } from './is-record.ts';
import { listOf, restMoney, type RestObject } from './rest-values.ts';

const taxOf = (currency: unknown, object: RestObject): unknown => restMoney(currency)(object, 'tax_amount');

const isOfShipping = (adjustment: unknown): adjustment is RestObject =>
  isRecord(adjustment) && adjustment['kind'] === 'shipping_refund';

const hasLines = ({ refund_shipping_lines: lines }: RestObject): boolean => isList(lines) && lines.length > 0;

const isReduction = (adjustment: RestObject): boolean => String(adjustment['amount']).startsWith('-');

/**
 * The adjustments that alone tell the refunded shipping; none where its lines tell it, where one of them was undone, or where
 * prices contain tax: whether these amounts do, nobody says.
 */
const adjustmentsInsteadOfLines = (refund: RestObject, taxesIncluded: boolean): readonly RestObject[] => {
  const { order_adjustments: adjustments } = refund;
  const ofShipping = isList(adjustments) && !taxesIncluded && !hasLines(refund) ? adjustments.filter(isOfShipping) : [];
  return ofShipping.every(isReduction) ? ofShipping : [];
};

/** Refunded shipping stands among the adjustments too: alone in old answers, beside its line since then. One of them counts. */
export const adjustmentsBesideShipping = (refund: RestObject, taxesIncluded: boolean): unknown => {
  const { order_adjustments: adjustments } = refund;
  return isList(adjustments) && (hasLines(refund) || adjustmentsInsteadOfLines(refund, taxesIncluded).length > 0)
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

const lineOfAdjustment =
  (currency: unknown) =>
  (adjustment: RestObject): unknown => ({
    subtotalAmountSet: withoutSign(restMoney(currency)(adjustment, 'amount')),
    taxAmountSet: withoutSign(taxOf(currency, adjustment)),
  });

/** `"10.0"` and `10` are one amount; not a number where none is stated. */
const decimalOf = (money: unknown): number =>
  isRecord(money) && isRecord(money['shopMoney']) ? Number(money['shopMoney']['amount']) : Number.NaN;

const nothing = { shopMoney: { amount: '0' } };

/** The taxes of the shipping that a line gives back; undefined where only a part of a taxed charge went back. */
const taxesOfShipping = (currency: unknown, line: unknown): readonly unknown[] | undefined => {
  if (!isRecord(line)) return undefined;
  const money = restMoney(currency);
  const givenBack = decimalOf(money(line, 'subtotal_amount'));
  if (givenBack === 0) return [nothing];
  const charge = line['shipping_line'];
  if (!isRecord(charge) || !isList(charge['tax_lines'])) return undefined;
  const taxes = charge['tax_lines'].map((tax) => (isRecord(tax) ? money(tax, 'price') : undefined));
  if (taxes.includes(undefined)) return undefined;
  const isTaxed = taxes.some((tax) => decimalOf(tax) !== 0);
  return !isTaxed || givenBack === decimalOf(money(charge, 'discounted_price')) ? [nothing, ...taxes] : undefined;
};

/** Of each line, or of none: what is known of some of them alone would pass for the tax of all. */
const taxesOfAll = (currency: unknown, lines: readonly unknown[]): readonly unknown[] => {
  const taxes = lines.map((line) => taxesOfShipping(currency, line));
  return taxes.includes(undefined) ? [] : taxes.flatMap((some) => some ?? []);
};

/**
 * The refunded shipping of a refund of REST in the shape of GraphQL. Its lines leave out their tax: that stands on the
 * adjustments beside them (shopify.dev, Refund of REST), or since 2024-10, where webhooks list none of refunded shipping, on
 * the shipping line itself. It comes as lines of nothing but tax.
 *
 * Old answers have no such list, or an empty one: the adjustments of refunded shipping are its lines.
 */
export const restRefundedShipping = (currency: unknown, refund: RestObject, taxesIncluded: boolean): unknown => {
  const { refund_shipping_lines: lines, order_adjustments: adjustments } = refund;
  const alone = adjustmentsInsteadOfLines(refund, taxesIncluded);
  if (alone.length > 0) return alone.map(lineOfAdjustment(currency));
  if (lines === undefined && isList(adjustments)) return [];
  if (!isList(lines)) return undefined;
  const ofLines = [listOf(lines, lineOf(currency))].flat();
  if (lines.some((line) => isRecord(line) && taxOf(currency, line) !== undefined)) return ofLines;
  const beside = isList(adjustments) && hasLines(refund) ? adjustments.filter(isOfShipping) : [];
  const taxes =
    beside.length > 0 ? beside.map((one) => withoutSign(taxOf(currency, one))) : taxesOfAll(currency, lines);
  return [...ofLines, ...taxes.map((taxAmountSet) => ({ taxAmountSet }))];
};
