/** Finds what a charge sold, in the most detailed object that states it, and completes it from the merchant's metadata. */
import * as E from 'fp-ts/lib/Either.js';
import { amountMeanings, type Policy } from '../../../src/mapping/policy.ts';
import { capturedAmount, type Charge, type Level3 } from '../records/charge.ts';
import type { AmountDetails } from '../records/payment-intent.ts';
import type { CheckoutSession } from '../records/checkout-session.ts';
import type { StripeMoney } from './amounts.ts';
import { completeParts, type CompleteParts, type StatedParts, statedOf } from './complete-parts.ts';
import { partsOfAmountDetails, partsOfTaxCalculation, hasDetails, hasLinesOrTax } from './detail-parts.ts';
import type { Metadata } from './metadata.ts';
import { partsOfSession, statedBySession } from './session-parts.ts';
import {
  amountsFrom,
  paymentLine,
  shippingOf,
  type SaleParts,
  taxOf,
  type LineDefaults,
  wholePaymentId,
  wholeQuantity,
  withTip,
} from './lines.ts';
import type { TaxCalculation } from '../records/tax-calculation.ts';

interface Sources {
  readonly charge: Charge;
  readonly session: CheckoutSession | null;
  readonly tax: TaxCalculation | null;
  readonly metadata: Metadata;
}

const forMore =
  'its amount details or metadata state the tax of the authorized amount, and less was captured. Enter it by hand';

/** Left names the missing or contradictory data. */
export const partsOfCharge = (
  policy: Policy,
  defaults: LineDefaults,
  money: StripeMoney,
  sources: Sources,
): E.Either<string, CompleteParts> => {
  const { charge, metadata } = sources;
  const stated = statedParts(defaults, money, sources);
  if (E.isLeft(stated)) return stated;
  const complete = completeParts({ policy, defaults, money, metadata, total: capturedAmount(charge) }, stated.right);
  if (E.isLeft(complete)) return complete;
  const { parts } = complete.right;
  if (taxIsForMore(charge, parts)) return E.left(forMore);
  return parts.lines.some(({ id, listed }) => id === wholePaymentId && listed < 0n)
    ? E.left('tax, shipping and tip in its amount details are more than what was paid')
    : complete;
};

/**
 * The parts from the most detailed object: the Checkout Session, Stripe Tax, the amount details of the payment, Level 3 data, or
 * the charge itself.
 */
const statedParts = (
  defaults: LineDefaults,
  money: StripeMoney,
  { charge, session, tax }: Sources,
): E.Either<string, StatedParts> => {
  if (session !== null) {
    if (session.line_items === null || session.line_items.has_more === true) {
      return E.left(incompleteList(`the line items of its Checkout Session ${session.id}`));
    }
    if (session.currency !== charge.currency) {
      return E.left(
        `its Checkout Session ${session.id} is priced in ${String(session.currency)}, but ${String(charge.currency)} was charged; enter it by hand`,
      );
    }
    return E.right({ parts: partsOfSession(defaults, money, session), stated: statedBySession(session) });
  }
  if (tax !== null) {
    return tax.line_items === null || tax.line_items.has_more === true
      ? E.left(incompleteList('the lines of its tax calculation'))
      : E.right({ parts: withTip(charge, partsOfTaxCalculation(defaults, tax)), stated: new Set(amountMeanings) });
  }
  const captured = capturedAmount(charge);
  const name = charge.description ?? charge.statement_descriptor ?? charge.calculated_statement_descriptor ?? 'Payment';
  const details = charge.payment_intent?.object?.amount_details ?? null;
  const { level3 } = charge;
  const detailsLackLinesAndTax = details === null || !hasLinesOrTax(details);
  if (detailsLackLinesAndTax && level3 !== null && level3.line_items.length > 0) {
    return E.right({ parts: withTip(charge, partsOfLevel3(defaults, level3)), stated: statedByLevel3(level3) });
  }
  if (details !== null && hasDetails(details)) {
    return details.line_items?.has_more === true
      ? E.left(incompleteList('the lines of its amount details'))
      : E.right({ parts: partsOfAmountDetails(defaults, details, captured, name), stated: statedByDetails(details) });
  }
  return E.right({ parts: partsOfWholeCharge(defaults, captured, name), stated: new Set() });
};

const incompleteList = (what: string): string => `${what} are incomplete. Retry it`;

/**
 * The parts of a charge with Level 3 data. Its shipping amount has no separate tax; WooCommerce, for one, puts the tax
 * of shipping into the amount, and it stays there.
 */
const partsOfLevel3 = (defaults: LineDefaults, level3: Level3): SaleParts => ({
  lines: level3.line_items.map((line, index) => {
    const quantity = wholeQuantity(line.quantity);
    return {
      id: `level3-${index + 1}`,
      kind: 'goods',
      name: line.product_description ?? 'Item',
      sku: line.product_code,
      quantity,
      listed: (line.unit_cost ?? 0n) * BigInt(quantity),
      discount: line.discount_amount ?? 0n,
      taxes: taxOf(defaults, line.tax_amount ?? 0n),
      isShipped: defaults.isShipped,
    };
  }),
  shipping: shippingOf(level3.shipping_amount ?? 0n),
  orderDiscount: 0n,
  orderTaxes: [],
  decisions: [amountsFrom("the charge's Level 3 data", ['level3'])],
});

const statedByLevel3 = ({ line_items: lines, shipping_amount }: Level3): StatedParts['stated'] =>
  statedOf({
    tax: lines.some((line) => isNotZero(line.tax_amount)),
    shipping: isNotZero(shipping_amount),
    discount: lines.some((line) => isNotZero(line.discount_amount)),
  });

const isNotZero = (amount: bigint | null | undefined): boolean => amount != null && amount !== 0n;

/** Stripe writes zeros where nothing was given. */
const statedByDetails = ({ line_items, tax, shipping, discount_amount }: AmountDetails): StatedParts['stated'] => {
  const lines = line_items?.data ?? [];
  return statedOf({
    tax: isNotZero(tax?.total_tax_amount) || lines.some((line) => isNotZero(line.tax?.total_tax_amount)),
    shipping: isNotZero(shipping?.amount),
    discount: isNotZero(discount_amount) || lines.some((line) => isNotZero(line.discount_amount)),
  });
};

/** The parts of a charge that has only an amount: one line of the captured amount. */
const partsOfWholeCharge = (defaults: LineDefaults, captured: bigint, name: string): SaleParts => ({
  lines: [paymentLine(defaults, name, captured)],
  shipping: [],
  orderDiscount: 0n,
  orderTaxes: [],
  decisions: [amountsFrom('the charge alone, as one line', ['amount_captured'])],
});

/** Whether one tax was stated for the whole authorized amount, and less was captured. With lines, the missing part would show. */
const taxIsForMore = (charge: Charge, parts: SaleParts): boolean =>
  capturedAmount(charge) < (charge.amount ?? 0n) &&
  parts.orderTaxes.some(({ amount }) => amount > 0n) &&
  parts.lines.some(({ id }) => id === wholePaymentId);
