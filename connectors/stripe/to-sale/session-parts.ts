/** Maps the line items, shipping, discount and taxes of a Checkout Session to the parts of its sale. */
import { sum } from '../../../src/domain/money.ts';
import type { SaleLine } from '../../../src/mapping/sale.ts';
import type { CheckoutSession, SessionLine } from '../records/checkout-session.ts';
import { allocateWhole, type StripeMoney } from './amounts.ts';
import { type StatedParts, statedOf } from './complete-parts.ts';
import { partsOfShipping } from './shipping.ts';
import { notTaxableIn, taxedOf } from './taxes.ts';
import { isFee } from '../records/tax.ts';
import {
  amountsFrom,
  feeIn,
  feeLines,
  type SaleParts,
  taxOf,
  type LineDefaults,
  type LinePrice,
  withTaxesIf,
  sentWithoutTax,
  wholeQuantity,
} from './lines.ts';

/** The tax is stated, even a tax of zero, if Stripe Tax finished its work or the session has a tax rate. */
export const statedBySession = (session: CheckoutSession): StatedParts['stated'] => {
  const { automatic_tax: automatic, total_details: totals, line_items, shipping_cost } = session;
  const taxes = [...(line_items?.data ?? []).flatMap((line) => line.taxes), ...(shipping_cost?.taxes ?? [])];
  return statedOf({
    tax:
      (totals?.amount_tax ?? 0n) !== 0n ||
      taxes.length > 0 ||
      (automatic?.enabled === true && automatic.status === 'complete'),
    shipping: shippingOf(session) !== null,
    discount: (totals?.amount_discount ?? 0n) !== 0n,
  });
};

/** The line items of the session must be complete. */
export const partsOfSession = (
  defaults: LineDefaults,
  money: Pick<StripeMoney, 'step'>,
  session: CheckoutSession,
): SaleParts => {
  const items = session.line_items?.data ?? [];
  const shipping = partsOfShipping(defaults, shippingOf(session));
  const allTaxes = [...items.flatMap(({ taxes }) => taxes), ...(session.shipping_cost?.taxes ?? [])];
  const onLines = sum(items.map(({ amount_tax }) => amount_tax ?? 0n));
  const onParts =
    onLines +
    sum(shipping.charges.flatMap(({ taxes }) => taxes).map(({ amount }) => amount)) +
    feeIn(session.shipping_cost?.taxes ?? []);
  const stated = session.total_details?.amount_tax ?? onParts;
  // Stripe calls this the sum of all taxes. If it equals the tax of the lines to the cent, it leaves out the tax of shipping.
  const all = stated === onLines ? onParts : stated;
  const contained = containedInLines(money, session, shipping.contained, all !== onParts);
  // A line has no negative tax: if the taxes of the lines exceed the session's, only the session's is used.
  const keepsTaxes = all >= onParts;
  const statesTaxes = !isBareSession(session);
  return {
    lines: [
      ...items.map((line, index) =>
        toLine(defaults, line, { contained: contained[index] ?? 0n, keepsTaxes, statesTaxes }),
      ),
      ...feeLines(allTaxes),
    ],
    shipping: withTaxesIf(keepsTaxes, shipping.charges),
    orderDiscount: isBareSession(session) ? (session.total_details?.amount_discount ?? 0n) : 0n,
    orderTaxes: taxOf(defaults, keepsTaxes ? all - onParts : all - feeIn(allTaxes)),
    decisions: [
      amountsFrom('the Checkout Session', ['line_items', 'shipping_cost', 'total_details']),
      ...sentWithoutTax(sum(contained) + shipping.contained, ['line_items.amount_subtotal']),
    ],
  };
};

const shippingOf = (session: CheckoutSession): CheckoutSession['shipping_cost'] => {
  const amount = session.total_details?.amount_shipping ?? 0n;
  if (session.shipping_cost !== null || amount === 0n) return session.shipping_cost;
  return { amount_subtotal: amount, amount_tax: null, amount_total: amount, taxes: [] };
};

/**
 * How much tax the stated price of each line contains. If the lines do not state it, or their taxes differ from the
 * session's, which was rounded once, the session's amount is shared: by the lines' own amounts, else by their prices.
 *
 * @param inShipping how much of it the price of shipping contains
 * @param isRounded whether the taxes of lines and shipping are not those of the session
 */
const containedInLines = (
  money: Pick<StripeMoney, 'step'>,
  session: CheckoutSession,
  inShipping: bigint,
  isRounded: boolean,
): readonly bigint[] => {
  const items = session.line_items?.data ?? [];
  const own = items.map(containedIn);
  const isBare = isBareSession(session);
  if (!isBare && !isRounded) return own;
  const areShares = !isBare && sum(own) > 0n && own.every((amount) => amount >= 0n);
  const weights = areShares ? own : items.map(priceOf);
  return allocateWhole(money, containedInAll(session) - inShipping, weights);
};

/** Stripe's types describe `amount_subtotal` as before tax; for prices that include tax it contains the tax. */
const containedIn = ({ amount_subtotal, amount_discount, amount_tax, amount_total }: SessionLine): bigint => {
  const onTop = (amount_subtotal ?? 0n) - (amount_discount ?? 0n) + (amount_tax ?? 0n);
  return onTop - (amount_total ?? onTop);
};

/** Lines from before May 2022 state neither discount nor tax; the session states both for all of them. */
const isBareSession = ({ line_items, total_details }: CheckoutSession): boolean =>
  total_details !== null &&
  (line_items?.data ?? []).every(({ amount_discount, amount_tax }) => amount_discount === null && amount_tax === null);

const priceOf = ({ amount_subtotal }: SessionLine): bigint => amount_subtotal ?? 0n;

/** More than the session's tax, or a negative amount, is not tax: the parts stay as they are, and do not add up. */
const containedInAll = ({ line_items, total_details, shipping_cost, amount_total }: CheckoutSession): bigint => {
  const tax = total_details?.amount_tax ?? 0n;
  const onTop =
    sum((line_items?.data ?? []).map(priceOf)) -
    (total_details?.amount_discount ?? 0n) +
    (shipping_cost?.amount_subtotal ?? total_details?.amount_shipping ?? 0n) +
    tax;
  const contained = onTop - (amount_total ?? onTop);
  return contained >= 0n && contained <= tax ? contained : 0n;
};

const toLine = (
  defaults: LineDefaults,
  line: SessionLine,
  { contained, keepsTaxes, statesTaxes }: LinePrice,
): SaleLine => {
  const listed = (line.amount_subtotal ?? 0n) - contained;
  const discount = line.amount_discount ?? 0n;
  const tax = (line.amount_tax ?? 0n) - feeIn(line.taxes);
  return {
    id: line.id,
    kind: 'goods',
    name: line.description ?? 'Item',
    sku: line.price?.product ?? null,
    quantity: wholeQuantity(line.quantity),
    listed,
    discount,
    taxes: keepsTaxes ? taxOf(defaults, tax, nameOfTax(line)) : [],
    ...(statesTaxes && { taxed: taxedOf(tax, line.taxes, listed - discount) }),
    ...notTaxableIn(line.taxes),
    isShipped: defaults.isShipped,
  };
};

const nameOfTax = ({ taxes }: SessionLine): string => taxes.find((tax) => !isFee(tax))?.rate?.display_name ?? 'Tax';
