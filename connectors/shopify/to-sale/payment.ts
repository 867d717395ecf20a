/** Decides whether an order and its refunds are paid, and holds an order whose fields cannot be read. */
import type { PaymentState } from '../../../src/mapping/sale.ts';
import { type Currency, type MinorUnits, sum } from '../../../src/domain/money.ts';
import type { Order } from '../records/order.ts';
import { amountOfAgreement, type AmountProblems, type AmountReader } from './amounts.ts';
import type { OrderRefund } from '../records/order-refund.ts';
import { isAmended } from '../records/is-amended.ts';
import { isAboutOneOf, laterAgreements } from './agreements.ts';
import * as O from 'fp-ts/lib/Option.js';
import { type Exclusion, held, type RecordReference } from '../../../src/domain/exclusion.ts';
import type { Agreement } from '../records/agreement.ts';
import { isGiven } from '../../../src/domain/fields.ts';
import type { Instant } from '../../../src/domain/instant.ts';
import { instantOrBlank } from '../records/values.ts';
import { orderAgreement } from '../records/order-agreement.ts';

const paymentStates: ReadonlyMap<string, PaymentState> = new Map([
  ['PAID', 'paid'],
  ['PARTIALLY_REFUNDED', 'paid'],
  ['REFUNDED', 'paid'],
  ['PARTIALLY_PAID', 'partially paid'],
  ['PENDING', 'not paid'],
  ['AUTHORIZED', 'only authorized'],
  ['EXPIRED', 'payment expired'],
  ['VOIDED', 'voided'],
]);

const unpaidStates: ReadonlySet<PaymentState> = new Set(['not paid', 'partially paid']);

/**
 * Whether an order is paid. An order without transactions has the status null. `undefined` for a missing or unknown status.
 *
 * The status is current: an edit or exchange that raises the total turns a paid order into a partially paid one.
 *
 * @param status `displayFinancialStatus` of GraphQL, or `financial_status` of REST in upper case
 * @param isCovered whether the original total was paid or zero
 */
export const paymentStateOf = (
  status: string | null | undefined,
  isCovered: () => boolean,
): PaymentState | undefined => {
  if (status === undefined) return undefined;
  const state = status === null ? 'not paid' : paymentStates.get(status.toUpperCase());
  return state !== undefined && unpaidStates.has(state) && isCovered() ? 'paid' : state;
};

/** Whether the buyer paid in another currency than the shop's, so that each payment has the exchange rate of its day. */
export const isForeign = ({ presentmentCurrencyCode }: Order, { code }: Currency): boolean =>
  typeof presentmentCurrencyCode === 'string' && presentmentCurrencyCode !== code;

interface ArrivedPayment {
  /** Blank when Shopify states no readable date. */
  readonly at: Instant;
  readonly amountSet: Parameters<AmountReader['read']>[0];
}

const paidKinds: ReadonlySet<string> = new Set(['SALE', 'CAPTURE']);

/** The payments of an order that arrived or were captured. */
export const arrivedPayments = ({ transactions }: Order): readonly ArrivedPayment[] =>
  (transactions?.nodes ?? [])
    .filter(({ kind, status }) => paidKinds.has(kind?.toUpperCase() ?? '') && status?.toUpperCase() === 'SUCCESS')
    .map(({ processedAt, amountSet }) => ({ at: instantOrBlank(processedAt), amountSet }));

/** The money of a refund, from its payment transactions. */
interface RefundPayment {
  /** Refunded or pending, in minor units. */
  readonly paid: MinorUnits;
  readonly isSettled: boolean;
  /** False for a removal by edit or a mere restocking. */
  readonly movesMoney: boolean;
  /** Whether all of its payments failed, so that the buyer gets nothing. */
  readonly hasFailed: boolean;
}

const pendingStatuses: ReadonlySet<string> = new Set(['PENDING', 'AWAITING_RESPONSE', 'UNKNOWN']);

