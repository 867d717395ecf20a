import { type MinorUnits, sum } from '../../../src/domain/money.ts';
import type { AmountReader } from './amount-reader.ts';
import type { OrderRefund } from '../records/order-refund.ts';

/** The money of a refund, as its payment transactions tell it. */
export interface RefundPayment {
  /** What went back or is on its way, in minor units. */
  readonly paid: MinorUnits;
  readonly isSettled: boolean;
  /** Whether any money moves at all: a removal by edit, or a mere restocking, moves none. */
  readonly movesMoney: boolean;
  /** Whether each of its payments failed: the buyer got nothing of it, and gets nothing by it. */
  readonly hasFailed: boolean;
}

const open: ReadonlySet<string> = new Set(['PENDING', 'AWAITING_RESPONSE', 'UNKNOWN']);

/**
 * Only transactions that succeeded have arrived; `totalRefundedSet` counts the same, and stands in where the answer lists
 * no transactions.
 */
export const refundPayment = (reader: AmountReader, refund: OrderRefund): RefundPayment => {
  const stated = reader.read(refund.totalRefundedSet, 'refunds.totalRefundedSet');
  const payments = (refund.transactions?.nodes ?? []).filter(
    ({ kind }) => kind === null || kind === undefined || kind.toUpperCase() === 'REFUND',
  );
  if (payments.length === 0) return { paid: stated, isSettled: stated > 0n, movesMoney: stated > 0n, hasFailed: false };
  const ofStatus = (matches: (status: string) => boolean): readonly (typeof payments)[number][] =>
    payments.filter(({ status }) => matches(status?.toUpperCase() ?? ''));
  const amountOf = (some: typeof payments): MinorUnits =>
    sum(some.map(({ amountSet }) => reader.read(amountSet, 'refunds.transactions.amountSet')));
  const pending = ofStatus((status) => open.has(status));
  const arrived = ofStatus((status) => status === 'SUCCESS' || status === '');
  const paid = amountOf([...arrived, ...pending]);
  return {
    paid: pending.length === 0 && stated > 0n ? stated : paid,
    isSettled: pending.length === 0 && arrived.length > 0,
    movesMoney: true,
    hasFailed: pending.length === 0 && arrived.length === 0,
  };
};
