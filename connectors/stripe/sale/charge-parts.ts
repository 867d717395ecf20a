import * as E from 'fp-ts/lib/Either.js';
import type { Policy } from '../../../src/mapping/policy.ts';
import { capturedAmount, type Charge } from '../records/charge.ts';
import type { AmountDetails } from '../records/payment-intent.ts';
import { detailsWithMetadata } from './details-with-metadata.ts';
import type { CheckoutSession } from '../records/checkout-session.ts';
import type { Metadata } from './metadata-amount.ts';
import type { StripeMoney } from './money.ts';
import { partsOfAmountDetails, saysAnything, saysWhatWasSold } from './parts-of-amount-details.ts';
import { partsOfLevel3 } from './parts-of-level3.ts';
import { partsOfSession } from './parts-of-session.ts';
import { partsOfTaxCalculation } from './parts-of-tax-calculation.ts';
import { partsOfWholeCharge } from './parts-of-whole-charge.ts';
import type { SaleParts, Telling } from './sale-parts.ts';
import type { TaxCalculation } from '../records/tax-calculation.ts';
import { withTip } from './with-tip.ts';

interface Sources {
  readonly charge: Charge;
  readonly session: CheckoutSession | null;
  readonly tax: TaxCalculation | null;
  readonly metadata: Metadata;
}

/** Lines would show that a part is missing; one tax for all of it fits whatever was captured. */
const isTaxOfMore = ({ line_items, tax }: AmountDetails, charge: Charge): boolean =>
  (line_items?.data.length ?? 0) === 0 &&
  (tax?.total_tax_amount ?? 0n) > 0n &&
  capturedAmount(charge) < (charge.amount ?? 0n);

const cutShort = (what: string): string => `${what} are not all there; run it again`;

interface Detailed extends Pick<Sources, 'charge' | 'metadata'> {
  readonly details: AmountDetails;
}

const partsOfDetails = (
  policy: Policy,
  telling: Telling,
  { charge, details, metadata }: Detailed,
  name: string,
): E.Either<string, SaleParts> => {
  const filled = detailsWithMetadata(policy, metadata, charge.currency ?? '', details);
  if (E.isLeft(filled)) return filled;
  if (isTaxOfMore(filled.right, charge)) {
    return E.left(
      'its amount details or metadata state the tax of all that was authorised, and less was captured; enter it by hand',
    );
  }
  const parts = partsOfAmountDetails(telling, filled.right, capturedAmount(charge), name);
  return parts.lines.some(({ listed }) => listed < 0n)
    ? E.left('tax, shipping and tip in its amount details are more than what was paid')
    : E.right(parts);
};

/**
 * The parts of a charge from the object that says most: its Checkout Session, Stripe Tax, the details of its payment,
 * Level 3 data, and last the charge alone with the merchant's metadata. Left says what is missing.
 */
export const partsOfCharge = (
  policy: Policy,
  telling: Telling,
  money: Pick<StripeMoney, 'step'>,
  { charge, session, tax, metadata }: Sources,
): E.Either<string, SaleParts> => {
  if (session !== null) {
    if (session.line_items === null || session.line_items.has_more === true) {
      return E.left(cutShort(`the line items of its Checkout Session ${session.id}`));
    }
    if (session.currency !== charge.currency) {
      return E.left(
        `its Checkout Session ${session.id} is priced in ${String(session.currency)}, but ${String(charge.currency)} was charged; enter it by hand`,
      );
    }
    return E.right(partsOfSession(telling, money, session));
  }
  if (tax !== null) {
    return tax.line_items === null || tax.line_items.has_more === true
      ? E.left(cutShort('the lines of its tax calculation'))
      : E.right(withTip(charge, partsOfTaxCalculation(telling, tax)));
  }
  const captured = capturedAmount(charge);
  const name = charge.description ?? charge.statement_descriptor ?? charge.calculated_statement_descriptor ?? 'Payment';
  const details = charge.payment_intent?.object?.amount_details ?? null;
  const { level3 } = charge;
  const leavesOpen = details === null || !saysWhatWasSold(details);
  if (leavesOpen && level3 !== null && level3.line_items.length > 0) {
    return E.right(withTip(charge, partsOfLevel3(telling, level3)));
  }
  if (details !== null && saysAnything(details)) {
    if (details.line_items?.has_more === true) return E.left(cutShort('the lines of its amount details'));
    return partsOfDetails(policy, telling, { charge, details, metadata }, name);
  }
  return partsOfWholeCharge(policy, telling, {
    captured,
    amount: charge.amount ?? captured,
    currency: charge.currency ?? '',
    name,
    metadata,
  });
};
