import type { Currency, MinorUnits } from '../../../src/domain/money.ts';
import { isAmended } from '../records/is-amended.ts';
import type { Order } from '../records/order.ts';
import type { AmountReader } from './amount-reader.ts';
import { isForeign } from './is-foreign.ts';
import { laterAgreements } from './later-agreements.ts';
import { refundPayment } from './refund-payment.ts';

const refunded: ReadonlySet<string> = new Set(['PARTIALLY_REFUNDED', 'REFUNDED']);

/** An edit, a return, or what we do not know the reason of: less may be owed since, and all of that paid. */
const wasChanged = (order: Order): boolean =>
  isAmended(order) || laterAgreements(order).some(({ reason }) => reason !== 'REFUND');

/** Cash is rounded by a few cents: only what is mostly missing was never paid. */
const isMissing = (received: MinorUnits, total: MinorUnits): boolean => (total - received) * 10n > total;

/**
 * Whether money went back of an order that was never paid in full, as of one with a deposit: its status speaks of the refund
 * alone, and no longer of what is still owed.
 *
 * Judged where nothing but refunds came after the sale, and where what was received is known at its rate. An order that was imported without
 * its payments or its refunds is left as its status says.
 */
export const isRefundedDeposit = (
  reader: AmountReader,
  currency: Currency,
  order: Order,
  statedTotal: MinorUnits | null,
): boolean => {
  const { displayFinancialStatus, totalReceivedSet } = order;
  const refunds = order.refunds?.nodes ?? [];
  if (refunds.length === 0 || statedTotal === null || wasChanged(order)) return false;
  if (!refunded.has(displayFinancialStatus?.toUpperCase() ?? '') || isForeign(order, currency)) return false;
  const received = reader.read(totalReceivedSet, 'totalReceivedSet');
  return (
    received > 0n &&
    isMissing(received, statedTotal) &&
    refunds.every((refund) => refundPayment(reader, refund).movesMoney)
  );
};
