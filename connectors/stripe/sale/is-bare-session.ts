import type { CheckoutSession } from '../records/checkout-session.ts';

/** Lines of before May 2022 state neither discount nor tax; the session states both for all of them. */
export const isBareSession = ({ line_items, total_details }: CheckoutSession): boolean =>
  total_details !== null &&
  (line_items?.data ?? []).every(({ amount_discount, amount_tax }) => amount_discount === null && amount_tax === null);
