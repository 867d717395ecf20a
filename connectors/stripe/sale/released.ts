import { capturedAmount, type Charge } from '../records/charge.ts';
import type { StripeRefund } from '../records/refund.ts';

const isBefore = (a: StripeRefund, b: StripeRefund): boolean =>
  (a.created ?? 0) < (b.created ?? 0) || (a.created === b.created && a.id < b.id);

/** Longer than any card network lets a payment wait for its capture, in seconds. */
const longestWait = 32 * 86_400;

/** None, or the one that Stripe alone gives: the others are the merchant's. */
const isStripesOwn = (reason: string | null): boolean => reason === null || reason === 'expired_uncaptured_charge';

/**
 * Whether Stripe itself may have written a refund down when the payment was captured: without a reason and a note of the
 * merchant, and before the time for capturing was over.
 */
const mayBeRelease = (
  { created: chargedAt, payment_method_details }: Charge,
  { reason, metadata, created }: StripeRefund,
): boolean => {
  const until = payment_method_details?.card?.capture_before ?? (chargedAt ?? 0) + longestWait;
  return isStripesOwn(reason) && Object.keys(metadata).length === 0 && (created ?? 0) <= until;
};

/**
 * The refunds of what was taken. Where a payment is captured for less than was authorised, Stripe lets go of the rest at
 * that moment and writes it down as a refund, the first one of the charge: money that was never taken. A payment with
 * several captures has none of that kind, nor has one that was captured by version 2025-03-31 or later, which nothing on
 * it shows: so a merchant's own refund of just that amount is told by what only the merchant's have.
 */
export const refundsOfCharge = (charge: Charge): readonly StripeRefund[] => {
  const refunds = charge.refunds?.data ?? [];
  const released = (charge.amount ?? 0n) - capturedAmount(charge);
  const [one, ...others] = refunds;
  const isMulticapture = charge.payment_method_details?.card?.multicapture?.status === 'available';
  if (one === undefined || released <= 0n || isMulticapture) return refunds;
  const first = others.reduce((earliest, next) => (isBefore(next, earliest) ? next : earliest), one);
  return first.amount === released && mayBeRelease(charge, first)
    ? refunds.filter((refund) => refund !== first)
    : refunds;
};
