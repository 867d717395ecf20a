import { capturedAmount, type Charge } from '../records/charge.ts';
import type { StripeRefund } from '../records/refund.ts';

const isBefore = (a: StripeRefund, b: StripeRefund): boolean =>
  (a.created ?? 0) < (b.created ?? 0) || (a.created === b.created && a.id < b.id);

/**
 * The refunds of what was taken. Where a payment is captured for less than was authorised, Stripe lets go of the rest at
 * that moment and writes it down as a refund, the first one of the charge: money that was never taken. A payment with
 * several captures has none of that kind.
 */
export const refundsOfCharge = (charge: Charge): readonly StripeRefund[] => {
  const refunds = charge.refunds?.data ?? [];
  const released = (charge.amount ?? 0n) - capturedAmount(charge);
  const [one, ...others] = refunds;
  const isMulticapture = charge.payment_method_details?.card?.multicapture?.status === 'available';
  if (one === undefined || released <= 0n || isMulticapture) return refunds;
  const first = others.reduce((earliest, next) => (isBefore(next, earliest) ? next : earliest), one);
  return first.amount === released ? refunds.filter((refund) => refund !== first) : refunds;
};