/**
 * Only successful transactions count as arrived. `totalRefundedSet` is the same sum, and is used when no transactions are
 * listed.
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
  const pending = ofStatus((status) => pendingStatuses.has(status));
  const arrived = ofStatus((status) => status === 'SUCCESS' || status === '');
  const paid = amountOf([...arrived, ...pending]);
  return {
    paid: pending.length === 0 && stated > 0n ? stated : paid,
    isSettled: pending.length === 0 && arrived.length > 0,
    movesMoney: true,
    hasFailed: pending.length === 0 && arrived.length === 0,
  };
};

const refundedStatuses: ReadonlySet<string> = new Set(['PARTIALLY_REFUNDED', 'REFUNDED']);

/**
 * Whether an order was refunded that was never paid in full, such as one with a deposit: its status only shows the refund, not
 * the amount still owed.
 *
 * Only for orders with no later changes except refunds, and paid in the order's currency. An order imported without its
 * payments or refunds keeps its status.
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
  if (!refundedStatuses.has(displayFinancialStatus?.toUpperCase() ?? '') || isForeign(order, currency)) return false;
  const received = reader.read(totalReceivedSet, 'totalReceivedSet');
  return (
    received > 0n &&
    isMissing(received, statedTotal) &&
    refunds.every((refund) => refundPayment(reader, refund).movesMoney)
  );
};

/** Holds a record with missing required fields. */
export const incomplete = (record: RecordReference, missing: readonly string[]): Exclusion =>
  held(
    record,
    'incomplete record',
    `required fields are missing: ${fieldList(missing)}; check the app's scopes, then retry`,
  );

/** Why an order with unreadable fields is held; none when all were read. Has field names, never values. */
export const holdOf = (
  record: RecordReference,
  { missing, inexact, unreadable }: AmountProblems,
): O.Option<Exclusion> => {
  if (unreadable.length > 0) {
    const message = `not an amount in the order's currency: ${fieldList(unreadable)}`;
    return O.some(held(record, 'unreadable record', message));
  }
  if (missing.length > 0) return O.some(incomplete(record, missing));
  if (inexact.length > 0) {
    const message = `finer than the smallest unit of its currency: ${fieldList(inexact)}`;
    return O.some(held(record, 'amount not exact', message));
  }
  return O.none;
};

/** Whether an agreement is an edit, return, exchange, or a removal without money that a later refund may pay. */
export const isChange = (reader: AmountReader, order: Order): ((agreement: Agreement) => boolean) => {
  const refunds = order.refunds?.nodes ?? [];
  const isRemoval = isAboutOneOf(refunds.filter((refund) => !refundPayment(reader, refund).movesMoney));
  return (agreement) => agreement.reason !== 'REFUND' || isRemoval(agreement);
};

/**
 * The ledger's total, without failed refunds, less what the buyer paid and did not get back, in minor units. Undefined when
 * the ledger has no sale, or when the payments are missing or in a foreign currency.
 */
export const stillOwed = (reader: AmountReader, currency: Currency, order: Order): MinorUnits | undefined => {
  const isWhole = orderAgreement(order)._tag === 'Found';
  if (!isWhole || !isGiven(order.totalReceivedSet) || isForeign(order, currency)) return undefined;
  const payments = (order.refunds?.nodes ?? []).map((refund) => ({ refund, ...refundPayment(reader, refund) }));
  // A failed refund stays in the ledger; a later repayment counts instead.
  const hasFailed = isAboutOneOf(payments.flatMap((one) => (one.hasFailed ? [one.refund] : [])));
  const agreed = (order.agreements?.nodes ?? []).filter((agreement) => !hasFailed(agreement));
  const owed = sum(agreed.map(amountOfAgreement(reader)));
  const back = sum(payments.map(({ paid }) => paid));
  return owed - (reader.read(order.totalReceivedSet, 'totalReceivedSet') - back);
};

/** An edit, a return or a change of unknown reason: the order may be paid in full at a lower total. */
const wasChanged = (order: Order): boolean =>
  isAmended(order) || laterAgreements(order).some(({ reason }) => reason !== 'REFUND');

/** More than 10 % of the total: cash is rounded by a few cents. */
const isMissing = (received: MinorUnits, total: MinorUnits): boolean => (total - received) * 10n > total;

const fieldList = (fields: readonly string[]): string => fields.slice(0, 5).join(', ');
