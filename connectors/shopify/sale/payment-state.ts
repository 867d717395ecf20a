import type { PaymentState } from '../../../src/mapping/sale.ts';

const states: ReadonlyMap<string, PaymentState> = new Map([
  ['PAID', 'paid'],
  ['PARTIALLY_REFUNDED', 'paid'],
  ['REFUNDED', 'paid'],
  ['PARTIALLY_PAID', 'partially paid'],
  ['PENDING', 'not paid'],
  ['AUTHORIZED', 'only authorised'],
  ['EXPIRED', 'payment expired'],
  ['VOIDED', 'voided'],
]);

/**
 * Whether an order is paid. Null is the status of an order without any transaction: paid when there was nothing to pay,
 * not paid otherwise. `undefined` for a status that is missing or that this version does not know.
 *
 * @param status `displayFinancialStatus` of GraphQL, or `financial_status` of REST in upper case
 */
export const paymentStateOf = (status: string | null | undefined, nothingToPay: boolean): PaymentState | undefined => {
  if (status === null) return nothingToPay ? 'paid' : 'not paid';
  return status === undefined ? undefined : states.get(status.toUpperCase());
};
