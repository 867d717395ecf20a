import { sum } from '../../../src/domain/money.ts';
import type { CheckoutSession, SessionLine } from '../records/checkout-session.ts';
import { allocateWhole } from './allocate-whole.ts';
import { isBareSession } from './is-bare-session.ts';
import type { StripeMoney } from './money.ts';

/** Stripe's type text says that `amount_subtotal` is before tax; for prices that include tax it contains the tax. */
const containedIn = ({ amount_subtotal, amount_discount, amount_tax, amount_total }: SessionLine): bigint => {
  const onTop = (amount_subtotal ?? 0n) - (amount_discount ?? 0n) + (amount_tax ?? 0n);
  return onTop - (amount_total ?? onTop);
};

const priceOf = ({ amount_subtotal }: SessionLine): bigint => amount_subtotal ?? 0n;

/** More than the session's tax, or less than nothing, is no tax: the parts are told as they stand, and do not add up. */
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

/**
 * How much tax the stated price of each line of a session contains. Where the lines do not say, or where their taxes are not
 * those of the session, which rounded once for all of them, the session says it of all: each line has its share by what it
 * says, else by its price.
 *
 * @param inShipping how much of it the price of shipping contains
 * @param isRounded whether the taxes of lines and shipping are not those of the session
 */
export const containedInLines = (
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
