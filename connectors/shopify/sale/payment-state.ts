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

const owing: ReadonlySet<PaymentState> = new Set(['not paid', 'partially paid']);

/**
 * Whether an order is paid. Null is the status of an order without any transaction. `undefined` for a status that is
 * missing or that this version does not know.
 *
 * The status is of today: an edit or an exchange that made the order dearer turns a paid one into a partially paid one.
 *
 * @param status `displayFinancialStatus` of GraphQL, or `financial_status` of REST in upper case
 * @param isCovered whether the total as placed was paid, or was nothing
 */
export const paymentStateOf = (
  status: string | null | undefined,
  isCovered: () => boolean,
): PaymentState | undefined => {
  if (status === undefined) return undefined;
  const state = status === null ? 'not paid' : states.get(status.toUpperCase());
  return state !== undefined && owing.has(state) && isCovered() ? 'paid' : state;
};
