import type { Currency } from '../../../src/core/currency.ts';
import type { MinorUnits } from '../../../src/core/minor-units.ts';
import type { Order } from '../records/order.ts';
import type { AmountReader } from './amount-reader.ts';
import { isForeign } from './is-foreign.ts';
import { refundPayment } from './refund-payment.ts';

const refunded: ReadonlySet<string> = new Set(['PARTIALLY_REFUNDED', 'REFUNDED']);

/** Cash is rounded by a few cents: only what is mostly missing was never paid. */
const isMissing = (received: MinorUnits, total: MinorUnits): boolean => (total - received) * 10n > total;

/**
 * Whether money went back of an order that was never paid in full, as of one with a deposit: its status speaks of the refund
 * alone, and no longer of what is still owed.
 *
 * Judged where nothing lowered the order, and where what was received is known at its rate. An order that was imported without
 * its payments or its refunds is left as its status says.
 */
export const isRefundedDeposit = (
  reader: AmountReader,
  currency: Currency,
  order: Order,
  statedTotal: MinorUnits | null,
): boolean => {
  const { displayFinancialStatus, edited, totalReceivedSet } = order;
  const refunds = order.refunds?.nodes ?? [];
  if (refunds.length === 0 || statedTotal === null || edited === true) return false;
  if (!refunded.has(displayFinancialStatus?.toUpperCase() ?? '') || isForeign(order, currency)) return false;
  const received = reader.read(totalReceivedSet, 'totalReceivedSet');
  return (
    received > 0n &&
    isMissing(received, statedTotal) &&
    refunds.every((refund) => refundPayment(reader, refund).movesMoney)
  );
};
