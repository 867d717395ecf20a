import * as E from 'fp-ts/lib/Either.js';
import type { Policy } from '../../../src/mapping/policy.ts';
import { capturedAmount, type Charge, type Level3 } from '../records/charge.ts';
import type { AmountDetails } from '../records/payment-intent.ts';
import type { CheckoutSession } from '../records/checkout-session.ts';
import { type Metadata, metadataAmount, type StripeMoney } from './amounts.ts';
import { partsOfAmountDetails, partsOfTaxCalculation, hasDetails, hasLinesOrTax } from './detail-parts.ts';
import { partsOfSession } from './session-parts.ts';
import {
  amountsFrom,
  paymentLine,
  shippingOf,
  type SaleParts,
  taxOf,
  type LineDefaults,
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

/** Lines would show that a part is missing; one tax for all of it fits whatever was captured. */
const taxIsForMore = ({ line_items, tax }: AmountDetails, charge: Charge): boolean =>
  (line_items?.data.length ?? 0) === 0 &&
  (tax?.total_tax_amount ?? 0n) > 0n &&
  capturedAmount(charge) < (charge.amount ?? 0n);

const incompleteList = (what: string): string => `${what} are incomplete. Retry it`;

interface ChargeDetails extends Pick<Sources, 'charge' | 'metadata'> {
  readonly details: AmountDetails;
}

const partsOfDetails = (
  policy: Policy,
  defaults: LineDefaults,
  { charge, details, metadata }: ChargeDetails,
  name: string,
): E.Either<string, SaleParts> => {
  const filled = detailsWithMetadata(policy, metadata, charge.currency ?? '', details);
  if (E.isLeft(filled)) return filled;
  if (taxIsForMore(filled.right, charge)) {
    return E.left(
      'its amount details or metadata state the tax of the authorized amount, and less was captured. Enter it by hand',
    );
  }
  const parts = partsOfAmountDetails(defaults, filled.right, capturedAmount(charge), name);
  return parts.lines.some(({ listed }) => listed < 0n)
    ? E.left('tax, shipping and tip in its amount details are more than what was paid')
    : E.right(parts);
};

/**
 * The parts of a charge from the most detailed object: its Checkout Session, Stripe Tax, the amount details of its
 * payment, Level 3 data, and last the charge alone with the merchant's metadata. Left names the missing data.
 */
export const partsOfCharge = (
  policy: Policy,
  defaults: LineDefaults,
  money: Pick<StripeMoney, 'step'>,
  { charge, session, tax, metadata }: Sources,
): E.Either<string, SaleParts> => {
  if (session !== null) {
    if (session.line_items === null || session.line_items.has_more === true) {
      return E.left(incompleteList(`the line items of its Checkout Session ${session.id}`));
    }
    if (session.currency !== charge.currency) {
      return E.left(
        `its Checkout Session ${session.id} is priced in ${String(session.currency)}, but ${String(charge.currency)} was charged; enter it by hand`,
      );
    }
    return E.right(partsOfSession(defaults, money, session));
  }
  if (tax !== null) {
    return tax.line_items === null || tax.line_items.has_more === true
      ? E.left(incompleteList('the lines of its tax calculation'))
      : E.right(withTip(charge, partsOfTaxCalculation(defaults, tax)));
  }
  const captured = capturedAmount(charge);
  const name = charge.description ?? charge.statement_descriptor ?? charge.calculated_statement_descriptor ?? 'Payment';
  const details = charge.payment_intent?.object?.amount_details ?? null;
  const { level3 } = charge;
  const detailsLackLinesAndTax = details === null || !hasLinesOrTax(details);
  if (detailsLackLinesAndTax && level3 !== null && level3.line_items.length > 0) {
    return E.right(withTip(charge, partsOfLevel3(defaults, level3)));
  }
  if (details !== null && hasDetails(details)) {
    if (details.line_items?.has_more === true) return E.left(incompleteList('the lines of its amount details'));
    return partsOfDetails(policy, defaults, { charge, details, metadata }, name);
  }
  return partsOfWholeCharge(policy, defaults, {
    captured,
    amount: charge.amount ?? captured,
    currency: charge.currency ?? '',
    name,
    metadata,
  });
};

/**
 * The details of a payment without lines, completed from the merchant's metadata: Stripe writes zeros where nothing was
 * given, and a tip states nothing about the tax.
 *
 * Left when a configured key is not an amount.
 */
const detailsWithMetadata = (
  policy: Policy,
  metadata: Metadata,
  currency: string,
  details: AmountDetails,
): E.Either<string, AmountDetails> => {
  if ((details.line_items?.data.length ?? 0) > 0) return E.right(details);
  const tax = metadataAmount(policy, metadata, 'tax', currency);
  if (E.isLeft(tax)) return tax;
  const postage = metadataAmount(policy, metadata, 'shipping', currency);
  if (E.isLeft(postage)) return postage;
  const discount = metadataAmount(policy, metadata, 'discount', currency);
  if (E.isLeft(discount)) return discount;
  const stated = (amount: bigint | null | undefined, otherwise: bigint): bigint =>
    amount == null || amount === 0n ? otherwise : amount;
  return E.right({
    ...details,
    discount_amount: stated(details.discount_amount, discount.right),
    shipping: {
      amount: stated(details.shipping?.amount, postage.right),
      to_postal_code: details.shipping?.to_postal_code ?? null,
    },
    tax: { total_tax_amount: stated(details.tax?.total_tax_amount, tax.right) },
  });
};

/**
 * The parts of a charge with Level 3 data. Its shipping amount has no tax of its own; WooCommerce, for one, puts the tax
 * of shipping into it, and there it stays.
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

interface WholeCharge {
  readonly captured: bigint;
  /** The authorized amount. */
  readonly amount: bigint;
  readonly currency: string;
  readonly name: string;
  readonly metadata: Metadata;
}

/**
 * The parts of a charge with only an amount: one line of what was captured, minus tax and shipping from the merchant's
 * metadata.
 *
 * Left when a configured key is not an amount, or the tax exceeds what was captured: metadata is written before the
 * capture.
 */
const partsOfWholeCharge = (
  policy: Policy,
  defaults: LineDefaults,
  { captured, amount, currency, name, metadata }: WholeCharge,
): E.Either<string, SaleParts> => {
  const tax = metadataAmount(policy, metadata, 'tax', currency);
  if (E.isLeft(tax)) return tax;
  if (tax.right > 0n && captured < amount) {
    return E.left('its metadata states the tax of the authorized amount, and less was captured. Enter it by hand');
  }
  const postage = metadataAmount(policy, metadata, 'shipping', currency);
  if (E.isLeft(postage)) return postage;
  const discount = metadataAmount(policy, metadata, 'discount', currency);
  if (E.isLeft(discount)) return discount;
  const listed = captured - tax.right - postage.right + discount.right;
  if (listed < 0n) return E.left('tax and shipping in its metadata are more than what was paid');
  const isFromMetadata = [tax, postage, discount].some(({ right }) => right !== 0n);
  return E.right({
    lines: [paymentLine(defaults, name, listed)],
    shipping: shippingOf(postage.right),
    orderDiscount: discount.right,
    orderTaxes: taxOf(defaults, tax.right),
    decisions: [
      isFromMetadata
        ? amountsFrom('the charge and its metadata', ['amount_captured', 'metadata'])
        : amountsFrom('the charge alone, as one line', ['amount_captured']),
    ],
  });
};
